#include "core/view/lanes/first_rows.h"

#include <algorithm>
#include <optional>

namespace lanescope {
namespace {

constexpr std::uint32_t kComfortable = 8;  // rows of a main thread, before more streams matter
constexpr std::uint32_t kFewest = 3;       // what a lane's name, facts and "more rows" need
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

/// Lanes to be seen beside the main thread: the streams of the first GPU that did anything; without
/// a GPU the thread after the main one, or the end of that when there is no other.
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

}  // namespace

FirstRows first_rows(const LaneTree& tree, const LaneMetrics& metrics, float view_px) {
  if (view_px <= 0) return {};
  const std::vector<LaneRef> wanted = wanted_lanes(tree);
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
