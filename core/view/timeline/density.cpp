#include "core/view/timeline/density.h"

#include <algorithm>
#include <limits>

namespace lanescope {
namespace {

constexpr std::int32_t kFarLeftPx = std::numeric_limits<std::int32_t>::min() / 2;
constexpr std::int32_t kGapFromPx = 4;       // least width of bars with a gap
constexpr std::int32_t kPreferredShare = 3;  // a preferred column has at least this part of a row

/// Without a call of the library, which takes longer than the rest of a column.
std::int32_t floor_px(float x_px) {
  const auto whole = static_cast<std::int32_t>(x_px);
  return static_cast<float>(whole) > x_px ? whole - 1 : whole;
}

std::int32_t rounded_px(float x_px) {
  return floor_px(x_px + 0.5F);
}

}  // namespace

std::span<const DensityBar> DensityRow::lay_out(std::span<const DensityPart> parts,
                                                std::int32_t height_px, BarEdges edges) {
  bars_.clear();
  column_ = {};
  height_px_ = std::max(height_px, 1);
  last_ink_px_ = kFarLeftPx;
  carry_px_ = 0;
  edge_px_ = 0;
  float end_px = -std::numeric_limits<float>::max();
  for (std::uint32_t i = 0; i < parts.size(); ++i) {
    DensityPart part = parts[i];
    part.x0_px = std::max(part.x0_px, end_px);
    part.x1_px = std::max(part.x1_px, part.x0_px);
    end_px = part.x1_px;
    if (edges == BarEdges::Shared) {
      if (part.x1_px - part.x0_px >= kAlonePx) {
        add_alone(part, i);
      } else {
        spread(part, i);
      }
      continue;
    }
    const std::int32_t x0_px = rounded_px(part.x0_px);
    const std::int32_t x1_px = rounded_px(part.x1_px);
    if (x1_px - x0_px < kGapFromPx) {
      spread(part, i);
      continue;
    }
    const bool touches = i + 1 < parts.size() && rounded_px(parts[i + 1].x0_px) <= x1_px;
    add_with_gap(x0_px, touches ? x1_px - 1 : x1_px, i);
  }
  flush();
  return bars_;
}

void DensityRow::put(std::int32_t x_px, float share, std::uint32_t part, bool preferred) {
  if (!column_.open || column_.x_px != x_px) {
    flush();
    column_ = {.x_px = x_px, .open = true, .most = -1};
  }
  column_.share += share;
  column_.other = true;
  const bool wins = preferred == column_.preferred ? share > column_.most : preferred;
  if (!wins) return;
  column_.most = share;
  column_.part = part;
  column_.preferred = preferred;
}

/// Fills the columns of a short part, each by its share.
void DensityRow::spread(const DensityPart& part, std::uint32_t index) {
  const float width_px = part.x1_px - part.x0_px;
  const float covered_px = std::min(part.covered_px, width_px);
  std::int32_t x_px = floor_px(part.x0_px);
  float left_px = part.x0_px;
  auto right_px = static_cast<float>(x_px + 1);
  if (part.x1_px <= right_px) return put(x_px, covered_px, index, part.preferred);
  const float density = covered_px / width_px;
  while (right_px < part.x1_px) {
    put(x_px, (right_px - left_px) * density, index, part.preferred);
    left_px = right_px;
    right_px = static_cast<float>(++x_px + 1);
  }
  put(x_px, (part.x1_px - left_px) * density, index, part.preferred);
}

/// A bar from pixel to pixel. A pixel that it shares with something else is a column of both;
/// otherwise its edges are rounded.
void DensityRow::add_alone(const DensityPart& part, std::uint32_t index) {
  std::int32_t first_px = floor_px(part.x0_px);
  const std::int32_t last_px = floor_px(part.x1_px);
  const float before_px = part.x0_px - static_cast<float>(first_px);
  if (column_.open && column_.x_px == first_px) {
    column_.seam = column_.tail && !column_.other;
    put(first_px, 1 - before_px, index, part.preferred);
    flush();
    ++first_px;
  } else {
    flush();
    if (!takes_edge(1 - before_px)) ++first_px;
    DensityBar* last = bars_.empty() ? nullptr : &bars_.back();
    if (last != nullptr && last->alone && last->x1_px == first_px) {
      const DensityBar seam{first_px - 1, first_px, height_px_, last->part, false, true};
      --last->x1_px;
      push(seam);
    }
  }
  push({first_px, last_px, height_px_, index, true, false});
  const float after_px = part.x1_px - static_cast<float>(last_px);
  if (after_px <= 0) return;
  column_ = {.x_px = last_px,
             .open = true,
             .tail = true,
             .preferred = part.preferred,
             .share = after_px,
             .most = after_px,
             .part = index};
}

/// Whether a bar's edge is drawn into a pixel that it covers by a share. What rounding leaves is
/// kept for the next edge: short gaps between bars would otherwise vanish more often than they
/// appear.
bool DensityRow::takes_edge(float share) {
  const bool takes = share + edge_px_ >= 0.5F;
  edge_px_ += share - (takes ? 1.0F : 0.0F);
  return takes;
}

void DensityRow::add_with_gap(std::int32_t x0_px, std::int32_t x1_px, std::uint32_t index) {
  if (column_.open && column_.x_px < x0_px) flush();
  column_.open = false;
  push({x0_px, x1_px, height_px_, index, true, false});
}

/// Draws the column. Heights are whole pixels; what rounding leaves is added to the next column.
void DensityRow::flush() {
  if (!column_.open) return;
  column_.open = false;
  if (column_.tail && !column_.other) {
    if (!takes_edge(column_.share)) return;
    bars_.back().x1_px = column_.x_px + 1;
    last_ink_px_ = column_.x_px;
    return;
  }
  const float ideal_px = std::min(column_.share, 1.0F) * static_cast<float>(height_px_) + carry_px_;
  std::int32_t height_px = std::clamp(rounded_px(ideal_px), 0, height_px_);
  if (height_px == 0 && column_.x_px - last_ink_px_ >= kReachPx) height_px = 1;
  carry_px_ = std::clamp(ideal_px - static_cast<float>(height_px), -1.0F, 1.0F);
  if (column_.preferred) height_px = std::max(height_px, height_px_ / kPreferredShare);
  if (height_px == 0) return;
  push({column_.x_px, column_.x_px + 1, height_px, column_.part, false, column_.seam});
}

/// Columns of one part and height become one bar.
void DensityRow::push(const DensityBar& bar) {
  last_ink_px_ = bar.x1_px - 1;
  if (!bars_.empty() && !bar.alone && !bar.seam) {
    DensityBar& last = bars_.back();
    const bool same = last.part == bar.part && last.height_px == bar.height_px;
    if (same && !last.alone && !last.seam && last.x1_px == bar.x0_px) {
      last.x1_px = bar.x1_px;
      return;
    }
  }
  bars_.push_back(bar);
}

}  // namespace lanescope
