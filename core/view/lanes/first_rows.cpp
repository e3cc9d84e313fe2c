// How many rows threads show at first; declared in layout.h.
#include <algorithm>
#include <optional>
#include <span>

#include "core/base/clamped.h"
#include "core/view/lanes/layout.h"

namespace lanescope {
namespace {

constexpr std::uint32_t kComfortable = 8;  // main thread rows to keep before adding more streams
constexpr std::uint32_t kFewest = 3;       // enough for a lane's name, facts and "more rows"
constexpr std::uint32_t kMost = 200;

FirstRows with_main(std::uint32_t rows) {
  return {rows, std::max(kFewest, (rows + 1) / 2)};
}

/// From the top of all lanes to the bottom of the one at `end`. Groups above it that are folded at
/// first are as high as their headers.
float height_down_to(const LaneTree& tree, LaneRef end, const LaneMetrics& metrics,
                     const FirstRows& rows) {
  float height_px = 0;
  for (std::uint32_t g = 0; g <= end.group; ++g) {
    const LaneGroup& group = tree.groups[g];
    if (!group.title.empty()) height_px += metrics.header_px;
    if (group.folded_at_first && !group.title.empty() && g != end.group) continue;
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

/// Lanes to show together with the main thread: the streams of the first GPU that was active;
/// without a GPU, the thread after the main one, or the main thread itself if there is no other.
std::vector<LaneRef> wanted_lanes(const LaneTree& tree) {
  std::vector<LaneRef> out;
  for (std::uint32_t g = 0; g < tree.groups.size() && out.empty(); ++g) {
    if (tree.groups[g].kind != GroupKind::Device) continue;
    for (std::uint32_t l = 0; l < tree.groups[g].lanes.size(); ++l) {
      if (is_stream(tree.groups[g].lanes[l].role)) out.push_back({g, l});
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

/// As many rows as the main thread can have in an area together with all lanes above it, or with
/// those from a stream of the GPU on, the earlier the better.
std::optional<FirstRows> below_gpu(const LaneTree& tree, std::span<const LaneRef> streams,
                                   const LaneMetrics& metrics, float view_px) {
  for (std::uint32_t g = streams.back().group + 1; g < tree.groups.size(); ++g) {
    const std::vector<Lane>& lanes = tree.groups[g].lanes;
    const auto main = std::ranges::find(lanes, LaneRole::MainThread, &Lane::role);
    if (main == lanes.end()) continue;
    const LaneRef end{g, static_cast<std::uint32_t>(main - lanes.begin())};
    const std::uint32_t with_all = most_rows(tree, end, metrics, view_px);
    if (with_all >= kComfortable) return with_main(with_all);
    for (const LaneRef stream : streams) {
      const float above_px = height_down_to(tree, stream, metrics, {}) -
                             metrics.lane_px(tree.at(stream), tree.at(stream).rows, false);
      const std::uint32_t rows = most_rows(tree, end, metrics, view_px + above_px);
      if (height_down_to(tree, end, metrics, with_main(rows)) <= view_px + above_px)
        return with_main(rows);
    }
  }
  return std::nullopt;
}

/// As many rows as a lane has that is no higher than the area.
FirstRows filling_main(const LaneMetrics& metrics, float view_px) {
  LaneLayout layout;
  layout.metrics = metrics;
  const float half_px = (metrics.slice_px + metrics.gap_px) / 2;  // rows_in() rounds
  return with_main(clamped(layout.rows_in(view_px - half_px), kFewest, kMost));
}

}  // namespace

FirstRows first_rows(const LaneTree& tree, const LaneMetrics& metrics, float view_px) {
  if (view_px <= 0) return {};
  const std::vector<LaneRef> wanted = wanted_lanes(tree);
  if (!wanted.empty() && !threads_before(tree, wanted.front()))
    return below_gpu(tree, wanted, metrics, view_px).value_or(filling_main(metrics, view_px));
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
