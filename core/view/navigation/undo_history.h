// What can be undone: lanes that were hidden, the filter of the search, bookmarks. States are kept
// whole, so that any of them is one step. The view in time has a history of its own
// (view_history.h).
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "core/view/navigation/bookmarks.h"

namespace lanescope {

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
