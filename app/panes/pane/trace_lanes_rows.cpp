// Which rows lanes show, and how far they are scrolled, for the selection and for the time in view.
#include <algorithm>
#include <cmath>

#include "app/panes/pane/trace_lanes.h"
#include "core/base/clamped.h"

namespace lanescope {
namespace {

constexpr std::uint32_t kRowsAround = 6;  // of a lane that was too low to show the selection
constexpr std::size_t kNowhere = static_cast<std::size_t>(-1);

template <typename Visit>
void each_lane(const LaneTree& tree, const Visit& visit) {
  std::size_t i = 0;
  for (std::uint32_t g = 0; g < tree.groups.size(); ++g) {
    for (std::uint32_t l = 0; l < tree.groups[g].lanes.size(); ++l) visit(i++, LaneRef{g, l});
  }
}

std::size_t position_in(const LaneTree& tree, LaneRef lane) {
  std::size_t at = lane.lane;
  for (std::uint32_t g = 0; g < lane.group; ++g) at += tree.groups[g].lanes.size();
  return at;
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

bool TraceLanes::is_attended(const std::string& key) const {
  return std::ranges::find(attended_, key) != attended_.end();
}

bool TraceLanes::unsettled() const {
  return std::ranges::any_of(heights().windows,
                             [this](const auto& window) { return !is_attended(window.first); });
}

bool TraceLanes::shows(const SlicePlace& place) {
  refresh();
  const auto ref = tree_.find(place.track);
  const LayoutItem* item = ref ? layout().find(*ref) : nullptr;
  return item != nullptr && item->shows(place.row);
}

void TraceLanes::open_row(LaneRef ref, std::uint32_t row, bool selected) {
  refresh();
  const LayoutItem* item = layout().find(ref);
  if (item == nullptr || item->shows(row) || (item->folded && !selected)) return;
  const Lane& lane = tree_.at(ref);
  const std::uint32_t least = selected ? std::min(kRowsAround, lane.rows) : 1;
  set_window(lane.key,
             window_around(lane, item->first_row, std::max(item->rows_shown, least), row));
  refresh();
}

void TraceLanes::attend(const std::optional<SlicePlace>& selected,
                        std::span<const SlicePlace> beside) {
  attended_.clear();
  const auto open = [this](const SlicePlace& place, bool is_selected) {
    const auto ref = tree_.find(place.track);
    if (!ref) return;
    const std::string& key = tree_.at(*ref).key;
    if (is_attended(key) || (folded(key) && !is_selected)) return;
    attended_.push_back(key);
    open_row(*ref, place.row, is_selected);
  };
  if (selected) open(*selected, true);
  for (const SlicePlace& place : beside) open(place, false);
}

std::vector<LaneRef> TraceLanes::streams_in_view(float scroll_px) const {
  std::vector<LaneRef> streams;
  for (const LayoutItem& item : layout().visible(scroll_px, scrolled_height_px())) {
    if (item.header || !is_stream(tree_.at(item.lane).role)) continue;
    if (item.y_px >= scroll_px && item.bottom_px() <= scroll_px + scrolled_height_px())
      streams.push_back(item.lane);
  }
  return streams;
}

void TraceLanes::reveal(const SlicePlace& selected, std::span<const SlicePlace> beside) {
  const auto ref = tree_.find(selected.track);
  if (!ref) return;
  refresh();
  const float from_px = scroll_target_px_.value_or(scroll_px_);
  const std::vector<LaneRef> streams = streams_in_view(from_px);
  const std::string& group = tree_.groups[ref->group].key;
  if (folded(group)) set_folded(group, false);
  show(group);
  show(tree_.at(*ref).key);
  attend(selected, beside);
  const auto windows = heights().windows;
  for (const auto& [key, window] : windows) {
    if (!is_attended(key)) drop_window(key);
  }
  refresh();
  std::vector<ContentPart> wanted;
  const auto scrolled_item = [this](LaneRef lane) {
    const LayoutItem* item = layout().find(lane);
    return item == nullptr || layout().is_pinned(*item) ? nullptr : item;
  };
  const auto want_row = [&](LaneRef lane, std::uint32_t row) {
    if (const LayoutItem* item = scrolled_item(lane))
      wanted.push_back(layout().part_of(*item, row));
  };
  const auto want_lane = [&](LaneRef lane) {
    if (const LayoutItem* item = scrolled_item(lane))
      wanted.push_back({item->y_px, item->bottom_px()});
  };
  want_row(*ref, selected.row);
  for (const SlicePlace& place : beside) {
    if (const auto lane = tree_.find(place.track)) want_row(*lane, place.row);
  }
  for (const LaneRef stream : streams) want_lane(stream);
  want_lane(*ref);
  if (wanted.empty()) return;
  scroll_target_px_ =
      scroll_to_show(wanted, from_px, scrolled_height_px(), layout().content_height_px);
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

LanesPlace TraceLanes::place() {
  if (!then_ || then_of_ != generation() || then_depths_of_ != depth_generation_) {
    then_ = std::make_shared<const LanesThen>(now());
    then_of_ = generation();
    then_depths_of_ = depth_generation_;
  }
  return {scroll_target_px_.value_or(scroll_px_), then_};
}

void TraceLanes::restore(const LanesPlace& place) {
  if (!place.then) return;
  go_to(*place.then);
  scroll_target_px_ = place.scroll_px;
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

/// Scrolls so that rows are at the same heights of the screen as before, if that is possible for
/// all of them.
bool TraceLanes::hold(std::span<const LaneRow> rows, std::span<const std::optional<float>> at_px) {
  const float from_px = scroll_px_;
  const float most_px = std::max(0.0F, layout().content_height_px - scrolled_height_px());
  for (std::size_t i = 0; i < rows.size(); ++i) {
    const LayoutItem* item = layout().find(rows[i].lane);
    if (item == nullptr || !at_px[i] || layout().is_pinned(*item)) continue;
    scroll_px_ = clamped(scroll_px_ + *screen_px(rows[i]) - *at_px[i], 0.0F, most_px);
    break;
  }
  scroll_px_ = std::min(scroll_px_, most_px);
  for (std::size_t i = 0; i < rows.size(); ++i) {
    const auto px = screen_px(rows[i]);
    if (!at_px[i] || (px && std::abs(*px - *at_px[i]) < 0.5F)) continue;
    scroll_px_ = from_px;
    return false;
  }
  return true;
}

TraceLanes::Changeable TraceLanes::changeable(std::span<const LaneRow> kept) const {
  Changeable which;
  which.position.assign(position_in(tree_, {static_cast<std::uint32_t>(tree_.groups.size()), 0}),
                        kNowhere);
  std::size_t at = 0;
  for (const auto* items : {&layout().pinned, &layout().items}) {
    for (const LayoutItem& item : *items) {
      if (!item.header) which.position[position_in(tree_, item.lane)] = at++;
    }
  }
  which.above = kNowhere;
  for (const LaneRow& row : kept) {
    const std::size_t position = which.position[position_in(tree_, row.lane)];
    if (position == kNowhere) continue;
    which.above = std::min(which.above, position);
    which.below = std::max(which.below, position);
  }
  return which;
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
  const std::uint32_t needed = std::max(lane.rows_in_time(), own.row + 1);
  const std::uint32_t rows = std::min(needed, std::max(item->rows_most, kRowsAround));
  set_window(lane.key, window_around(lane, own.first, rows, own.row));
}

void TraceLanes::change_rows(std::span<const std::uint32_t> depths, const Changeable& which) {
  each_lane(tree_, [&](std::size_t i, LaneRef ref) {
    const std::size_t at = which.position[i];
    if (at != kNowhere && at >= which.above && at < which.below) return;
    if (i < depths.size()) set_depth(ref, depths[i]);
    if (!heights().windows.empty()) change_window(ref, !depths.empty());
  });
  refresh();
}

bool TraceLanes::settle(std::span<const std::uint32_t> depths, std::span<const LaneRow> kept) {
  refresh();
  std::vector<LaneRow> rows(kept.begin(), kept.end());
  if (rows.empty()) {
    if (const auto first = first_in_view()) rows.push_back(*first);
  }
  std::vector<std::optional<float>> at_px;
  for (const LaneRow& row : rows) at_px.push_back(screen_px(row));
  const LanesThen before = now();
  Changeable which = changeable(rows);
  // Everything that is not between two rows to keep; only what is below them; less of that.
  for (const int narrower : {0, 1, 2}) {
    if (narrower == 1) which.above = 0;
    if (narrower == 2) ++which.below;
    change_rows(depths, which);
    if (hold(rows, at_px) || kept.empty()) return narrower == 0;
    go_to(before);
  }
  return false;
}

}  // namespace lanescope
