#include "core/view/lanes/layout.h"

#include <algorithm>
#include <map>

#include "core/base/clamped.h"

namespace lanescope {
namespace {

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

class Layouter {
 public:
  Layouter(const LaneTree& tree, const LaneTreeState& state, const LaneMetrics& metrics,
           float view_px)
      : tree_(tree), state_(state), first_rows_(first_rows(tree, metrics, view_px)) {
    layout_.metrics = metrics;
  }

  LaneLayout run() {
    for (const std::string& key : state_.pinned_keys()) {
      if (const auto lane = tree_.find(key)) layout_.pinned.push_back(lane_item(*lane));
    }
    layout_.pinned_height_px = stack(layout_.pinned);
    const auto group_key = [&](std::uint32_t g) { return tree_.groups[g].key; };
    for (const std::uint32_t g : ordered(tree_.groups.size(), state_.order(""), group_key)) {
      add_group(g);
    }
    layout_.content_height_px = stack(layout_.items);
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
      if (!state_.hidden(lane.key) && !state_.pinned(lane.key)) {
        lanes.push_back(lane_item({g, l}));
      }
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

  [[nodiscard]] LayoutItem lane_item(LaneRef ref) const {
    const Lane& lane = tree_.at(ref);
    const LaneMetrics& m = layout_.metrics;
    LayoutItem item;
    item.lane = ref;
    item.folded = lane.foldable && state_.folded(lane.key);
    item.rows_at_first = std::min(lane.rows, first_rows_.of(lane));
    const std::uint32_t chosen = state_.row_cap(lane.key);
    item.rows_shown = chosen > 0 ? std::min(lane.rows, chosen) : item.rows_at_first;
    if (item.folded) item.rows_shown = 1;
    item.first_row = std::min(lane.first_row, lane.rows - item.rows_shown);
    item.height_px = m.lane_px(lane, item.rows_shown, item.folded);
    return item;
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
  FirstRows first_rows_;
  LaneLayout layout_;
};

constexpr std::uint32_t kComfortable = 8;  // main thread rows to keep before adding more streams
constexpr std::uint32_t kFewest = 3;       // enough for a lane's name, facts and "more rows"
constexpr std::uint32_t kMost = 200;

FirstRows with_main(std::uint32_t rows) {
  return {rows, std::max(kFewest, (rows + 1) / 2)};
}

/// From the top of all lanes to the bottom of the one at `end`.
float height_down_to(const LaneTree& tree, LaneRef end, const LaneMetrics& metrics,
                     const FirstRows& rows) {
  float height_px = 0;
  for (std::uint32_t g = 0; g <= end.group; ++g) {
    const LaneGroup& group = tree.groups[g];
    if (!group.title.empty()) height_px += metrics.header_px;
    for (std::uint32_t l = 0; l < group.lanes.size(); ++l) {
      const Lane& lane = group.lanes[l];
      height_px += metrics.lane_px(lane, std::min(lane.rows, rows.of(lane)), false);
      if (LaneRef{g, l} == end) return height_px;
    }
  }
  return height_px;
}

std::uint32_t most_rows(const LaneTree& tree, LaneRef end, const LaneMetrics& metrics,
                        float view_px) {
  std::uint32_t rows = kMost;
  while (rows > kFewest && height_down_to(tree, end, metrics, with_main(rows)) > view_px) --rows;
  return rows;
}

bool is_stream(const Lane& lane) {
  return lane.role == LaneRole::Compute || lane.role == LaneRole::Communication ||
         lane.role == LaneRole::Copies;
}

/// Lanes to show together with the main thread: the streams of the first GPU that was active;
/// without a GPU, the thread after the main one, or the main thread itself if there is no other.
std::vector<LaneRef> wanted_lanes(const LaneTree& tree) {
  std::vector<LaneRef> out;
  for (std::uint32_t g = 0; g < tree.groups.size() && out.empty(); ++g) {
    if (tree.groups[g].kind != GroupKind::Device) continue;
    for (std::uint32_t l = 0; l < tree.groups[g].lanes.size(); ++l) {
      if (is_stream(tree.groups[g].lanes[l])) out.push_back({g, l});
    }
  }
  for (std::uint32_t g = 0; g < tree.groups.size() && out.empty(); ++g) {
    if (tree.groups[g].kind != GroupKind::Process) continue;
    out.push_back({g, tree.groups[g].lanes.size() > 1 ? 1U : 0U});
  }
  return out;
}

/// Whether a thread takes room from the lane below it.
bool threads_before(const LaneTree& tree, LaneRef lane) {
  const auto before = std::span(tree.groups).first(lane.group + 1);
  return std::ranges::any_of(
      before, [](const LaneGroup& group) { return group.kind == GroupKind::Process; });
}

/// As many rows as a lane has that is no higher than the area.
FirstRows filling_main(const LaneMetrics& metrics, float view_px) {
  LaneLayout layout;
  layout.metrics = metrics;
  const float half_px = (metrics.slice_px + metrics.gap_px) / 2;  // rows_in() rounds
  return with_main(clamped(layout.rows_in(view_px - half_px), kFewest, kMost));
}

}  // namespace

LaneMetrics LaneMetrics::scaled(float scale) const {
  return {slice_px * scale,    gap_px * scale,       margin_px * scale, header_px * scale,
          min_lane_px * scale, min_facts_px * scale, curve_px * scale};
}

float LaneMetrics::lane_px(const Lane& lane, std::uint32_t rows, bool folded) const {
  const float text_px = lane.facts.empty() ? min_lane_px : min_facts_px;
  if (lane.kind == LaneKind::Counter || lane.kind == LaneKind::Memory ||
      lane.kind == LaneKind::MemoryByCategory || lane.kind == LaneKind::Metrics)
    return std::max(curve_px, text_px);
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

float LaneLayout::scroll_to(const LayoutItem& item, std::uint32_t row, float scroll_px,
                            float view_px) const {
  const float top_px = item.y_px + row_y_px(item, row) - metrics.margin_px;
  const float bottom_px = top_px + metrics.slice_px + 2 * metrics.margin_px;
  if (bottom_px > scroll_px + view_px) scroll_px = bottom_px - view_px;
  scroll_px = std::min(scroll_px, top_px);
  return clamped(scroll_px, 0.0F, std::max(0.0F, content_height_px - view_px));
}

LaneLayout lay_out(const LaneTree& tree, const LaneTreeState& state, const LaneMetrics& metrics,
                   float view_px) {
  return Layouter(tree, state, metrics, view_px).run();
}

FirstRows first_rows(const LaneTree& tree, const LaneMetrics& metrics, float view_px) {
  if (view_px <= 0) return {};
  const std::vector<LaneRef> wanted = wanted_lanes(tree);
  if (!wanted.empty() && !threads_before(tree, wanted.front()))
    return filling_main(metrics, view_px);
  for (auto lane = wanted.rbegin(); lane != wanted.rend(); ++lane) {
    const std::uint32_t rows = most_rows(tree, *lane, metrics, view_px);
    if (rows >= kComfortable) return with_main(rows);
    if (lane + 1 != wanted.rend()) continue;
    const bool fits = height_down_to(tree, *lane, metrics, with_main(rows)) <= view_px;
    return fits ? with_main(rows) : FirstRows{kFewest, 1};
  }
  return {};
}

}  // namespace lanescope
