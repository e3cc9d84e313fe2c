#include "core/view/ranks/layout.h"

#include <algorithm>
#include <cmath>

namespace lanescope {
namespace {

constexpr float kLeastRowShare = 0.6F;  // of a compact row: its text alone
constexpr float kMostRowShare = 4;      // of a row with room: higher ones show nothing more

/// Rows share the height of the view: pixels in which several things happen show how much of each
/// the better the higher they are, and a few ranks that nearly fit are a little lower, so that the
/// last one is in sight. Does not depend on what is unfolded: nothing moves under a mouse that
/// unfolds one rank after the other.
float row_height(const RanksRowMetrics& metrics, std::size_t ranks, float room_px, bool compact) {
  const float usual_px = compact ? metrics.compact_px : metrics.rank_px;
  if (room_px <= 0 || ranks == 0) return usual_px;
  const float fitting_px = std::floor(room_px / static_cast<float>(ranks));
  if (!compact) return std::min(fitting_px, metrics.rank_px * kMostRowShare);
  const float least_px = ranks > kManyRanks ? usual_px : usual_px * kLeastRowShare;
  return fitting_px >= least_px ? std::min(fitting_px, metrics.rank_px) : usual_px;
}

bool any_unaligned(const RanksPicture& run) {
  for (std::size_t t = 0; t < run.ranks.size(); ++t) {
    if (!run.aligned(t)) return true;
  }
  return false;
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
  const std::size_t ranks = run.ranks.size();
  const bool any_apart = any_unaligned(run);
  const float heading_px = any_apart ? metrics.streams.header_px : 0;
  const float room_px = view_px > 0 ? std::max(view_px - heading_px, 1.0F) : 0;
  out.compact =
      ranks > kManyRanks || (room_px > 0 && metrics.rank_px * static_cast<float>(ranks) > room_px);
  const float row_px = row_height(metrics, ranks, room_px, out.compact);
  const auto add = [&](RanksRowKind kind, std::size_t trace, std::size_t stream, float height_px) {
    out.rows.push_back({kind, trace, stream, out.height_px, height_px});
    out.height_px += height_px;
  };
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
  for (std::size_t t = 0; t < ranks; ++t) {
    if (run.aligned(t)) add_rank(t);
  }
  if (any_apart) add(RanksRowKind::Heading, 0, 0, metrics.streams.header_px);
  for (std::size_t t = 0; t < ranks; ++t) {
    if (!run.aligned(t)) add_rank(t);
  }
  return out;
}

}  // namespace lanescope
