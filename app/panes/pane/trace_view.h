// TraceView: the view state of an open trace: the time range in view, the lanes, the selection.
// Panes draw and change it; it draws nothing itself.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "app/panes/pane/marks.h"
#include "app/panes/pane/search.h"
#include "app/panes/pane/trace_lanes.h"
#include "app/panes/pane/view_request.h"
#include "core/session/session.h"
#include "core/view/colors/role.h"
#include "core/view/events/selection.h"
#include "core/view/lanes/path_lane.h"
#include "core/view/lanes/tree.h"
#include "core/view/lanes/tree_state.h"
#include "core/view/navigation/view_history.h"
#include "core/view/results/comparison.h"
#include "core/view/results/insights.h"
#include "core/view/text/short_name.h"
#include "core/view/timeline/viewport.h"

namespace lanescope {

class TraceView;

/// Undo and redo for hidden lanes, the search, bookmarks and the selected range.
class Edits {
 public:
  /// Call once per frame.
  void note(const TraceView& view, double now_s);
  void undo(TraceView& view);
  void redo(TraceView& view);
  [[nodiscard]] bool can_undo() const { return steps_.can_undo(); }
  [[nodiscard]] bool can_redo() const { return steps_.can_redo(); }
  /// Adds bookmarks that were read from a file; this cannot be undone.
  void adopt(TraceView& view, const Bookmarks& read);

 private:
  UndoHistory steps_;
  std::optional<std::uint64_t> lanes_;  // generations at the last noted step
  std::uint64_t marks_ = 0;
  std::string search_;
  std::optional<TimeRange> range_;
};

/// The critical path over the lanes.
struct ShownPath {
  bool shown = false;
  bool only = false;                     // draw everything else faintly while it is shown
  std::shared_ptr<const PathLane> lane;  // null if not shown or not known yet
};

/// Names by their string ids.
struct TraceNames {
  RoleTable roles;
  ShortNames shortened;
};

/// Navigation history.
struct Way {
  ViewHistory history;
  std::vector<EventId> climbed;  // events visited going up the call chain, to go back down
};

/// What stays in place in the other run's lanes, which face those of this run.
struct KeptBeside {
  std::vector<float> content_px;  // where its lanes begin, from the top of those that scroll
  bool moving = false;            // it is scrolled, or something is dragged over it
};

/// The other run shown with this one.
struct RunBeside {
  Comparison* comparison = nullptr;  // null if there is no other run
  RunSide side = RunSide::A;         // which of the two runs this is
  bool in_lanes = false;             // the lanes have the order for two runs
  KeptBeside kept;                   // empty unless lanes face each other
};

/// The details of a narrow window, which are over the right part of the lanes while they are open.
struct LanesCover {
  float x0_px = 0;    // their left edge on the screen
  bool any = false;   // whether a selection opens them
  bool open = false;  // whether they are open
};

/// Slices too thin to be drawn separately, of which the longest was selected.
struct ClickedBlock {
  TimeRange range;
  std::uint64_t pick = 0;  // Selection::picks() of that; 0: none
};

/// What is under the mouse.
struct UnderMouse {
  std::optional<LaneRef> lane;  // the mouse is over its label or its drawing
  std::optional<Ns> time_ns;
  std::optional<Ns> pane_time_ns;  // from another pane with a time axis; cleared after use
};

/// UI thread only.
class TraceView {
  std::function<void()> wake_;
  Session session_;  // first: other threads use it until the members below are destroyed

 public:
  /// Starts loading immediately. `wake` requests a new frame; it is called on other threads.
  TraceView(std::string path, std::function<void()> wake, Session::Kind kind = Session::Kind::File,
            BesideTrace beside = {});

  /// Call once at the start of a frame: takes the newest snapshot and advances animations. Cost: a
  /// pointer copy; for a new snapshot, building its lane tree (milliseconds at most).
  void refresh(double now_s, double delta_s);
  /// Whether something moves, so the next frame must be drawn.
  [[nodiscard]] bool animating() const {
    return viewport.gliding() || lanes.scrolling() || lanes.settling();
  }

