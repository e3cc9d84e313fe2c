// A DataLoader worker as a row: waiting for an index, fetching a batch, putting it into the queue;
// and when it had sent one.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string_view>
#include <vector>

#include "core/analysis/loader/sampled_workers.h"
#include "core/view/colors/role.h"
#include "core/view/lanes/tree.h"
#include "core/view/results/insights.h"
#include "core/view/timeline/strip_index.h"
#include "core/view/timeline/viewport.h"

namespace lanescope {

/// An interval in a viewport, or a block of intervals too thin to draw separately.
struct LoaderRect {
  float x0_px = 0;  // from the viewport's left edge; clipped just outside it
  float x1_px = 0;
  std::uint32_t interval = 0;  // for a block, the longest one
  std::uint32_t count = 1;
  LoaderPhase phase = LoaderPhase::Wait;  // of the longest one
};

class LoaderLane {
 public:
  LoaderLane(std::shared_ptr<const SampledWorkers> all, std::size_t worker);

  [[nodiscard]] const SampledWorker& worker() const { return all_->workers[worker_]; }
  [[nodiscard]] const LoaderInterval& interval(std::uint32_t index) const {
    return worker().phases[index];
  }
  /// The batch that an interval fetched; null for other intervals, and if it is not known.
  [[nodiscard]] const LoaderBatch* batch_of(std::uint32_t index) const;

  /// The sample to select for an interval. A sampled function may extend over many batches; the
  /// line in the middle of one says more. Cost: log(slices) for each row of the samples.
  [[nodiscard]] EventId sample_in(const Snapshot& snapshot, std::uint32_t index) const;

  /// In time order. `runs` is scratch space, reused so that frames do not allocate. Cost: a few
  /// lookups per pixel.
  void rects(const Viewport& viewport, std::vector<StripRun>& runs,
             std::vector<LoaderRect>& out) const;
  /// Where the sends in view end, in pixels from the left edge, at most one for each pixel. Cost: a
  /// lookup per mark.
  void marks(const Viewport& viewport, std::vector<float>& out) const;

  struct Hit {
    std::uint32_t interval = 0;  // for a block, the longest one
    std::uint32_t count = 1;
    Ns total_ns = 0;
  };
  /// The interval at a pixel, otherwise the nearest within `reach_px`.
  [[nodiscard]] std::optional<Hit> hit(const Viewport& viewport, double x_px,
                                       double reach_px = 3) const;

 private:
  std::shared_ptr<const SampledWorkers> all_;
  std::size_t worker_ = 0;
  StripIndex strip_;
};

struct LoaderLanes {
  std::vector<LoaderLane> lanes;
  /// Null for tracks that are not the samples of a worker's main thread.
  [[nodiscard]] const LoaderLane* of(TrackId samples) const;
};
LoaderLanes loader_lanes_insight(const AnalysisResults& in);

/// "fetch", "wait for index", "put".
std::string_view loader_phase_title(LoaderPhase phase);
/// What that means, for tooltips.
std::string_view loader_phase_meaning(LoaderPhase phase);
ColorRole loader_phase_role(LoaderPhase phase);

/// Adds such a lane above the main thread of a process that runs a worker's loop, by its samples.
/// Cost: a pass over the names of the main thread's samples.
void add_loader_lane(const Snapshot& snapshot, LaneGroup& process);

}  // namespace lanescope
