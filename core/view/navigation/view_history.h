// Two histories: the places visited, for back and forward, and the changes that can be undone.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "core/base/text/ids.h"
#include "core/view/events/event_ref.h"
#include "core/view/lanes/tree_state.h"
#include "core/view/navigation/bookmarks.h"
#include "core/view/timeline/viewport.h"

namespace lanescope {

/// How the lanes were: how far they were scrolled, and what made them high or low. Shared, so that
/// a place costs a pointer while nothing changes.
struct LanesThen {
  LaneHeights heights;
  std::vector<std::uint32_t> depths;  // Lane::depth of all lanes in their order
};
struct LanesPlace {
  float scroll_px = 0;
  std::shared_ptr<const LanesThen> then;  // null: not known
};

/// Where the user was: the time in view, the lanes, and what was selected.
struct ViewPlace {
  TimeView view;
  EventId event = EventId::None;
  LanesPlace lanes = {};
  std::optional<TimeRange> range = {};        // the selected one
  std::optional<GapRef> gap = {};             // likewise
  std::optional<TimeRange> event_range = {};  // the event's, if it is known
  double since_s = 0;                         // when it was reached; set by the history
};

// As in a browser, each selection is a page and what is in view is how far it is scrolled. A view
// that has little in common with the one before is a page too, to come back from a zoom.
class ViewHistory {
 public:
  static constexpr double kRestSeconds = 0.5;
  /// Jumps that follow each other within this time, as while a key is held, are one place; and so
  /// are ranges while one is dragged.
  static constexpr double kRapidSeconds = 0.12, kDragSeconds = 1.5;
  static constexpr std::size_t kMaxEntries = 100;

  /// Reports where the user is, or is gliding to; call it once per frame. Another selection is a
  /// place of its own, and nothing selected is one too; the place before keeps its view and its
  /// lanes as they were last. Without another selection, a view that has rested for kRestSeconds,
  /// or that back() leaves, is a place of its own if it is far from that of the current place, or
  /// no longer shows the selected event or gap; otherwise becomes the view of that. `now_s` is from
  /// any monotonic clock.
  void note(const ViewPlace& now, double now_s);

  /// Says that the selection which the next note() reports was reached by a link, a key or a
  /// search.
  void jump() { jumps_ = true; }

  /// Says that a command is about to show another part of the time at once: what is in view now is
  /// a place of its own, also while something is selected.
  void leap() { leaps_ = true; }

  /// The place to go to; nullopt at the ends of the history.
  std::optional<ViewPlace> back();
  std::optional<ViewPlace> forward();
  [[nodiscard]] bool can_go_back() const;
  [[nodiscard]] bool can_go_forward() const { return at_ + 1 < entries_.size(); }
  void clear();
  /// Event ids have changed; `moved` is EventId::None for an event that is gone.
  void move_events(const std::function<EventId(EventId)>& moved);

  // Two runs that are viewed together go back and forward together.

  /// Changes whenever back() or forward() goes to another place.
  [[nodiscard]] std::uint64_t travels() const { return travels_; }
  /// A time at which the current place had been reached and the one after it not yet.
  [[nodiscard]] double reached_by_s() const;
  /// Goes to the place of that time. What the next note() reports belongs to it.
  void accompany(double time_s);

 private:
  /// How a change of the selection may go on within the same place.
  enum class Change : std::uint8_t { Single, Jump, Drag };
  [[nodiscard]] Change change_to(const ViewPlace& now) const;
  [[nodiscard]] bool is_new_view() const;
  void keep_view();
  void push(const ViewPlace& place);
  void replace(const ViewPlace& now);
  const ViewPlace& go(std::size_t to);

  std::vector<ViewPlace> entries_;
  std::size_t at_ = 0;
  ViewPlace live_;         // as of the last note(), or as go() left it
  bool arriving_ = false;  // a selected or restored place whose view has not rested yet
  bool jumps_ = false;     // see jump()
  bool led_ = false;       // see accompany()
  Change newest_ = Change::Single;
  bool leaps_ = false;  // see leap()
  std::uint64_t travels_ = 0;
  double moved_at_s_ = 0, selected_at_s_ = 0, noted_at_s_ = 0;
};

// What can be undone: hiding lanes, the search filter, bookmarks, the selected range. Each entry is
// a complete state, so any change is one step. The view in time has its own history, ViewHistory.

struct UndoState {
  std::vector<std::string> hidden;  // keys of lanes and groups, in the order they were hidden
  std::string search;
  Bookmarks bookmarks;
  std::optional<TimeRange> range = {};  // the selected one
  friend bool operator==(const UndoState&, const UndoState&) = default;
};

class UndoHistory {
 public:
  static constexpr std::size_t kMaxSteps = 100;
  /// Letters typed within this time are one step, and so are changes of a range that is dragged.
  static constexpr double kTypingSeconds = 1.5;

  /// Records the state after a change; the first call records the initial state.
  void note(const UndoState& state, double now_s);
  /// Sets the current state without adding a step, for data read from a file.
  void adopt(const UndoState& state);

  /// The state to go to; nullopt at the ends of the history.
  std::optional<UndoState> undo();
  std::optional<UndoState> redo();
  [[nodiscard]] bool can_undo() const { return at_ > 0; }
  [[nodiscard]] bool can_redo() const { return at_ + 1 < states_.size(); }

 private:
  /// How a change may go on within the same step.
  enum class Change : std::uint8_t { Single, Typing, Dragging };
  static Change change_of(const UndoState& from, const UndoState& to);

  std::vector<UndoState> states_;
  std::size_t at_ = 0;
  Change newest_ = Change::Single;
  double changed_at_s_ = 0;
};

}  // namespace lanescope
