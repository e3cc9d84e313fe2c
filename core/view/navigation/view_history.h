// Two histories: the places a user has been to, for back and forward, and what can be undone.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "core/base/text/ids.h"
#include "core/view/navigation/bookmarks.h"
#include "core/view/timeline/viewport.h"

namespace lanescope {

struct ViewPlace {
  TimeView view;
  EventId event = EventId::None;
};

class ViewHistory {
 public:
  static constexpr double kRestSeconds = 0.5;
  static constexpr std::size_t kMaxEntries = 100;

  /// Tells where the view rests and what is selected; call once a frame, or whenever it changed. A
  /// view enters the history once it has rested for kRestSeconds or when back() leaves it; an event
  /// that is selected without going there is that of the place. `now_s` is any clock that rises.
  void note(const TimeView& view, double now_s, EventId event = EventId::None);

  /// Another event was gone to: back() returns from there even where the view did not move.
  void jump(EventId from, EventId to);

  /// The place to go to; nullopt at the ends of the list.
  std::optional<ViewPlace> back();
  std::optional<ViewPlace> forward();
  [[nodiscard]] bool can_go_back() const;
  [[nodiscard]] bool can_go_forward() const { return at_ + 1 < entries_.size(); }
  void clear();
  /// Ids of events have changed: places keep their views only.
  void forget_events();

 private:
  void settle();
  void push(const ViewPlace& place);

  std::vector<ViewPlace> entries_;
  std::size_t at_ = 0;
  std::optional<TimeView> moving_;  // seen, not yet rested
  EventId event_ = EventId::None;   // selected now
  bool jumped_ = false;  // the newest place is that of a jump whose view has not rested yet
  double moved_at_s_ = 0;
};

// What can be undone: lanes that were hidden, the filter of the search, bookmarks. States are kept
// whole, so that any of them is one step. The view in time has a history of its own
// (view_history.h).

struct UndoState {
  std::vector<std::string> hidden;  // keys of lanes and groups, in the order of hiding
  std::string search;
  Bookmarks bookmarks;
  friend bool operator==(const UndoState&, const UndoState&) = default;
};

class UndoHistory {
 public:
  static constexpr std::size_t kMaxSteps = 100;
  static constexpr double kTypingSeconds = 1.5;  // letters typed closer than that are one step

  /// Tells how things are after a change; the first call tells how they were at the start.
  void note(const UndoState& state, double now_s);
  /// How things are now was nobody's step: what was read from a file.
  void adopt(const UndoState& state);

  /// The state to go to; nullopt at the ends.
  std::optional<UndoState> undo();
  std::optional<UndoState> redo();
  [[nodiscard]] bool can_undo() const { return at_ > 0; }
  [[nodiscard]] bool can_redo() const { return at_ + 1 < states_.size(); }

 private:
  std::vector<UndoState> states_;
  std::size_t at_ = 0;
  bool typing_ = false;  // the newest step is letters of a search
  double typed_at_s_ = 0;
};

}  // namespace lanescope
