// TraceView: what a user sees of an open trace and has done to it - the stretch of time in view,
// the lanes, what is selected. Panes draw it and change it; it draws nothing itself.
#pragma once

#include <cstdint>
#include <functional>
#include <future>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <thread>
#include <vector>

#include "app/panes/pane/marks.h"
#include "app/panes/pane/search.h"
#include "app/panes/pane/view_request.h"
#include "core/session/session.h"
#include "core/view/colors/role.h"
#include "core/view/events/selection.h"
#include "core/view/lanes/layout.h"
#include "core/view/lanes/path_lane.h"
#include "core/view/lanes/tree.h"
#include "core/view/lanes/tree_state.h"
#include "core/view/navigation/view_history.h"
#include "core/view/results/comparison.h"
#include "core/view/results/insights.h"
#include "core/view/text/short_name.h"
#include "core/view/timeline/viewport.h"

namespace lanescope {

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
  [[nodiscard]] bool animating() const {
    return viewport.gliding() || scroll_target_px_.has_value();
  }

  [[nodiscard]] Session& session() { return session_; }
  [[nodiscard]] const Session& session() const { return session_; }
  /// What panes are about; of a recording that runs what has been complete of it, once anything
  /// has. Null before the first preview.
  [[nodiscard]] const std::shared_ptr<const Snapshot>& snapshot() const { return snapshot_; }
  /// Of the snapshot; rises.
  [[nodiscard]] std::uint64_t generation() const { return generation_; }
  /// What the lanes show: all there is. The ids of snapshot()'s slices are good in it; it has more.
  [[nodiscard]] const std::shared_ptr<const Snapshot>& drawn() const { return drawn_; }
  [[nodiscard]] std::uint64_t drawn_generation() const { return drawn_generation_; }
  /// The event's id in snapshot(); None when that does not have it yet. Cost: log(events).
  [[nodiscard]] EventId complete_id(EventId drawn) const;
  /// Of the events of snapshot(), while it is the view's. For workers.
  [[nodiscard]] const ReadEvent& reader() const { return reader_; }
  /// The same, with the reason why an event can not be read. It holds what it reads.
  [[nodiscard]] const EventJson& texts() const { return texts_; }
  /// What panes say that need all of the trace.
  [[nodiscard]] std::string_view waiting_words() const;
  [[nodiscard]] const std::function<void()>& wake() const { return wake_; }

  [[nodiscard]] const LaneTree& tree() const { return tree_; }
  /// Counts the trees.
  [[nodiscard]] std::uint64_t tree_generation() const { return tree_generation_; }
  /// The lanes' places as of the start of the frame; what the user does to the tree shows in the
  /// next.
  [[nodiscard]] const LaneLayout& layout() const { return arrange_ ? arranged_ : layout_; }
  /// The same before they were arranged beside something else, and how often they changed.
  [[nodiscard]] const LaneLayout& own_layout() const { return layout_; }
  [[nodiscard]] std::uint64_t layout_generation() const { return layout_generation_; }
  using Arrange = std::function<LaneLayout(const LaneLayout& own)>;
  /// Moves the lanes to other places, now and whenever they get new ones; empty: no longer.
  void arrange_by(Arrange arrange);
  void arrange_again();
  void set_metrics(const LaneMetrics& metrics);

  // Lanes hidden, the search, bookmarks: the last change taken back, or made again.
  void undo();
  void redo();
  [[nodiscard]] bool can_undo() const { return undo_.can_undo(); }
  [[nodiscard]] bool can_redo() const { return undo_.can_redo(); }
  /// Takes bookmarks that were read from a file; that is no step to undo.
  void adopt_bookmarks(const Bookmarks& read);

  /// Shows the critical path of what Chosen insights are about, and brings its lane into view; or
  /// hides it and stops looking for it.
  void show_path(bool shown);
  [[nodiscard]] bool path_shown() const { return path_shown_; }
  /// Null while it is not shown or not known yet.
  [[nodiscard]] const PathLane* path() const { return path_.get(); }
  [[nodiscard]] const std::shared_ptr<const PathLane>& shared_path() const { return path_; }

