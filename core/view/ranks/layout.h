// The vertical positions of the rows of a run's ranks, in pixels from the top. Independent of time.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "core/view/lanes/layout.h"
#include "core/view/ranks/ranks_picture.h"
#include "core/view/timeline/stacked_rows.h"

namespace lanescope {

/// Heights at scale 1, of ranks the least ones.
struct RanksRowMetrics {
  float rank_px = 38;     // name and clock, one above the other
  float compact_px = 24;  // side by side, if there are many ranks or little room
  LaneMetrics streams{.margin_px = 3};

  [[nodiscard]] RanksRowMetrics scaled(float scale) const;
};

enum class RanksRowKind : std::uint8_t {
  Heading,  // above the ranks that are not aligned, or all traces that begin at their own starts
  Rank,
  Stream,
  NoStreams,  // for an unfolded rank whose streams are not in memory
};

struct RanksRow {
  RanksRowKind kind = RanksRowKind::Rank;
  std::size_t trace = 0;
  std::size_t stream = 0;  // into RankPicture::streams
  float y_px = 0, height_px = 0;

  [[nodiscard]] float bottom_px() const { return y_px + height_px; }
};

struct RanksLayout {
  std::vector<RanksRow> rows;  // from top to bottom, without gaps
  float height_px = 0;
  bool compact = false;

  /// Rows that touch a range of the content.
  [[nodiscard]] std::span<const RanksRow> visible(float from_px, float view_px) const {
    return rows_in_view(rows, from_px, view_px);
  }
  /// Null if there is none.
  [[nodiscard]] const RanksRow* at(float y_px) const { return row_at(rows, y_px); }
  /// The row of a rank; null if there is no such trace.
  [[nodiscard]] const RanksRow* rank_row(std::size_t trace) const;
};

/// Runs with more ranks than this use compact rows.
inline constexpr std::size_t kManyRanks = 8;

/// Aligned ranks first, in their order, then the others. `unfolded` is by trace. `view_px` is the
/// height of the area that they are drawn in, 0 if unknown: rows are also compact if the ranks
/// alone do not fit in it, and higher if they leave room. Pure. Cost: linear in the rows.
RanksLayout lay_out_ranks(const RanksPicture& run, const std::vector<bool>& unfolded,
                          const RanksRowMetrics& metrics, float view_px = 0);

}  // namespace lanescope
