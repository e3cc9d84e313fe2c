#include "core/view/timeline/density.h"

#include <algorithm>
#include <limits>

namespace lanescope {
namespace {

constexpr std::int32_t kFarLeftPx = std::numeric_limits<std::int32_t>::min() / 2;
constexpr std::int32_t kGapFromPx = 4;       // least width of bars with a gap
constexpr std::int32_t kPreferredShare = 3;  // a preferred column has at least this part of a row
constexpr std::int32_t kCells = 512;         // columns that are filled before they are drawn

// Positions and shares are whole fractions of a pixel: a frame has a hundred thousand of them, and
// rounding floats takes longer than all the rest.
constexpr std::int32_t kUnitBits = 16;
constexpr std::int32_t kUnit = 1 << kUnitBits;

// Of the parts in one column, the one with the highest rank gives the color: one that covers more,
// but first a preferred one.
constexpr std::int32_t kRank = 1;
constexpr std::int32_t kPreferredRank = 4 * kUnit;
constexpr std::int32_t kPassedOn = 2 * kUnit;  // greatest width that is added to one column

std::int32_t units(float x_px) {
  return static_cast<std::int32_t>(x_px * static_cast<float>(kUnit));
}

constexpr std::int32_t floor_px(std::int32_t at) {
  return at >> kUnitBits;
}

constexpr std::int32_t rounded_px(std::int32_t at) {
  return floor_px(at + kUnit / 2);
}

}  // namespace

DensityRow::DensityRow() : cells_(kCells + 1) {}

DensityRow::Piece DensityRow::piece_of(const DensityPart& part, std::int32_t from,
                                       std::uint32_t index) {
  const std::int32_t begin = std::max(units(part.x0_px), from);
  const std::int32_t end = std::max(units(part.x1_px), begin);
  return {begin, end, units(part.covered), part.preferred, index};
}

/// Of parts that cover as much, the first one is the best.
std::uint64_t DensityRow::claim(const Piece& piece, std::int32_t share) {
  const std::int32_t rank = share + (piece.preferred ? kPreferredRank : kRank);
  return static_cast<std::uint64_t>(static_cast<std::uint32_t>(rank)) << 32U | ~piece.index;
}

std::span<const DensityBar> DensityRow::lay_out(std::span<const DensityPart> parts,
                                                std::int32_t height_px, BarEdges edges) {
  start(height_px);
  if (edges == BarEdges::Shared) {
    lay_out_shared(parts);
  } else {
    lay_out_with_gaps(parts);
  }
  draw_cells();
  settle_tail();
  return std::span(bars_).first(drawn_);
}

void DensityRow::lay_out_shared(std::span<const DensityPart> parts) {
  constexpr auto kAlone = static_cast<std::int32_t>(kAlonePx) * kUnit;
  std::int32_t end = std::numeric_limits<std::int32_t>::min();
  for (std::uint32_t i = 0; i < parts.size(); ++i) {
    const Piece piece = piece_of(parts[i], end, i);
    end = piece.end;
    if (piece.end - piece.begin < kAlone) {
      add_short(piece);
    } else {
      add_alone({piece.begin, piece.end, piece.density, piece.preferred, piece.index});
    }
  }
}

void DensityRow::lay_out_with_gaps(std::span<const DensityPart> parts) {
  std::int32_t end = std::numeric_limits<std::int32_t>::min();
  for (std::uint32_t i = 0; i < parts.size(); ++i) {
    const Piece piece = piece_of(parts[i], end, i);
    end = piece.end;
    const std::int32_t x0_px = rounded_px(piece.begin);
    const std::int32_t x1_px = rounded_px(piece.end);
    if (x1_px - x0_px < kGapFromPx) {
      add_short(piece);
      continue;
    }
    const bool touches = i + 1 < parts.size() && rounded_px(units(parts[i + 1].x0_px)) <= x1_px;
    add_with_gap(x0_px, touches ? x1_px - 1 : x1_px, i);
  }
}

void DensityRow::start(std::int32_t height_px) {
  drawn_ = 0;
  cells_x_px_ = kFarLeftPx;
  cells_end_px_ = kFarLeftPx;
  cells_limit_px_ = kFarLeftPx;
  tail_ = {};
  height_px_ = std::max(height_px, 1);
  last_ink_px_ = kFarLeftPx;
  carry_ = 0;
  edge_ = 0;
}

/// Adds what a part covers to its columns. A frame has a hundred thousand parts of a pixel or two;
/// they are added to the first column alone, and draw_cells() passes on what that cannot hold.
inline void DensityRow::add_short(const Piece& piece) {
  const std::int32_t width = piece.end - piece.begin;
  const std::int32_t first_px = floor_px(piece.begin);
  const std::int32_t last_px = std::max(floor_px(piece.end - 1), first_px);
  if (last_px >= cells_limit_px_) make_room(first_px);
  cells_end_px_ = last_px + 1;
  if (width > kPassedOn) return add_columns(piece, first_px, last_px);
  Cell& cell = cells_[static_cast<std::size_t>(first_px - cells_x_px_)];
  const auto share = static_cast<std::int32_t>(std::int64_t{piece.density} * width >> kUnitBits);
  cell.best = std::max(cell.best, claim(piece, share));
  cell.share += share;
}

/// Adds to each column what the part covers of it.
void DensityRow::add_columns(const Piece& piece, std::int32_t first_px, std::int32_t last_px) {
  for (std::int32_t x_px = first_px; x_px <= last_px; ++x_px) {
    const std::int32_t begin = std::max(piece.begin, x_px * kUnit);
    const std::int32_t end = std::min(piece.end, (x_px + 1) * kUnit);
    const auto share =
        static_cast<std::int32_t>(std::int64_t{piece.density} * (end - begin) >> kUnitBits);
    Cell& cell = cells_[static_cast<std::size_t>(x_px - cells_x_px_)];
    cell.best = std::max(cell.best, claim(piece, share));
    cell.share += share;
  }
}

/// Starts again at a column; what is in it is kept.
void DensityRow::make_room(std::int32_t first_px) {
  Cell kept;
  if (cells_end_px_ > first_px) {
    kept = cells_[static_cast<std::size_t>(first_px - cells_x_px_)];
    cells_end_px_ = first_px;
  }
  draw_cells();
  if (tail_.open && tail_.x_px == first_px) {
    kept = tail_.cell;
    tail_.open = false;
  }
  settle_tail();
  cells_.front() = kept;
  cells_x_px_ = first_px;
  cells_limit_px_ = first_px + kCells;
}

/// A bar from pixel to pixel. A pixel that it shares with something else is a column of both;
/// otherwise its edges are rounded.
void DensityRow::add_alone(const Piece& piece) {
  std::int32_t first_px = floor_px(piece.begin);
  const std::int32_t last_px = floor_px(piece.end);
  const std::int32_t before = (first_px + 1) * kUnit - piece.begin;
  const bool seam = tail_.open && tail_.x_px == first_px;
  if (seam || cells_end_px_ == first_px + 1) {
    Piece shared = piece;
    shared.end = piece.begin + before;
    shared.density = kUnit;
    add_short(shared);
    const std::size_t drawn = drawn_;
    draw_cells();
    if (drawn_ > drawn && seam) bars_[drawn].seam = true;
    ++first_px;
  } else {
    draw_cells();
    settle_tail();
    if (!takes_edge(before)) ++first_px;
    DensityBar* last = drawn_ == 0 ? nullptr : &bars_[drawn_ - 1];
    if (last != nullptr && last->alone && last->x1_px == first_px) {
      const DensityBar between{first_px - 1, first_px, height_px_, last->part, false, true};
      --last->x1_px;
      push(between);
    }
  }
  push({first_px, last_px, height_px_, piece.index, true, false});
  const std::int32_t after = piece.end - last_px * kUnit;
  if (after > 0) tail_ = {last_px, true, {claim(piece, after), after}};
}

/// Whether a bar's edge is drawn into a pixel that it covers by a share. What rounding leaves is
/// kept for the next edge: short gaps between bars would otherwise vanish more often than they
/// appear.
bool DensityRow::takes_edge(std::int32_t share) {
  const bool takes = share + edge_ >= kUnit / 2;
  edge_ += share - (takes ? kUnit : 0);
  return takes;
}

/// Rounds the end of the last bar if nothing else is in its pixel.
void DensityRow::settle_tail() {
  if (!tail_.open) return;
  tail_.open = false;
  if (!takes_edge(static_cast<std::int32_t>(tail_.cell.share))) return;
  bars_[drawn_ - 1].x1_px = tail_.x_px + 1;
  last_ink_px_ = tail_.x_px;
}

void DensityRow::add_with_gap(std::int32_t x0_px, std::int32_t x1_px, std::uint32_t index) {
  // A column that the bar covers is not drawn.
  cells_end_px_ = std::max(std::min(cells_end_px_, x0_px), cells_x_px_);
  draw_cells();
  push({x0_px, x1_px, height_px_, index, true, false});
}

/// Draws the columns and empties them. Heights are whole pixels; what rounding leaves is added to
/// the next column. Columns of one part and height become one bar.
void DensityRow::draw_cells() {
  const auto count = static_cast<std::size_t>(cells_end_px_ - cells_x_px_);
  if (cells_x_px_ == kFarLeftPx) return;
  if (drawn_ + count > bars_.size()) bars_.resize(2 * (drawn_ + count));
  const std::int32_t full_px = height_px_;
  const std::int32_t least_px = full_px / kPreferredShare;
  const std::int32_t end_px = cells_end_px_;
  std::int32_t carry = carry_;
  std::int32_t last_ink_px = last_ink_px_;
  DensityBar* bar = bars_.data() + drawn_;  // the next one
  DensityBar last{};                        // what a column may extend
  Cell* cell = cells_.data();
  for (std::int32_t x_px = cells_x_px_; x_px < end_px; ++x_px, ++cell) {
    const Cell column = *cell;
    *cell = {};
    const std::int32_t ideal = column.share * full_px + carry;
    std::int32_t height_px = std::min(rounded_px(ideal), full_px);
    const bool preferred = column.best >= std::uint64_t{kPreferredRank} << 32U;
    if (height_px <= 0) {
      if (column.best == 0) continue;
      height_px = x_px - last_ink_px >= kReachPx ? 1 : 0;
      carry = std::max(ideal - height_px * kUnit, -kUnit);
      if (height_px == 0 && (!preferred || least_px == 0)) continue;
    } else {
      carry = ideal - height_px * kUnit;
    }
    height_px = std::max(height_px, preferred ? least_px : 0);
    last_ink_px = x_px;
    // Where no part begins, the last one is continued.
    const std::uint32_t part =
        column.best == 0 ? last.part : ~static_cast<std::uint32_t>(column.best);
    const bool same = part == last.part && height_px == last.height_px && x_px == last.x1_px;
    last = {same ? last.x0_px : x_px, x_px + 1, height_px, part, false, false};
    bar -= same ? 1 : 0;
    *bar++ = last;
  }
  *cell = {};  // what was cut off
  carry_ = carry;
  last_ink_px_ = last_ink_px;
  drawn_ = static_cast<std::size_t>(bar - bars_.data());
  cells_x_px_ = kFarLeftPx;
  cells_end_px_ = kFarLeftPx;
  cells_limit_px_ = kFarLeftPx;
}

void DensityRow::push(const DensityBar& bar) {
  if (drawn_ == bars_.size()) bars_.resize(2 * drawn_ + 16);
  bars_[drawn_++] = bar;
  last_ink_px_ = bar.x1_px - 1;
}

}  // namespace lanescope
