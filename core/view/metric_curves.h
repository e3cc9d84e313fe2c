// Curves about a device that no counter of the trace gives: how busy it is, how much launched work
// waits for it.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/store/snapshot.h"
#include "core/view/curve_model.h"

namespace lanescope {

class IdleLane;
struct InsightInput;

enum class DeviceMetric : std::uint8_t { Utilisation, Queue };
inline constexpr std::array kDeviceMetrics = {DeviceMetric::Utilisation, DeviceMetric::Queue};

struct MetricWords {
  std::string_view title;    // "utilisation"
  std::string_view facts;    // one line
  std::string_view missing;  // why there may be no curve
};
MetricWords words_of(DeviceMetric metric);

/// "61 %", "12 launches".
std::string metric_text(DeviceMetric metric, double value);

struct DeviceCurves {
  std::int64_t device = -1;
  CounterTrack queue;  // launches that wait, all streams together; empty without launches
};
struct MetricCurves {
  std::vector<DeviceCurves> devices;
  [[nodiscard]] const DeviceCurves* of(std::int64_t device) const;
};
MetricCurves metric_curves_insight(const InsightInput& in);

/// The share of the time in which anything runs, of every few pixels; from 0 to 1. Exact at any
/// zoom. Cost: a few look-ups a point.
void utilisation_curve(const IdleLane& idle, const Viewport& viewport, Curve& out);
/// Around a pixel; nullopt outside of the device's time.
std::optional<double> utilisation_at(const IdleLane& idle, const Viewport& viewport, double x_px);

/// A curve of values that hold from their time to the next one's.
struct StepChange {
  Ns time_ns = 0;
  double value = 0;
};
CounterTrack step_curve(const std::vector<StepChange>& changes);

}  // namespace lanescope
