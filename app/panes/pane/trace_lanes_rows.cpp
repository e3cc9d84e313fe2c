// Which rows lanes show, and how far they are scrolled, for the selection.
#include <algorithm>
#include <utility>

#include "app/panes/pane/trace_lanes.h"

namespace lanescope {
namespace {

/// Whether rows were unfolded on a side: to the top, or from where they begin to the end.
bool unfolds(const Lane& lane, const RowChoice& rows) {
  return rows.first || rows.most >= lane.rows - std::min(lane.first_row, lane.rows);
}

}  // namespace

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
  const auto is_shown = [this](const SlicePlace& place) { return shows(place); };
  const bool all_shown = selected && is_shown(*selected) && std::ranges::all_of(beside, is_shown);
  const std::vector<std::string> before = std::exchange(attended_, {});
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
  if (!all_shown) return;
  // Rows that moved for the selection before stay where the eye left them: none has to move now.
  for (const std::string& key : before) {
    if (!is_attended(key) && !folded(key) && window(key) != nullptr) attended_.push_back(key);
  }
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
  const float margin_px = layout().metrics.margin_px;
  const bool seen = std::ranges::all_of(wanted, [&](const ContentPart& row) {
    return row.top_px + margin_px >= from_px &&
           row.bottom_px - margin_px <= from_px + scrolled_height_px();
  });
  if (seen) return;  // nothing moves for what is in view beside them
  for (const LaneRef stream : streams) want_lane(stream);
  want_lane(*ref);
  if (wanted.empty()) return;
  scroll_target_px_ =
      scroll_to_show(wanted, from_px, scrolled_height_px(), layout().content_height_px);
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
  LanesThen then = *place.then;
  for (const auto& [key, rows] : heights().rows) {
    const auto ref = tree_.find(std::string_view(key));
    // What the user unfolded since stays so, be it only on one side.
    if (rows.most != kAllRows && (!ref || !unfolds(tree_.at(*ref), rows))) continue;
    then.heights.rows[key] = rows;
    then.heights.windows.erase(key);
  }
  go_to(then);
  scroll_target_px_ = place.scroll_px;
}

}  // namespace lanescope
