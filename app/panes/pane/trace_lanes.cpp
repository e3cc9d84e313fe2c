#include "app/panes/pane/trace_lanes.h"

#include <algorithm>
#include <cmath>
#include <set>
#include <string_view>
#include <unordered_map>
#include <utility>

#include "core/base/clamped.h"

namespace lanescope {
namespace {

constexpr double kScrollSpeed = 18;  // share of the remaining distance per second

/// Takes over the depths of the lanes that `old` has too, so that a new snapshot changes no height.
void keep_depths(const LaneTree& old, LaneTree& tree) {
  std::unordered_map<std::string_view, std::uint32_t> depths;
  for (const LaneGroup& group : old.groups) {
    for (const Lane& lane : group.lanes) {
      if (lane.rows_in_time() < lane.rows) depths.emplace(lane.key, lane.depth);
    }
  }
  if (depths.empty()) return;
  for (LaneGroup& group : tree.groups) {
    for (Lane& lane : group.lanes) {
      const auto depth = depths.find(lane.key);
      if (depth != depths.end()) lane.depth = depth->second;
    }
  }
}

}  // namespace

void TraceLanes::set_tree(LaneTree tree) {
  keep_depths(tree_, tree);
  tree_ = std::move(tree);
  ++depth_generation_;
  ++tree_generation_;
  std::set<std::string> folded;
  for (const LaneGroup& group : tree_.groups) {
    if (group.folded_at_first) folded.insert(group.key);
  }
  set_folded_at_first(std::move(folded));
  stale_ = true;
}

void TraceLanes::set_metrics(const LaneMetrics& metrics) {
  if (metrics.slice_px == metrics_.slice_px) return;
  metrics_ = metrics;
  stale_ = true;
  refresh();
}

void TraceLanes::set_height_px(float height_px) {
  if (height_px == height_px_) return;
  height_px_ = height_px;
  stale_ = true;
  refresh();
}

void TraceLanes::refresh() {
  if (!stale_ && laid_out_for_ == generation()) return;
  layout_ = lay_out(tree_, *this, metrics_, height_px_);
  laid_out_for_ = generation();
  stale_ = false;
  ++layout_generation_;
  arrange_again();
}

void TraceLanes::arrange_by(Arrange arrange) {
  arrange_ = std::move(arrange);
  arrange_again();
}

void TraceLanes::arrange_again() {
  if (arrange_) arranged_ = arrange_(layout_);
}

void TraceLanes::advance(double delta_s) {
  settling_ = false;
  const float most = most_scroll_px();
  if (scroll_target_px_) {
    const float target = clamped(*scroll_target_px_, 0.0F, most);
    const auto share = static_cast<float>(std::min(1.0, delta_s * kScrollSpeed));
    scroll_px_ += (target - scroll_px_) * share;
    if (std::abs(target - scroll_px_) < 1) {
      scroll_px_ = target;
      scroll_target_px_.reset();
    }
  }
  scroll_px_ = clamped(scroll_px_, 0.0F, most);
}

void TraceLanes::scroll_to(float offset_px) {
  scroll_target_px_.reset();
  scroll_px_ = offset_px;
}

void TraceLanes::reveal(const std::string& key) {
  const auto ref = tree_.find(std::string_view(key));
  if (!ref) return;
  const std::string& group = tree_.groups[ref->group].key;
  set_folded(group, false);
  set_folded(key, false);
  show(group);
  show(key);
  refresh();
  const LayoutItem* item = layout().find(*ref);
  if (item == nullptr || layout().is_pinned(*item)) return;
  // In the middle if it fits, else from its top.
  const float free_px = scrolled_height_px() - item->height_px;
  scroll_target_px_ = item->y_px - std::max(0.0F, free_px / 2);
}

void TraceLanes::reveal_unless_seen(const std::string& key) {
  refresh();
  const auto ref = tree_.find(std::string_view(key));
  const LayoutItem* item = ref ? layout().find(*ref) : nullptr;
  if (item == nullptr || layout().is_pinned(*item)) return;
  if (item->y_px < scroll_px_ || item->bottom_px() > scroll_px_ + scrolled_height_px()) reveal(key);
}

void TraceLanes::reveal_idle(std::int64_t device) {
  for (const LaneGroup& group : tree_.groups) {
    for (const Lane& lane : group.lanes) {
      if (lane.kind != LaneKind::Idle || lane.device != device) continue;
      const auto ref = tree_.find(std::string_view(lane.key));
      refresh();
      return ref && layout().find(*ref) != nullptr ? reveal_unless_seen(lane.key)
                                                   : reveal(lane.key);
    }
  }
}

}  // namespace lanescope
