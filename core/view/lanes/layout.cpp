#include "core/view/lanes/layout.h"

#include <algorithm>
#include <cmath>
#include <map>

#include "core/base/clamped.h"

namespace lanescope {
namespace {

constexpr float kMostPinnedShare = 0.5F;  // of the area

/// The numbers 0 … count - 1 in the user's order; those not in it follow their natural neighbor.
template <typename KeyOf>
std::vector<std::uint32_t> ordered(std::size_t count, const std::vector<std::string>& order,
                                   const KeyOf& key_of) {
  std::map<std::string, std::size_t> place;
  for (std::size_t i = 0; i < order.size(); ++i) place.emplace(order[i], i);
  std::vector<std::pair<std::size_t, std::uint32_t>> ranked;
  std::size_t last = 0;
  for (std::uint32_t i = 0; i < count; ++i) {
    const auto known = place.find(key_of(i));
    if (known != place.end()) last = known->second + 1;
    ranked.emplace_back(known == place.end() ? last * 2 : known->second * 2 + 1, i);
  }
  std::ranges::stable_sort(ranked, {}, [](const auto& one) { return one.first; });
  std::vector<std::uint32_t> out;
  for (const auto& entry : ranked) out.push_back(entry.second);
  return out;
}

bool is_memory(const Lane& lane) {
  return lane.role == LaneRole::Memory && !lane.has_rows();
}

/// Whether memory is all that there is to see, as in a snapshot of it, whose allocations are marks
/// in one row.
bool is_about_memory(const LaneTree& tree) {
  bool any = false;
  for (const LaneGroup& group : tree.groups) {
    if (group.kind == GroupKind::Device) return false;
    for (const Lane& lane : group.lanes) {
      if (lane.rows > 1) return false;
      any = any || is_memory(lane);
    }
  }
  return any;
}

class Layouter {
 public:
  Layouter(const LaneTree& tree, const LaneTreeState& state, const LaneMetrics& metrics,
           float view_px)
      : tree_(tree),
        state_(state),
        view_px_(view_px),
        first_rows_(first_rows(tree, metrics, view_px)) {
    layout_.metrics = metrics;
  }

  LaneLayout run() {
    for (const std::string& key : state_.pinned_keys()) {
      if (const auto lane = tree_.find(key)) layout_.pinned.push_back(lane_item(*lane));
    }
    layout_.pinned_height_px = stack(layout_.pinned);
    if (view_px_ > 0) fit_pinned(view_px_ * kMostPinnedShare);
    const auto group_key = [&](std::uint32_t g) { return tree_.groups[g].key; };
    for (const std::uint32_t g : ordered(tree_.groups.size(), state_.order(""), group_key)) {
      add_group(g);
    }
    layout_.content_height_px = stack(layout_.items);
    if (is_about_memory(tree_)) fill_with_memory();
    return std::move(layout_);
  }

 private:
  void add_group(std::uint32_t g) {
    const LaneGroup& group = tree_.groups[g];
    if (state_.hidden(group.key)) return;
    const bool headed = !group.title.empty();
    const bool folded = headed && state_.folded(group.key);
    std::vector<LayoutItem> lanes;
    const auto lane_key = [&](std::uint32_t l) { return group.lanes[l].key; };
    for (const std::uint32_t l : ordered(group.lanes.size(), state_.order(group.key), lane_key)) {
      const Lane& lane = group.lanes[l];
      if (!state_.hidden(lane.key) && !at_top({g, l})) lanes.push_back(lane_item({g, l}));
    }
    if (lanes.empty()) return;
    if (headed) {
      layout_.items.push_back({.header = true,
                               .folded = folded,
                               .lane = {g, 0},
                               .height_px = layout_.metrics.header_px});
    }
    if (!folded) layout_.items.insert(layout_.items.end(), lanes.begin(), lanes.end());
  }

  [[nodiscard]] bool at_top(LaneRef lane) const {
    return std::ranges::any_of(layout_.pinned,
                               [lane](const LayoutItem& item) { return item.lane == lane; });
  }

  [[nodiscard]] LayoutItem lane_item(LaneRef ref) const {
    const Lane& lane = tree_.at(ref);
    LayoutItem item;
    item.lane = ref;
    item.folded = lane.foldable && state_.folded(lane.key);
    item.rows_at_first = std::min(lane.rows, first_rows_.of(lane));
    const RowChoice chosen = state_.rows(lane.key);
    item.rows_most = chosen.most > 0 ? std::min(lane.rows, chosen.most) : item.rows_at_first;
    if (item.folded) item.rows_most = 1;
    // Where rows begin does not depend on the time in view, so that they stay in place.
    item.first_row = std::min(lane.first_row, lane.rows - item.rows_most);
    if (chosen.first && !item.folded) {
      item.first_row = std::min(*chosen.first, std::max(lane.rows, 1U) - 1);
      item.rows_most = std::min(item.rows_most, lane.rows - item.first_row);
    }
    const std::uint32_t needed = std::max(lane.rows_in_time(), item.first_row + 1) - item.first_row;
    item.rows_shown = std::min(needed, item.rows_most);
    if (const RowWindow* window = state_.window(lane.key)) {
      item.rows_shown = clamped(window->rows, 1U, lane.rows);
      item.first_row = std::min(window->first, lane.rows - item.rows_shown);
      item.folded = item.folded && item.rows_shown == 1;
    }
    item.height_px = layout_.metrics.lane_px(lane, item.rows_shown, item.folded);
    return item;
  }

