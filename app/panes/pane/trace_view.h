// TraceView: what a user sees of an open trace and has done to it - the stretch of time in view,
// the lanes, what is selected. Panes draw it and change it; it draws nothing itself.
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

/// Lanes hidden, the search, bookmarks: the last change taken back, or made again.
class Edits {
 public:
  /// Once a frame.
  void note(const TraceView& view, double now_s);
  void undo(TraceView& view);
  void redo(TraceView& view);
  [[nodiscard]] bool can_undo() const { return steps_.can_undo(); }
  [[nodiscard]] bool can_redo() const { return steps_.can_redo(); }
  /// Takes bookmarks that were read from a file; that is no step to undo.
  void adopt(TraceView& view, const Bookmarks& read);

 private:
  UndoHistory steps_;
  std::optional<std::uint64_t> lanes_;  // generations, as of the last step that was noted
  std::uint64_t marks_ = 0;
  std::string search_;
};

/// The critical path over the lanes.
struct ShownPath {
  bool shown = false;
  bool only = false;                     // what is not on it is drawn faintly, while it is shown
  std::shared_ptr<const PathLane> lane;  // null while it is not shown or not known yet
};

/// What names say, by their ids.
struct TraceNames {
  RoleTable roles;
  ShortNames shortened;
};

/// Where the user has been.
struct Way {
  ViewHistory history;
  std::vector<EventId> climbed;  // on the way up the chain to the selection; the way down again
};

/// The other run beside this one.
struct RunBeside {
  Comparison* comparison = nullptr;  // with it; null without one
  RunSide side = RunSide::A;         // which of the two this one is
};

/// What lies under the mouse.
struct UnderMouse {
  std::optional<LaneRef> lane;  // over its label or its drawing
  std::optional<Ns> time_ns;
  std::optional<Ns> pane_time_ns;  // from a pane that shows time too; until a frame has taken it
};

/// UI thread only.
class TraceView {
  std::function<void()> wake_;
  Session session_;  // before everything that asks it from other threads

 public:
  /// Starts loading at once. `wake` asks for a new frame; it is called from other threads.
  TraceView(std::string path, std::function<void()> wake, Session::Kind kind = Session::Kind::File);

  /// Once at the start of a frame: takes the newest snapshot and moves animations on. Cost: a
  /// pointer copy; when there is a new snapshot, its lane tree (milliseconds at most).
  void refresh(double now_s, double delta_s);
  /// Whether something moves, so that the next frame must be drawn.
  [[nodiscard]] bool animating() const { return viewport.gliding() || lanes.scrolling(); }

  [[nodiscard]] Session& session() { return session_; }
  [[nodiscard]] const Session& session() const { return session_; }
  /// What panes are about; of a recording that runs what has been complete of it, once anything
  /// has. Null before the first preview.
  [[nodiscard]] const std::shared_ptr<const Snapshot>& snapshot() const { return about_.snapshot; }
  /// Of the snapshot; rises.
  [[nodiscard]] std::uint64_t generation() const { return about_.generation; }
  /// What the lanes show: all there is. The ids of snapshot()'s slices are good in it; it has more.
  [[nodiscard]] const std::shared_ptr<const Snapshot>& drawn() const { return drawn_.snapshot; }
  [[nodiscard]] std::uint64_t drawn_generation() const { return drawn_.generation; }
  /// The event's id in snapshot(); None when that does not have it yet. Cost: log(events).
  [[nodiscard]] EventId complete_id(EventId drawn) const;
  /// Of the events of snapshot(), while it is the view's. For workers.
  [[nodiscard]] const ReadEvent& reader() const { return about_.reader; }
  /// The same, with the reason why an event can not be read. It holds what it reads.
  [[nodiscard]] const EventJson& texts() const { return about_.texts; }
  /// What panes say that need all of the trace.
  [[nodiscard]] std::string_view waiting_words() const;
  [[nodiscard]] const std::function<void()>& wake() const { return wake_; }

  /// Shows the critical path of what Chosen insights are about, and brings its lane into view; or
  /// hides it and stops looking for it.
  void show_path(bool shown);
  /// Brings an event into view: its lane by scrolling, its time by gliding there when it is
  /// outside. Unfolds its group.
  void reveal(EventId event);
  /// Only its lane; the time in view stays.
  void reveal_lane_of(EventId event);
  /// Selects and reveals; does nothing for EventId::None.
  void go_to(EventId event);
  /// What is looked at shall not glide out of sight while a recording grows.
  void hold_still();
  /// The time of an event; empty for unknown ones.
  [[nodiscard]] std::optional<TimeRange> range_of(EventId event) const;

  Viewport viewport;
  Selection selection;
  TraceLanes lanes;
  Edits edits;
  Way way;
  TraceNames names;
  Search search;
  SharedThresholds thresholds;  // that analyses judge by; set by the window
  Insights insights;  // of the newest snapshot and the selected range, as of the frame's start
  Marks marks;
  bool follow_newest = true;  // of a capture that is still written: the view moves along
  WindowKind window = WindowKind::Steps;  // that Chosen insights are about without a range
  ShownPath path;                         // see show_path()
  std::vector<ViewRequest> requests;      // what panes ask of the window, the oldest first
  RunBeside run;                          // set by the window
  UnderMouse mouse;

 private:
  void take_snapshot();
  void take_drawn(const Session::Picture& picture);
  /// Lets what is complete next take its place when all that is asked of it is known.
  void prepare_next(const Session::Picture& picture);
  void make_tree();
  void follow_insights();
  void follow_growth(TimeRange before, TimeView held);

  /// What panes are about.
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
};

}  // namespace lanescope
