// Two histories: the places visited, for back and forward, and the changes that can be undone.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "core/base/text/ids.h"
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

struct ViewPlace {
  TimeView view;
  EventId event = EventId::None;
  LanesPlace lanes = {};
  std::optional<TimeRange> range = {};  // the selected one
  bool deselected = false;              // a range or an event was deselected here
};

class ViewHistory {
 public:
  static constexpr double kRestSeconds = 0.5;
  static constexpr std::size_t kMaxEntries = 100;

  /// Reports the current view and selection; call it once per frame, or whenever either changes. A
  /// view enters the history after resting for kRestSeconds, or when back() leaves it; an event
  /// that is selected, and lanes that change, without moving in time become that place's. If the
  /// range or the event is deselected, that is a place of its own, and back() returns to the
  /// selection. `now_s` is from any monotonic clock.
  void note(const TimeView& view, double now_s, EventId event = EventId::None,
            const LanesPlace& lanes = {}, const std::optional<TimeRange>& range = {});

  /// Records a jump to another event: back() returns from it even if the view did not move.
  void jump(EventId from, EventId to);

  /// The place to go to; nullopt at the ends of the history.
  std::optional<ViewPlace> back();
  std::optional<ViewPlace> forward();
  [[nodiscard]] bool can_go_back() const;
  [[nodiscard]] bool can_go_forward() const { return at_ + 1 < entries_.size(); }
  void clear();
  /// Event ids have changed: places keep only their views.
  void forget_events();

 private:
  void settle();
  void push(const ViewPlace& place);
  ViewPlace go(std::size_t to);

  std::vector<ViewPlace> entries_;
  std::size_t at_ = 0;
  std::optional<TimeView> moving_;  // seen, but has not rested yet
  EventId event_ = EventId::None;   // the selected event
  LanesPlace lanes_;
  std::optional<TimeRange> range_;  // the selected one
  bool jumped_ = false;             // the newest place is a jump whose view has not rested yet
  double moved_at_s_ = 0;
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
