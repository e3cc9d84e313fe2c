// Device curves for which the trace has no counter: utilization, SM efficiency, occupancy, the
// launch queue, copy rates.
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
  CopyOnDevice,  // within and between devices, including fills
};
inline constexpr std::array kDeviceMetrics = {
    DeviceMetric::Utilisation, DeviceMetric::SmEfficiency, DeviceMetric::Occupancy,
    DeviceMetric::Queue,       DeviceMetric::CopyToDevice, DeviceMetric::CopyToHost,
    DeviceMetric::CopyOnDevice};
inline constexpr std::size_t kCopyMetrics = 3;

struct MetricWords {
  std::string_view title;    // "utilization"
  std::string_view facts;    // one line
  std::string_view missing;  // why there may be no curve
};
MetricWords words_of(DeviceMetric metric);

/// The role whose color the curve has.
ColorRole metric_role(DeviceMetric metric);

/// "61 %", "12 launches", "24.13 GB/s".
std::string metric_text(DeviceMetric metric, double value);

/// Null if the device has none.
template <typename Curves>
const Curves* curves_of(const std::vector<Curves>& devices, std::int64_t device) {
  const auto at = std::ranges::find(devices, device, &Curves::device);
  return at == devices.end() ? nullptr : &*at;
}

struct QueueCurve {
  std::int64_t device = -1;
  CounterTrack length;  // launches waiting to start, over all streams
};
using QueueCurves = std::vector<QueueCurve>;
QueueCurves queue_curves_insight(const AnalysisResults& in);

/// How much of the device kernels use; empty if the kernels do not record it.
struct FillCurve {
  std::int64_t device = -1;
  MeanCurve sm_efficiency;  // share of the multiprocessors that have a block
  MeanCurve occupancy;      // mean over the running kernels, 0 while none runs
};
using FillCurves = std::vector<FillCurve>;
FillCurves fill_curves_insight(const AnalysisResults& in);

/// The sum of the rates of all running copies, in GB/s; empty if no size is known.
struct CopyCurve {
  std::int64_t device = -1;
  std::array<CounterTrack, kCopyMetrics> rates;
  [[nodiscard]] const CounterTrack& of(DeviceMetric metric) const;
};
using CopyCurves = std::vector<CopyCurve>;
CopyCurves copy_curves_insight(const AnalysisResults& in);

/// The share of time, 0 to 1, during which anything runs, averaged over every few pixels. Recording
/// pauses are excluded from the time; where there is nothing else, the curve has a gap. Exact at
/// any zoom. Cost: a few lookups per point.
void utilisation_curve(const IdleLane& idle, const Viewport& viewport, Curve& out);
/// The value around a pixel; nullopt outside the device's time and in pauses.
std::optional<double> utilisation_at(const IdleLane& idle, const Viewport& viewport, double x_px);

CounterTrack step_curve(const std::vector<StepChange>& changes);

}  // namespace lanescope
