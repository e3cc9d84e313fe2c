#include "core/view/view_history.h"

#include <cmath>

namespace lanescope {
namespace {

/// Views that look the same.
bool alike(const TimeView& a, const TimeView& b) {
  const double moved_ns = static_cast<double>(saturating_sub(a.begin_ns, b.begin_ns));
  return std::abs(a.span_ns - b.span_ns) < a.span_ns * 1e-3 &&
         std::abs(moved_ns) < a.span_ns * 1e-3;
}

}  // namespace

void ViewHistory::note(const TimeView& view, double now_s) {
  if (!moving_ || !(*moving_ == view)) {
    moving_ = view;
    moved_at_s_ = now_s;
  }
  if (entries_.empty() || now_s - moved_at_s_ >= kRestSeconds) settle();
}

void ViewHistory::settle() {
  if (!moving_) return;
  if (!entries_.empty() && alike(entries_[at_], *moving_)) return;
  if (!entries_.empty()) entries_.resize(at_ + 1);
  entries_.push_back(*moving_);
  if (entries_.size() > kMaxEntries) entries_.erase(entries_.begin());
  at_ = entries_.size() - 1;
}

std::optional<TimeView> ViewHistory::back() {
  settle();
  if (at_ == 0 || entries_.empty()) return std::nullopt;
  moving_ = entries_[--at_];
  return moving_;
}

std::optional<TimeView> ViewHistory::forward() {
  settle();
  if (!can_go_forward()) return std::nullopt;
  moving_ = entries_[++at_];
  return moving_;
}

bool ViewHistory::can_go_back() const {
  return at_ > 0 || (moving_ && !entries_.empty() && !alike(entries_[at_], *moving_));
}

void ViewHistory::clear() {
  *this = ViewHistory();
}

}  // namespace lanescope
