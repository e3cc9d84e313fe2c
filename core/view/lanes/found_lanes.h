// Analysis results for lanes that do not show events of the file, and the curve of each device
// metric.
#pragma once

#include <memory>
#include <optional>
#include <vector>

#include "core/view/idle/idle_lane.h"
#include "core/view/lanes/loader_lane.h"
#include "core/view/lanes/metric_curves.h"
#include "core/view/lanes/path_lane.h"
#include "core/view/memory/block_colors.h"
#include "core/view/memory/blocks.h"

namespace lanescope {

/// A null pointer: not known yet, or never requested.
struct FoundLanes {
  std::shared_ptr<const IdleLanes> idle;
  std::shared_ptr<const LoaderLanes> loader;
  std::shared_ptr<const QueueCurves> queue;
  std::shared_ptr<const FillCurves> fill;
  std::shared_ptr<const CopyCurves> copies;
  std::shared_ptr<const std::vector<DeviceBlocks>> memory;
  std::shared_ptr<const std::vector<OwnedBlocks>> owners;
  std::shared_ptr<const PathLane> path;

  // These request what a lane needs. UI thread. Cost: as for Insights::ask.
  void ask_metric(Insights& insights, DeviceMetric metric);
  void ask_idle(Insights& insights);
  void ask_loader(Insights& insights);
  void ask_memory(Insights& insights);
  /// Whether the result requested by ask_metric() is available.
  [[nodiscard]] bool knows(DeviceMetric metric) const;
};

/// Points into the results that FoundLanes holds, which must outlive it.
class DeviceCurve {
 public:
  DeviceCurve() = default;
  DeviceCurve(const FoundLanes& found, DeviceMetric metric, std::int64_t device);

  /// Whether the trace has no such data.
  [[nodiscard]] bool empty() const {
    return idle_ == nullptr && mean_ == nullptr && track_ == nullptr;
  }
  /// Cost: a few lookups per point.
  void points(const Viewport& viewport, Curve& out) const;
  /// The value at a pixel; nullopt outside the data.
  [[nodiscard]] std::optional<double> at(const Viewport& viewport, double x_px) const;

 private:
  void take(const CounterTrack& track) {
    if (!track.time_ns.empty()) track_ = &track;
  }

  // At most one is set.
  const IdleLane* idle_ = nullptr;
  const MeanCurve* mean_ = nullptr;
  const CounterTrack* track_ = nullptr;
};

}  // namespace lanescope