  /// Brings an event into view: its lane by scrolling, its time by gliding there when it is
  /// outside. Unfolds its group.
  void reveal(EventId event);
  /// Brings a lane into view by scrolling: shown and unfolded. Keys that are none are left alone.
  void reveal_lane(const std::string& key);
  /// Only its lane; the time in view stays.
  void reveal_lane_of(EventId event);
  /// Selects and reveals; does nothing for EventId::None.
  void go_to(EventId event);
  /// What is looked at shall not glide out of sight while a recording grows.
  void hold_still();
  /// The time of an event; empty for unknown ones.
  [[nodiscard]] std::optional<TimeRange> range_of(EventId event) const;

  /// Scrolls the lanes; ends a scroll that is under way.
  void scroll_to(float offset_px);
  [[nodiscard]] float scroll_px() const { return scroll_px_; }
  /// Height of the area that lanes scroll in; told by who draws them.
  void set_lanes_height_px(float height_px);

  Viewport viewport;
  Selection selection;
  LaneTreeState lanes;
  ViewHistory history;
  RoleTable roles;
  ShortNames names;
  Search search;
  SharedThresholds thresholds;  // that analyses judge by; set by the window
  Insights insights;  // of the newest snapshot and the selected range, as of the frame's start
  Marks marks;
  bool follow_newest = true;  // of a capture that is still written: the view moves along
  WindowKind window = WindowKind::Steps;  // that Chosen insights are about without a range
  bool path_only = false;        // draw faintly what is not on the critical path, while it is shown
  std::vector<EventId> climbed;  // on the way up the chain to the selection; the way down again
  std::vector<ViewRequest> requests;    // what panes ask of the window, the oldest first
  Comparison* comparison = nullptr;     // with another run; null without one; set by the window
  RunSide side = RunSide::A;            // which of the two this one is
  std::optional<LaneRef> hovered_lane;  // under the mouse, over its label or its drawing
  std::optional<Ns> cursor_ns;          // time under the mouse
  std::optional<Ns> pane_cursor_ns;     // the same, from a pane that shows time too; until a frame
                                        // has taken it

 private:
  void take_snapshot();
  void take_drawn(const Session::Picture& picture);
  /// Lets what is complete next take its place when all that is asked of it is known.
  void prepare_next(const Session::Picture& picture);
  void make_tree();
  void follow_insights();
  void follow_growth(TimeRange before, TimeView held);
  void note_changes(double now_s);
  [[nodiscard]] UndoState undo_state() const;
  void apply(const UndoState& state);
  void advance_scroll(double delta_s);
  void refresh_layout();
  /// The lane's place, unfolded as far as the row needs; null when it is hidden.
  const LayoutItem* item_with_row(LaneRef ref, std::uint32_t row);

  std::shared_ptr<const Snapshot> snapshot_, drawn_;
  std::uint64_t generation_ = 0, drawn_generation_ = 0;
  ReadEvent reader_;
  EventJson texts_;
  bool path_shown_ = false;
  std::shared_ptr<const PathLane> path_;
  LaneTree tree_;
  std::uint64_t tree_generation_ = 0;
  LaneLayout layout_, arranged_;
  std::uint64_t layout_generation_ = 0;
  Arrange arrange_;
  LaneMetrics metrics_;
  bool layout_stale_ = true;
  std::uint64_t layout_lanes_generation_ = 0;
  float scroll_px_ = 0;
  float lanes_height_px_ = 0;
  std::optional<float> scroll_target_px_;
  UndoHistory undo_;
  std::optional<std::uint64_t> noted_lanes_;  // generations, as of the last step that was noted
  std::uint64_t noted_marks_ = 0;
  std::string noted_search_;
};

}  // namespace lanescope
