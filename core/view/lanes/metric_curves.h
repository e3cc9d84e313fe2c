// Curves about a device that no counter of the trace gives: how busy and how full it is, how much
// launched work waits for it, how fast it copies.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/store/snapshot.h"
#include "core/view/colors/role.h"
#include "core/view/timeline/curve_model.h"

namespace lanescope {

class IdleLane;
class AnalysisResults;

enum class DeviceMetric : std::uint8_t {
  Utilisation,
  Queue,
  SmEfficiency,
  Occupancy,
  CopyToDevice,
  CopyToHost,
  CopyOnDevice,  // between devices too, and fills
};
inline constexpr std::array kDeviceMetrics = {
    DeviceMetric::Utilisation, DeviceMetric::SmEfficiency, DeviceMetric::Occupancy,
    DeviceMetric::Queue,       DeviceMetric::CopyToDevice, DeviceMetric::CopyToHost,
    DeviceMetric::CopyOnDevice};
inline constexpr std::size_t kCopyMetrics = 3;

struct MetricWords {
  std::string_view title;    // "utilisation"
  std::string_view facts;    // one line
  std::string_view missing;  // why there may be no curve
};
MetricWords words_of(DeviceMetric metric);

/// Of its colour.
ColorRole metric_role(DeviceMetric metric);

/// "61 %", "12 launches", "24.13 GB/s".
std::string metric_text(DeviceMetric metric, double value);

/// Null for devices that have none.
template <typename Curves>
const Curves* curves_of(const std::vector<Curves>& devices, std::int64_t device) {
  const auto at = std::ranges::find(devices, device, &Curves::device);
  return at == devices.end() ? nullptr : &*at;
}

struct QueueCurve {
  std::int64_t device = -1;
  CounterTrack length;  // launches that wait, all streams together
};
using QueueCurves = std::vector<QueueCurve>;
QueueCurves queue_curves_insight(const AnalysisResults& in);

/// What kernels take of their device; empty where they do not say.
struct FillCurve {
  std::int64_t device = -1;
  MeanCurve sm_efficiency;  // of the multiprocessors, those that have a block
  MeanCurve occupancy;      // the mean of the kernels that run, 0 while none does
};
using FillCurves = std::vector<FillCurve>;
FillCurves fill_curves_insight(const AnalysisResults& in);

/// The rates of the copies that go on, added up, in GB/s; empty where no size is known.
struct CopyCurve {
  std::int64_t device = -1;
  std::array<CounterTrack, kCopyMetrics> rates;
  [[nodiscard]] const CounterTrack& of(DeviceMetric metric) const;
};
using CopyCurves = std::vector<CopyCurve>;
CopyCurves copy_curves_insight(const AnalysisResults& in);

/// The share of the time in which anything runs, of every few pixels; from 0 to 1. Pauses of the
/// recording are no part of the time, and a gap where there is nothing else. Exact at any zoom.
/// Cost: a few look-ups a point.
void utilisation_curve(const IdleLane& idle, const Viewport& viewport, Curve& out);
/// Around a pixel; nullopt outside of the device's time and in pauses.
std::optional<double> utilisation_at(const IdleLane& idle, const Viewport& viewport, double x_px);

CounterTrack step_curve(const std::vector<StepChange>& changes);

}  // namespace lanescope