  [[nodiscard]] Session& session() { return session_; }
  [[nodiscard]] const Session& session() const { return session_; }
  /// What panes analyze. During a recording, the last complete part, if there is one. Null before
  /// the first preview.
  [[nodiscard]] const std::shared_ptr<const Snapshot>& snapshot() const { return about_.snapshot; }
  /// Of the snapshot; increases.
  [[nodiscard]] std::uint64_t generation() const { return about_.generation; }
  /// What the lanes show: everything loaded so far. The ids of snapshot()'s slices are valid in it;
  /// it has more.
  [[nodiscard]] const std::shared_ptr<const Snapshot>& drawn() const { return drawn_.snapshot; }
  [[nodiscard]] std::uint64_t drawn_generation() const { return drawn_.generation; }
  /// The event's id in snapshot(); None if that does not have it yet. Cost: O(log events).
  [[nodiscard]] EventId complete_id(EventId drawn) const;
  /// Reads events of the current snapshot(). For workers.
  [[nodiscard]] const ReadEvent& reader() const { return about_.reader; }
  /// The same, with the reason if an event cannot be read. It keeps alive what it reads from.
  [[nodiscard]] const EventJson& texts() const { return about_.texts; }
  /// What panes show while they wait for the complete trace, then for their result. Until the next
  /// call.
  [[nodiscard]] std::string_view waiting_words() const;
  [[nodiscard]] const std::function<void()>& wake() const { return wake_; }

  /// Shows the critical path for the scope of Chosen insights and scrolls to its lane; or hides it
  /// and stops computing it.
  void show_path(bool shown);
  /// Brings an event into view: scrolls to its lane, and if its time is out of view, glides to it.
  /// Unfolds its group.
  void reveal(EventId event);
  /// Scrolls to its lane; the time range does not change.
  void reveal_lane_of(EventId event);
  /// Glides to a time range that is out of view.
  void reveal_time(TimeRange range);
  /// Selects and reveals an event; does nothing for EventId::None.
  void go_to(EventId event);
  /// The same for an idle gap.
  void go_to_gap(const GapRef& gap);
  /// Stops following the newest events, so the view does not move while a recording grows.
  void hold_still();
  /// Says that an event is about to be selected, which may open details over the lanes: what is
  /// shown from now on is shown beside them.
  void expect_cover();
  /// The time range of an event; nullopt for unknown ones.
  [[nodiscard]] std::optional<TimeRange> range_of(EventId event) const;

  Viewport viewport;
  Selection selection;
  TraceLanes lanes;
  Edits edits;
  Way way;
  TraceNames names;
  Search search;
  SharedThresholds thresholds;  // used by analyses; set by the window
  Insights insights;  // of the newest snapshot and the selected range, as of the frame's start
  Marks marks;
  bool follow_newest = true;  // for a recording in progress: keep the newest events in view
  WindowKind window = WindowKind::Steps;  // scope of Chosen insights if no range is selected
  ShownPath path;                         // see show_path()
  std::vector<ViewRequest> requests;      // from panes to the window, oldest first
  RunBeside run;                          // set by the window, except for `in_lanes`
  UnderMouse mouse;
  LanesCover cover;  // set by the window
  ClickedBlock block;
  float covered_px = 0;  // of the lanes by `cover` while it is open; set by what draws them

 private:
  /// Where an event is, and the slices that its flow arrows lead to or come from.
  struct EventRows {
    std::optional<SlicePlace> own;
    std::vector<SlicePlace> beside;
  };
  [[nodiscard]] EventRows rows_of(EventId event) const;
  ViewPlace place();
  void attend_selection();
  void take_snapshot();
  void take_drawn(const Session::Picture& picture);
  /// Switches to the next complete part once everything requested of it is known.
  void prepare_next(const Session::Picture& picture);
  void make_tree();
  void follow_insights();
  void follow_growth(TimeRange before, TimeView held);

  mutable std::string computing_;  // what waiting_words() refers to

  /// What panes analyze.
  struct About {
    std::shared_ptr<const Snapshot> snapshot;
    std::uint64_t generation = 0;
    ReadEvent reader;
    EventJson texts;
  };
  struct Drawn {
    std::shared_ptr<const Snapshot> snapshot;
    std::uint64_t generation = 0;
  };
  About about_;
  Drawn drawn_;
  struct Attended {
    EventId event = EventId::None;
    std::uint64_t tree = 0;        // generation
    std::uint64_t row_resets = 0;  // after one, the selection may be in none of its lane's rows
    friend bool operator==(const Attended&, const Attended&) = default;
  };
  Attended attended_;
  std::uint64_t followed_marks_ = 0;  // generation
};

}  // namespace lanescope
