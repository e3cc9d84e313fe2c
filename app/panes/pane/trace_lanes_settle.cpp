// Gives lanes the rows that the time in view needs, without moving what the user looks at.
#include <algorithm>
#include <cmath>

#include "app/panes/pane/trace_lanes.h"
#include "core/base/clamped.h"
#include "core/view/lanes/depth.h"

namespace lanescope {
namespace {

template <typename Visit>
void each_lane(const LaneTree& tree, const Visit& visit) {
  std::size_t i = 0;
  for (std::uint32_t g = 0; g < tree.groups.size(); ++g) {
    for (std::uint32_t l = 0; l < tree.groups[g].lanes.size(); ++l) visit(i++, LaneRef{g, l});
  }
}

}  // namespace

void TraceLanes::set_depth(LaneRef ref, std::uint32_t depth) {
  Lane& lane = tree_.groups[ref.group].lanes[ref.lane];
  if (lane.depth == depth) return;
  const std::uint32_t before = lane.rows_in_time();
  lane.depth = depth;
  ++depth_generation_;
  stale_ = stale_ || lane.rows_in_time() != before;
}

LanesThen TraceLanes::now() const {
  LanesThen then{heights(), {}};
  each_lane(tree_, [&](std::size_t, LaneRef ref) { then.depths.push_back(tree_.at(ref).depth); });
  return then;
}

void TraceLanes::go_to(const LanesThen& then) {
  set_heights(then.heights);
  each_lane(tree_, [&](std::size_t i, LaneRef ref) {
    if (i < then.depths.size()) set_depth(ref, then.depths[i]);
  });
  refresh();
}

std::optional<float> TraceLanes::screen_px(const LaneRow& row) const {
  const LayoutItem* item = layout().find(row.lane);
  if (item == nullptr) return std::nullopt;
  const float y_px = item->y_px + layout().row_y_px(*item, row.row);
  return layout().is_pinned(*item) ? y_px : layout().pinned_height_px + y_px - scroll_px_;
}

std::optional<LaneRow> TraceLanes::first_in_view() const {
  for (const LayoutItem& item : layout().visible(scroll_px_, scrolled_height_px())) {
    if (!item.header) return LaneRow{item.lane, 0};
  }
  return std::nullopt;
}

/// If none of the kept rows scrolls, the first lane in view is held with them.
TraceLanes::Held TraceLanes::held(std::span<const LaneRow> kept) const {
  Held held{{kept.begin(), kept.end()}, {}};
  const bool scrolls = std::ranges::any_of(kept, [this](const LaneRow& row) {
    const LayoutItem* item = layout().find(row.lane);
    return item != nullptr && !layout().is_pinned(*item);
  });
  const auto first = scrolls ? std::nullopt : first_in_view();
  if (first) held.rows.push_back(*first);
  for (const LaneRow& row : held.rows) held.at_px.push_back(screen_px(row));
  return held;
}

/// Where to scroll for the first of the rows that scrolls, which may be beyond either end.
std::optional<float> TraceLanes::scroll_to_hold(const Held& held) const {
  for (std::size_t i = 0; i < held.rows.size(); ++i) {
    const LayoutItem* item = layout().find(held.rows[i].lane);
    if (item == nullptr || !held.at_px[i] || layout().is_pinned(*item)) continue;
    return scroll_px_ + *screen_px(held.rows[i]) - *held.at_px[i];
  }
  return std::nullopt;
}

/// Scrolls so that rows are at the same heights of the screen as before, if that is possible for
/// all of them.
bool TraceLanes::hold(const Held& held) {
  const float from_px = scroll_px_;
  scroll_px_ = clamped(scroll_to_hold(held).value_or(from_px), 0.0F, most_scroll_px());
  for (std::size_t i = 0; i < held.rows.size(); ++i) {
    const auto px = screen_px(held.rows[i]);
    if (!held.at_px[i] || (px && std::abs(*px - *held.at_px[i]) < 0.5F)) continue;
    scroll_px_ = from_px;
    return false;
  }
  return true;
}

TraceLanes::Changeable TraceLanes::changeable(std::span<const LaneRow> kept) const {
  Changeable which;
  const auto groups = static_cast<std::uint32_t>(tree_.groups.size());
  which.position.assign(lane_position(tree_, {groups, 0}), kNowhere);
  std::size_t at = 0;
  for (const auto* items : {&layout().pinned, &layout().items}) {
    for (const LayoutItem& item : *items) {
      if (!item.header) which.position[lane_position(tree_, item.lane)] = at++;
    }
  }
  std::optional<std::size_t> last;
  for (const LaneRow& row : kept) {
    const std::size_t position = which.position[lane_position(tree_, row.lane)];
    if (position == kNowhere) continue;
    if (position < layout().pinned.size()) {
      which.first = std::max(which.first, position);
      continue;
    }
    which.above = std::min(which.above, position);
    last = std::max(last.value_or(position), position);
  }
  which.below = last.value_or(kNowhere);
  return which;
}

/// The window of the selection with as many rows as its lane needs for the time in view.
RowWindow TraceLanes::measured_window(const Lane& lane, const LayoutItem& item,
                                      const RowWindow& own) const {
  const std::uint32_t needed = std::max(lane.rows_in_time(), own.row + 1);
  const std::uint32_t rows = std::min(needed, std::max(item.rows_most, kRowsAround));
  return window_around(lane, own.first, rows, own.row);
}

void TraceLanes::grow_window(LaneRef ref) {
  const Lane& lane = tree_.at(ref);
  const RowWindow* own = window(lane.key);
  const LayoutItem* item = layout().find(ref);
  if (own == nullptr || item == nullptr || !is_attended(lane.key)) return;
  const RowWindow more = measured_window(lane, *item, *own);
  if (more.rows > own->rows) set_window(lane.key, more);
}

void TraceLanes::grow(std::span<const std::uint32_t> depths, std::span<const LaneRow> kept) {
  refresh();
  std::vector<LaneRow> shown(kept.begin(), kept.end());
  for (LaneRow& row : shown) {
    // Below the last row of a lane, the mouse is over none that may appear there.
    const LayoutItem* item = layout().find(row.lane);
    if (item != nullptr && item->rows_shown > 0)
      row.row = clamped(row.row, item->first_row, item->first_row + item->rows_shown - 1);
  }
  const Held rows = held(shown);
  each_lane(tree_, [&](std::size_t i, LaneRef ref) {
    const Lane& lane = tree_.at(ref);
    if (i >= depths.size()) return;
    const std::uint32_t wanted = depths[i] == 0 ? lane.rows : depths[i];
    if (wanted > lane.rows_in_time()) set_depth(ref, depths[i]);
    if (!heights().windows.empty()) grow_window(ref);
  });
  refresh();
  scroll_px_ = clamped(scroll_to_hold(rows).value_or(scroll_px_), 0.0F, most_scroll_px());
}

/// Drops the window of an earlier selection; that of the selection gets the rows of its lane if the
/// time in view was measured, or is dropped if they show its row anyway.
void TraceLanes::change_window(LaneRef ref, bool measured) {
  const Lane& lane = tree_.at(ref);
  const RowWindow* found = window(lane.key);
  if (found == nullptr) return;
  const RowWindow own = *found;
  const bool attended = is_attended(lane.key);
  if (attended && !measured) return;
  drop_window(lane.key);
  if (!attended) return;
  refresh();
  const LayoutItem* item = layout().find(ref);
  if (item == nullptr || item->shows(own.row)) return;
  set_window(lane.key, measured_window(lane, *item, own));
}

void TraceLanes::change_rows(std::span<const std::uint32_t> depths, const Changeable& which) {
  each_lane(tree_, [&](std::size_t i, LaneRef ref) {
    if (!which.changes(which.position[i])) return;
    if (i < depths.size()) set_depth(ref, depths[i]);
    if (!heights().windows.empty()) change_window(ref, !depths.empty());
  });
  refresh();
}

/// The depths, but the old one for a lane that would lose the row of it that is held.
std::vector<std::uint32_t> TraceLanes::without_loss(std::span<const std::uint32_t> depths,
                                                    const Held& held) const {
  std::vector<std::uint32_t> out(depths.begin(), depths.end());
  for (const LaneRow& row : held.rows) {
    const LayoutItem* item = layout().find(row.lane);
    const std::size_t i = lane_position(tree_, row.lane);
    if (item == nullptr || i >= out.size() || out[i] == 0) continue;
    const std::uint32_t last = item->first_row + std::max(item->rows_shown, 1U) - 1;
    const std::uint32_t shown = std::max(out[i], item->first_row + 1);
    if (shown <= std::min(row.row, last)) out[i] = tree_.at(row.lane).depth;
  }
  return out;
}

/// Gives lanes back rows that they had, to reach where hold() has to scroll to. Those that are
/// farthest from what is held are the first. False: none.
bool TraceLanes::give_back(const Held& held, const Changeable& which, const LanesThen& before,
                           std::vector<std::uint32_t>& depths) const {
  const auto scroll_px = scroll_to_hold(held);
  if (!scroll_px || depths.empty()) return false;
  const bool above = *scroll_px < 0;
  std::vector<LayoutItem> items;
  for (const LayoutItem& item : layout().items) {
    if (item.header || window(tree_.at(item.lane).key) != nullptr) continue;
    const std::size_t at = which.position[lane_position(tree_, item.lane)];
    if (which.changes(at) && (above ? at < which.above : at >= which.below)) items.push_back(item);
  }
  if (!above) std::ranges::reverse(items);
  const float missing_px =
      above ? -*scroll_px : *scroll_px + scrolled_height_px() - layout().content_height_px;
  return give_rows_back(tree_, layout().metrics, items, before.depths, missing_px, depths);
}

bool TraceLanes::has(std::span<const std::uint32_t> depths) const {
  bool all = !unsettled();
  each_lane(tree_, [&](std::size_t i, LaneRef ref) {
    const Lane& lane = tree_.at(ref);
    const std::uint32_t wanted = i >= depths.size() ? lane.depth : depths[i];
    all = all && lane.rows_in_time() == (wanted == 0 ? lane.rows : std::min(wanted, lane.rows));
  });
  return all;
}

bool TraceLanes::settle(std::span<const std::uint32_t> depths, std::span<const LaneRow> kept) {
  refresh();
  const Held rows = held(kept);
  const LanesThen before = now();
  Changeable which = changeable(rows.rows);
  if (kept.empty()) {
    change_rows(depths, which);
    (void)hold(rows);
    return true;
  }
  std::vector<std::uint32_t> wanted = without_loss(depths, rows);
  // Everything that is not between two rows to keep, as far as scrolling makes up for it: it may
  // end at the top, and, with the rows that are kept there, at the lower end.
  for (bool more = true; more;) {
    change_rows(wanted, which);
    if (hold(rows)) return has(depths);
    more = give_back(rows, which, before, wanted);
    go_to(before);
  }
  // Only what is below them; less of that.
  which.above = 0;
  for (const std::size_t less : {0, 1}) {
    which.below += less;
    change_rows(wanted, which);
    if (hold(rows)) return has(depths);
    go_to(before);
  }
  return false;
}

}  // namespace lanescope
