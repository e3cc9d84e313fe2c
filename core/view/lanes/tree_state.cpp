#include "core/view/lanes/tree_state.h"

#include <algorithm>

namespace lanescope {
namespace {

bool holds(const std::vector<std::string>& keys, const std::string& key) {
  return std::find(keys.begin(), keys.end(), key) != keys.end();
}

}  // namespace

void LaneTreeState::toggle_folded(const std::string& key) {
  set_folded(key, !folded(key));
}

void LaneTreeState::set_folded(const std::string& key, bool folded) {
  (folded ? heights_.folded : heights_.unfolded).insert(key);
  (folded ? heights_.unfolded : heights_.folded).erase(key);
  heights_.windows.erase(key);
  ++generation_;
}

void LaneTreeState::set_folded_at_first(std::set<std::string> keys) {
  if (folded_at_first_ == keys) return;
  folded_at_first_ = std::move(keys);
  ++generation_;
}

void LaneTreeState::hide(const std::string& key) {
  if (holds(hidden_, key)) return;
  hidden_.push_back(key);
  ++generation_;
}

std::optional<std::string> LaneTreeState::undo_hide() {
  if (hidden_.empty()) return std::nullopt;
  std::string key = std::move(hidden_.back());
  hidden_.pop_back();
  ++generation_;
  return key;
}

void LaneTreeState::set_hidden(const std::vector<std::string>& keys) {
  if (hidden_ == keys) return;
  hidden_ = keys;
  ++generation_;
}

void LaneTreeState::show(const std::string& key) {
  if (std::erase(hidden_, key) > 0) ++generation_;
}

void LaneTreeState::show_all() {
  if (hidden_.empty()) return;
  hidden_.clear();
  ++generation_;
}

bool LaneTreeState::hidden(const std::string& key) const {
  return holds(hidden_, key);
}

void LaneTreeState::toggle_pinned(const std::string& key) {
  if (std::erase(pinned_, key) == 0) pinned_.push_back(key);
  ++generation_;
}

void LaneTreeState::move_pinned(const std::string& key, const std::string& before) {
  if (key == before || std::erase(pinned_, key) == 0) return;
  pinned_.insert(std::ranges::find(pinned_, before), key);
  ++generation_;
}

bool LaneTreeState::pinned(const std::string& key) const {
  return holds(pinned_, key);
}

void LaneTreeState::set_rows(const std::string& key, const RowChoice& rows) {
  if (rows == RowChoice()) {
    heights_.rows.erase(key);
    ++row_resets_;
  } else {
    heights_.rows[key] = rows;
  }
  heights_.windows.erase(key);
  ++generation_;
}

RowChoice LaneTreeState::rows(const std::string& key) const {
  const auto chosen = heights_.rows.find(key);
  return chosen == heights_.rows.end() ? RowChoice() : chosen->second;
}

void LaneTreeState::set_window(const std::string& key, const RowWindow& window) {
  RowWindow& own = heights_.windows[key];
  if (own == window) return;
  own = window;
  ++generation_;
}

void LaneTreeState::drop_window(const std::string& key) {
  if (heights_.windows.erase(key) > 0) ++generation_;
}

const RowWindow* LaneTreeState::window(const std::string& key) const {
  const auto window = heights_.windows.find(key);
  return window == heights_.windows.end() ? nullptr : &window->second;
}

void LaneTreeState::set_heights(const LaneHeights& heights) {
  if (heights_ == heights) return;
  heights_ = heights;
  ++generation_;
}

void LaneTreeState::move(const std::string& parent, const std::vector<std::string>& siblings,
                         const std::string& key, const std::string& before) {
  if (key == before || !holds(siblings, key)) return;
  std::vector<std::string> order = siblings;
  std::erase(order, key);
  order.insert(std::find(order.begin(), order.end(), before), key);
  orders_[parent] = std::move(order);
  ++generation_;
}

const std::vector<std::string>& LaneTreeState::order(const std::string& parent) const {
  static const std::vector<std::string> none;
  const auto order = orders_.find(parent);
  return order == orders_.end() ? none : order->second;
}

void LaneTreeState::reset() {
  const std::uint64_t next = generation_ + 1, resets = row_resets_ + 1;
  std::set<std::string> folded_at_first = std::move(folded_at_first_);
  *this = LaneTreeState();
  folded_at_first_ = std::move(folded_at_first);
  generation_ = next;
  row_resets_ = resets;
}

}  // namespace lanescope
