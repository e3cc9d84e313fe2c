#include "core/view/ranks/layout.h"

#include <algorithm>
#include <cmath>

namespace lanescope {
namespace {

constexpr float kLeastRowShare = 0.6F;  // of a compact row: its text alone

/// A few ranks that nearly fit are a little lower, so that the last one is in sight.
float compact_height(const RanksRowMetrics& metrics, std::size_t ranks, float view_px) {
  if (view_px <= 0 || ranks == 0 || ranks > kManyRanks) return metrics.compact_px;
  const float fitting_px = std::floor(view_px / static_cast<float>(ranks));
  return fitting_px >= metrics.compact_px * kLeastRowShare
             ? std::min(fitting_px, metrics.compact_px)
             : metrics.compact_px;
}

}  // namespace

RanksRowMetrics RanksRowMetrics::scaled(float scale) const {
  const auto px = [scale](float measure) { return std::round(measure * scale); };
  RanksRowMetrics out{px(rank_px), px(compact_px), streams.scaled(scale)};
  for (float* height :
       {&out.streams.slice_px, &out.streams.gap_px, &out.streams.margin_px, &out.streams.header_px})
    *height = std::round(*height);
  return out;
}

const RanksRow* RanksLayout::rank_row(std::size_t trace) const {
  const auto row = std::ranges::find_if(rows, [trace](const RanksRow& one) {
    return one.kind == RanksRowKind::Rank && one.trace == trace;
  });
  return row == rows.end() ? nullptr : &*row;
}

RanksLayout lay_out_ranks(const RanksPicture& run, const std::vector<bool>& unfolded,
                          const RanksRowMetrics& metrics, float view_px) {
  RanksLayout out;
  const float ranks_px = metrics.rank_px * static_cast<float>(run.ranks.size());
  out.compact = run.ranks.size() > kManyRanks || (view_px > 0 && ranks_px > view_px);
  const auto add = [&](RanksRowKind kind, std::size_t trace, std::size_t stream, float height_px) {
    out.rows.push_back({kind, trace, stream, out.height_px, height_px});
    out.height_px += height_px;
  };
  const float row_px =
      out.compact ? compact_height(metrics, run.ranks.size(), view_px) : metrics.rank_px;
  const float pitch_px = metrics.streams.slice_px + metrics.streams.gap_px;
  const auto add_rank = [&](std::size_t t) {
    add(RanksRowKind::Rank, t, 0, row_px);
    if (!unfolded[t]) return;
    const RankPicture& rank = run.ranks[t];
    if (rank.snapshot == nullptr) return add(RanksRowKind::NoStreams, t, 0, metrics.compact_px);
    for (std::size_t s = 0; s < rank.streams.size(); ++s) {
      add(RanksRowKind::Stream, t, s,
          static_cast<float>(rank.streams[s].rows) * pitch_px + 2 * metrics.streams.margin_px);
    }
  };
  for (std::size_t t = 0; t < run.ranks.size(); ++t) {
    if (run.aligned(t)) add_rank(t);
  }
  bool any_apart = false;
  for (std::size_t t = 0; t < run.ranks.size(); ++t) any_apart = any_apart || !run.aligned(t);
  if (any_apart) add(RanksRowKind::Heading, 0, 0, metrics.streams.header_px);
  for (std::size_t t = 0; t < run.ranks.size(); ++t) {
    if (!run.aligned(t)) add_rank(t);
  }
  return out;
}

}  // namespace lanescope