  /// The highest lanes give up rows first.
  void fit_pinned(float most_px) {
    std::vector<LayoutItem>& pinned = layout_.pinned;
    while (!pinned.empty() && layout_.pinned_height_px > most_px) {
      const auto highest = std::ranges::max_element(
          pinned, {}, [](const LayoutItem& item) { return item.rows_shown; });
      if (highest->rows_shown > 1) {
        --highest->rows_shown;
        highest->height_px =
            layout_.metrics.lane_px(tree_.at(highest->lane), highest->rows_shown, highest->folded);
      } else {
        pinned.pop_back();
      }
      layout_.pinned_height_px = stack(pinned);
    }
    for (LayoutItem& item : pinned) {
      const RowWindow* window = state_.window(tree_.at(item.lane).key);
      if (window != nullptr && window->row >= item.first_row + item.rows_shown)
        item.first_row = window->row + 1 - item.rows_shown;
    }
  }

  /// The curves of memory share the height that all lanes leave.
  void fill_with_memory() {
    const auto curve = [this](const LayoutItem& item) {
      return !item.header && is_memory(tree_.at(item.lane));
    };
    const auto curves = static_cast<float>(std::ranges::count_if(layout_.items, curve));
    const float free_px = view_px_ - layout_.pinned_height_px - layout_.content_height_px;
    if (curves == 0 || free_px <= 0) return;
    for (LayoutItem& item : layout_.items) {
      if (curve(item)) item.height_px += std::floor(free_px / curves);
    }
    layout_.content_height_px = stack(layout_.items);
  }

  static float stack(std::vector<LayoutItem>& items) {
    float y_px = 0;
    for (LayoutItem& item : items) {
      item.y_px = y_px;
      y_px += item.height_px;
    }
    return y_px;
  }

  const LaneTree& tree_;
  const LaneTreeState& state_;
  float view_px_;
  FirstRows first_rows_;
  LaneLayout layout_;
};

}  // namespace

LaneMetrics LaneMetrics::scaled(float scale) const {
  return {slice_px * scale,    gap_px * scale,       margin_px * scale, header_px * scale,
          min_lane_px * scale, min_facts_px * scale, curve_px * scale};
}

float LaneMetrics::lane_px(const Lane& lane, std::uint32_t rows, bool folded) const {
  const float text_px = lane.facts.empty() ? min_lane_px : min_facts_px;
  if (!lane.has_rows()) return std::max(curve_px, text_px);
  const float rows_px =
      slice_px * static_cast<float>(rows) + gap_px * static_cast<float>(rows - 1) + 2 * margin_px;
  return std::max(rows_px, folded ? min_lane_px : text_px);
}

const LayoutItem* LaneLayout::find(LaneRef lane) const {
  for (const auto* list : {&pinned, &items}) {
    for (const LayoutItem& item : *list) {
      if (!item.header && item.lane == lane) return &item;
    }
  }
  return nullptr;
}

float LaneLayout::row_y_px(const LayoutItem& item, std::uint32_t row) const {
  const std::uint32_t last = item.first_row + std::max(item.rows_shown, 1U) - 1;
  const std::uint32_t place = clamped(row, item.first_row, last) - item.first_row;
  return metrics.margin_px + static_cast<float>(place) * (metrics.slice_px + metrics.gap_px);
}

float scroll_to_show(std::span<const ContentPart> wanted, float scroll_px, float view_px,
                     float content_px) {
  float least_px = 0, most_px = std::max(0.0F, content_px - view_px);
  for (const ContentPart& part : wanted) {
    const bool first = &part == wanted.data();
    const float to_px = part.top_px;
    const float from_px =
        first ? std::min(part.bottom_px - view_px, to_px) : part.bottom_px - view_px;
    const bool together = from_px <= to_px && from_px <= most_px && to_px >= least_px;
    if (!first && !together) continue;
    most_px = clamped(to_px, least_px, most_px);
    least_px = clamped(from_px, least_px, most_px);
  }
  if (wanted.empty() || (scroll_px >= least_px && scroll_px <= most_px))
    return clamped(scroll_px, least_px, most_px);
  const float middle_px = (wanted.front().top_px + wanted.front().bottom_px) / 2;
  return clamped(middle_px - view_px / 2, least_px, most_px);
}

RowWindow window_around(const Lane& lane, std::uint32_t first, std::uint32_t rows,
                        std::uint32_t row) {
  const std::uint32_t end = std::max(lane.rows_in_time(), row + 1);
  const std::uint32_t around = rows > 3 ? 1 : 0;
  first = std::min(first, row - std::min(row, around));
  const std::uint32_t below = std::min(row + 1 + around, end);
  if (first + rows < below) first = below - rows;
  return {std::min(first, lane.rows - std::min(rows, lane.rows)), rows, row};
}

LaneLayout lay_out(const LaneTree& tree, const LaneTreeState& state, const LaneMetrics& metrics,
                   float view_px) {
  return Layouter(tree, state, metrics, view_px).run();
}

}  // namespace lanescope
