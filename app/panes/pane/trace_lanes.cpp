#include "app/panes/pane/trace_lanes.h"

#include <algorithm>
#include <cmath>
#include <set>
#include <utility>

#include "core/base/clamped.h"

namespace lanescope {
namespace {

constexpr double kScrollSpeed = 18;  // share of the remaining distance per second
// Rows shown of a lane that is unfolded for an event: its row and some below it.
constexpr std::uint32_t kRowsBelow = 4;

}  // namespace

void TraceLanes::set_tree(LaneTree tree) {
  tree_ = std::move(tree);
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
  const float most =
      std::max(0.0F, layout().content_height_px - (height_px_ - layout().pinned_height_px));
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

const LayoutItem* TraceLanes::item_with_row(LaneRef ref, std::uint32_t row) {
  const std::string& key = tree_.at(ref).key;
  refresh();
  const LayoutItem* item = layout().find(ref);
  if (item == nullptr || item->shows(row)) return item;
  set_folded(key, false);
  refresh();
  item = layout().find(ref);
  if (item == nullptr || item->shows(row)) return item;
  // Only down to the row and a few below it, so the lanes below stay near.
  const std::uint32_t first = tree_.at(ref).first_row;
  set_row_cap(key, row < first ? kAllRows : row - first + kRowsBelow);
  refresh();
  return layout().find(ref);
}

void TraceLanes::reveal(const SlicePlace& place) {
  const auto ref = tree_.find(place.track);
  if (!ref) return;
  set_folded(tree_.groups[ref->group].key, false);
  show(tree_.groups[ref->group].key);
  show(tree_.at(*ref).key);
  const LayoutItem* item = item_with_row(*ref, place.row);
  if (item == nullptr || pinned(tree_.at(*ref).key)) return;
  const float height = height_px_ - layout().pinned_height_px;
  float target = layout().scroll_to(*item, place.row, scroll_px_, height);
  // Centers a row that was out of view.
  if (target != scroll_px_) target = item->y_px + layout().row_y_px(*item, place.row) - height / 2;
  // Shows the entire lane if it fits.
  if (item->height_px < height)
    target = clamped(target, std::max(0.0F, item->bottom_px() - height), item->y_px);
  scroll_target_px_ = target;
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
  if (item == nullptr || pinned(key)) return;
  // In the middle if it fits, else from its top.
  const float free_px = height_px_ - layout().pinned_height_px - item->height_px;
  scroll_target_px_ = item->y_px - std::max(0.0F, free_px / 2);
}

void TraceLanes::reveal_unless_seen(const std::string& key) {
  refresh();
  const auto ref = tree_.find(std::string_view(key));
  const LayoutItem* item = ref ? layout().find(*ref) : nullptr;
  if (item == nullptr || pinned(key)) return;
  const float view_px = height_px_ - layout().pinned_height_px;
  if (item->y_px < scroll_px_ || item->bottom_px() > scroll_px_ + view_px) reveal(key);
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
