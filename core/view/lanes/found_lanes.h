// What analyses found for lanes that show no events of the file, and the curve of each metric of a
// device.
#pragma once

#include <memory>
#include <optional>
#include <vector>

#include "core/view/idle/idle_lane.h"
#include "core/view/lanes/metric_curves.h"
#include "core/view/lanes/path_lane.h"
#include "core/view/memory/blocks.h"

namespace lanescope {

/// Null is what is not known yet, or what nobody asked for.
struct FoundLanes {
  std::shared_ptr<const IdleLanes> idle;
  std::shared_ptr<const QueueCurves> queue;
  std::shared_ptr<const FillCurves> fill;
  std::shared_ptr<const CopyCurves> copies;
  std::shared_ptr<const std::vector<DeviceBlocks>> memory;
  std::shared_ptr<const PathLane> path;

  // Each asks for what its lane needs. UI thread. Cost: as Insights::ask.
  void ask_metric(Insights& insights, DeviceMetric metric);
  void ask_idle(Insights& insights);
  void ask_memory(Insights& insights);
  /// Whether ask_metric() has got it.
  [[nodiscard]] bool knows(DeviceMetric metric) const;
};

/// Points into what FoundLanes holds.
class DeviceCurve {
 public:
  DeviceCurve() = default;
  DeviceCurve(const FoundLanes& found, DeviceMetric metric, std::int64_t device);

  /// The trace has no such data.
  [[nodiscard]] bool empty() const {
    return idle_ == nullptr && mean_ == nullptr && track_ == nullptr;
  }
  /// Cost: a few look-ups a point.
  void points(const Viewport& viewport, Curve& out) const;
  /// At a pixel; nullopt outside of the data.
  [[nodiscard]] std::optional<double> at(const Viewport& viewport, double x_px) const;

 private:
  void take(const CounterTrack& track) {
    if (!track.time_ns.empty()) track_ = &track;
  }

  // One of them.
  const IdleLane* idle_ = nullptr;
  const MeanCurve* mean_ = nullptr;
  const CounterTrack* track_ = nullptr;
};

}  // namespace lanescope
