// The views a user has been to, for back and forward. Small moves in quick succession count as one.
#pragma once

#include <cstddef>
#include <optional>
#include <vector>

#include "core/view/viewport.h"

namespace lanescope {

class ViewHistory {
 public:
  static constexpr double kRestSeconds = 0.5;
  static constexpr std::size_t kMaxEntries = 100;

  /// Tells where the view rests; call once a frame, or whenever it changed. A view enters the
  /// history once it has rested for kRestSeconds or when back() leaves it. `now_s` is any clock
  /// that rises.
  void note(const TimeView& view, double now_s);

  /// The view to go to; nullopt at the ends of the list.
  std::optional<TimeView> back();
  std::optional<TimeView> forward();
  [[nodiscard]] bool can_go_back() const;
  [[nodiscard]] bool can_go_forward() const { return at_ + 1 < entries_.size(); }
  void clear();

 private:
  void settle();

  std::vector<TimeView> entries_;
  std::size_t at_ = 0;
  std::optional<TimeView> moving_;  // seen, not yet rested
  double moved_at_s_ = 0;
};

}  // namespace lanescope
