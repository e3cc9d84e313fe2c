#include "core/view/navigation/undo_history.h"

namespace lanescope {

void UndoHistory::note(const UndoState& state, double now_s) {
  if (states_.empty()) {
    states_.push_back(state);
    return;
  }
  const UndoState& last = states_[at_];
  if (state == last) return;
  const bool letters = state.hidden == last.hidden && state.bookmarks == last.bookmarks;
  const bool goes_on =
      letters && typing_ && at_ + 1 == states_.size() && now_s - typed_at_s_ < kTypingSeconds;
  typing_ = letters;
  typed_at_s_ = now_s;
  if (goes_on) {
    states_[at_] = state;
    return;
  }
  states_.resize(at_ + 1);
  states_.push_back(state);
  if (states_.size() > kMaxSteps + 1) states_.erase(states_.begin());
  at_ = states_.size() - 1;
}

void UndoHistory::adopt(const UndoState& state) {
  states_.assign(1, state);
  at_ = 0;
  typing_ = false;
}

std::optional<UndoState> UndoHistory::undo() {
  if (!can_undo()) return std::nullopt;
  typing_ = false;
  return states_[--at_];
}

std::optional<UndoState> UndoHistory::redo() {
  if (!can_redo()) return std::nullopt;
  typing_ = false;
  return states_[++at_];
}

}  // namespace lanescope
