// The critical path on the timeline: a row of its segments, the parts of other lanes that are on
// it, where it moves between lanes, and what it says about an event.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string_view>
#include <utility>
#include <vector>

#include "core/analysis/launch/critical_path.h"
#include "core/view/colors/path_words.h"
#include "core/view/details/text.h"
#include "core/view/lanes/tree.h"
#include "core/view/results/insights.h"
#include "core/view/timeline/strip_index.h"
#include "core/view/timeline/viewport.h"

namespace lanescope {

/// A segment in a viewport, or a block of segments too thin to draw separately.
struct PathRect {
  float x0_px = 0;  // from the viewport's left edge; clipped just outside it
  float x1_px = 0;
  std::uint32_t segment = 0;  // for a block, the longest one
  std::uint32_t count = 1;
  PathClass what = PathClass::Untraced;  // of the longest one
};

/// A part of a lane's row that is on the path.
struct PathMark {
  float x0_px = 0, x1_px = 0;
  std::uint32_t row = 0;
  bool waits = false;  // between slices: the path waits there for the next one to start
  float share = 1;     // of its width that is on the path
};

/// A point where the path moves to another row.
struct PathTurn {
  Ns time_ns = 0;
  TrackId from_track = TrackId::None, to_track = TrackId::None;
  std::uint32_t from_row = 0, to_row = 0;
};

/// A class's share of the window.
struct PathShare {
  PathClass what = PathClass::Untraced;
  Ns total_ns = 0;
  double share = 0;
};

class PathLane {
 public:
  PathLane() : strip_({}) {}
  /// Cost: log of the chunks for each segment. If stopped, it is incomplete.
  PathLane(const Snapshot& snapshot, std::shared_ptr<const CriticalPath> path, WindowKind window,
           const std::stop_token& stop = {});

  [[nodiscard]] const CriticalPath& path() const { return *path_; }
  [[nodiscard]] WindowKind window() const { return window_; }
  /// Whether the window has no events with a duration.
  [[nodiscard]] bool empty() const { return path_ == nullptr || path_->segments.empty(); }
  /// Largest first; classes without time are omitted.
  [[nodiscard]] std::span<const PathShare> shares() const { return shares_; }
  [[nodiscard]] double share_of(Ns ns) const;

  // `runs` is scratch space, reused so that frames do not allocate. Cost: a few lookups per pixel.

  /// In time order.
  void rects(const Viewport& viewport, std::vector<StripRun>& runs,
             std::vector<PathRect>& out) const;
  /// On rows [first_row, first_row + rows) of a track, row by row.
  void marks(TrackId track, std::uint32_t first_row, std::uint32_t rows, const Viewport& viewport,
             std::vector<StripRun>& runs, std::vector<PathMark>& out) const;

  struct Hit {
    std::uint32_t segment = 0;  // for a block, the longest one
    std::uint32_t count = 1;
    Ns total_ns = 0;
  };
  /// The segment at a pixel, otherwise the nearest within `reach_px`.
  [[nodiscard]] std::optional<Hit> hit(const Viewport& viewport, double x_px,
                                       double reach_px = 3) const;

  /// Those in a range, in time order.
  [[nodiscard]] std::span<const PathTurn> turns(TimeRange range) const;
  /// Whether any of `count` consecutive events is on the path. Cost: log(segments).
  [[nodiscard]] bool any_of(EventId first, std::uint32_t count = 1) const;
  /// The event's time on the path, by class. Cost: log(segments) and its own segments.
  [[nodiscard]] std::array<Ns, kPathClasses> classes_of(EventId event) const;

 private:
  struct Row {
    TrackId track = TrackId::None;
    std::uint32_t row = 0;
    StripIndex on, waits;
  };
  struct Place;
  class RowCollector;
  void add_marks(const StripIndex& strip, std::uint32_t row, bool waits, const Viewport& viewport,
                 std::vector<StripRun>& runs, std::vector<PathMark>& out) const;
  [[nodiscard]] std::vector<Place> places(const Snapshot& snapshot,
                                          const std::stop_token& stop) const;
  void add_turns(const std::vector<Place>& places);
  void add_shares();

  std::shared_ptr<const CriticalPath> path_;
  WindowKind window_ = WindowKind::Whole;
  StripIndex strip_;
  std::vector<Row> rows_;  // by track and row
  std::vector<PathTurn> turns_;
  std::vector<std::pair<EventId, std::uint32_t>> segment_of_;  // by event
  std::vector<PathShare> shares_;
};

PathLane path_lane_insight(const AnalysisResults& in);
/// Stops the computation if it is running, and frees the lane and the path that it is made from.
void drop_path_lane(Insights& insights);

inline constexpr std::string_view kPathLaneKey = "critical path";
/// Inserts the critical-path lane above the devices; without devices, below the steps.
void add_path_lane(LaneTree& tree);

/// What the path says about an event, for Details; empty for EventId::None.
DetailSection path_section(const Snapshot& snapshot, const PathLane& lane, EventId event);

}  // namespace lanescope
