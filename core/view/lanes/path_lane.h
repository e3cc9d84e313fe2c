// The critical path on the timeline: a row of its segments, the parts of the other lanes that lie
// on it, where it goes from lane to lane, and what it says of an event.
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

/// A segment in a viewport, or a block of segments too thin to tell apart.
struct PathRect {
  float x0_px = 0;  // from the viewport's left edge; clipped to just outside of it
  float x1_px = 0;
  std::uint32_t segment = 0;  // the longest one of a block
  std::uint32_t count = 1;
  PathClass what = PathClass::Untraced;  // of the longest one
};

/// A part of a lane's row that lies on the path.
struct PathMark {
  float x0_px = 0, x1_px = 0;
  std::uint32_t row = 0;
  bool waits = false;  // beside its slices: the path waits there until the next one starts
  float share = 1;     // of its width that lies on the path
};

/// Where the path goes on in another row.
struct PathTurn {
  Ns time_ns = 0;
  TrackId from_track = TrackId::None, to_track = TrackId::None;
  std::uint32_t from_row = 0, to_row = 0;
};

/// What a class has of the window.
struct PathShare {
  PathClass what = PathClass::Untraced;
  Ns total_ns = 0;
  double share = 0;
};

class PathLane {
 public:
  PathLane() : strip_({}) {}
  /// Cost: log of the chunks for each segment. A stop leaves it without most of them.
  PathLane(const Snapshot& snapshot, std::shared_ptr<const CriticalPath> path, WindowKind window,
           const std::stop_token& stop = {});

  [[nodiscard]] const CriticalPath& path() const { return *path_; }
  [[nodiscard]] WindowKind window() const { return window_; }
  /// The window has no events with a length.
  [[nodiscard]] bool empty() const { return path_ == nullptr || path_->segments.empty(); }
  /// The largest first; those of nothing are left out.
  [[nodiscard]] std::span<const PathShare> shares() const { return shares_; }
  [[nodiscard]] double share_of(Ns ns) const;

  // `runs` is room to work in, kept so that frames do not allocate. Cost: a few look-ups a pixel.

  /// By time.
  void rects(const Viewport& viewport, std::vector<StripRun>& runs,
             std::vector<PathRect>& out) const;
  /// On the rows [first_row, first_row + rows) of a track: row by row.
  void marks(TrackId track, std::uint32_t first_row, std::uint32_t rows, const Viewport& viewport,
             std::vector<StripRun>& runs, std::vector<PathMark>& out) const;

  struct Hit {
    std::uint32_t segment = 0;  // the longest one of a block
    std::uint32_t count = 1;
    Ns total_ns = 0;
  };
  /// At a pixel: the segment there, else the nearest within `reach_px`.
  [[nodiscard]] std::optional<Hit> hit(const Viewport& viewport, double x_px,
                                       double reach_px = 3) const;

  /// In a range, by time.
  [[nodiscard]] std::span<const PathTurn> turns(TimeRange range) const;
  /// Whether any of `count` consecutive events is on the path. Cost: log(segments).
  [[nodiscard]] bool any_of(EventId first, std::uint32_t count = 1) const;
  /// What an event has of the path, by class. Cost: log(segments) and its own segments.
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
/// Stops it when it is being made, and lets go of it and of the path that it is made of.
void drop_path_lane(Insights& insights);

inline constexpr std::string_view kPathLaneKey = "critical path";
/// Puts the lane of the path on top of the devices; without any, under the steps.
void add_path_lane(LaneTree& tree);

/// What the path says of an event, for Details; empty for EventId::None.
DetailSection path_section(const Snapshot& snapshot, const PathLane& lane, EventId event);

}  // namespace lanescope
