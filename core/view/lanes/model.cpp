#include "core/view/lanes/model.h"

#include <algorithm>
#include <bit>
#include <cmath>

#include "core/view/timeline/density.h"

namespace lanescope {
namespace {

/// How far rectangles extend beyond the edges: enough to hide their borders.
constexpr double kOverhangPx = 8;
constexpr float kLeastPx = 1;

/// Converts times to pixels with one subtraction and one multiplication; the times are near the
/// view.
class PixelScale {
 public:
  explicit PixelScale(const Viewport& viewport)
      : begin_ns_(viewport.view().begin_ns),
        fraction_ns_(viewport.view().begin_fraction_ns),
        px_per_ns_(1 / viewport.ns_per_px()),
        left_px_(-kOverhangPx),
        right_px_(viewport.width_px() + kOverhangPx) {}

  [[nodiscard]] float clipped(Ns time_ns) const {
    const auto from_ns = static_cast<double>(saturating_sub(time_ns, begin_ns_)) - fraction_ns_;
    return static_cast<float>(std::clamp(from_ns * px_per_ns_, left_px_, right_px_));
  }
  [[nodiscard]] float px_per_ns() const { return static_cast<float>(px_per_ns_); }

 private:
  Ns begin_ns_;
  double fraction_ns_, px_per_ns_, left_px_, right_px_;
};

/// The window that a row is queried for. It starts at a whole nanosecond. Omitting the view's
/// fraction of a nanosecond shifts the pixel grid invisibly, unless single nanoseconds are wide;
/// then there are no blocks any more.
TimeRange query_window(const Viewport& viewport) {
  return viewport.range();
}

const Track* track_of(const Snapshot& snapshot, TrackId track) {
  return index_of(track) < snapshot.tracks.size() ? &snapshot.tracks[index_of(track)] : nullptr;
}

/// The first instant of a range at or after a time.
std::uint32_t first_from(const InstantTable& table, InstantRange range, Ns time_ns) {
  const Ns* begin = table.time_ns.begin();
  return static_cast<std::uint32_t>(
      std::lower_bound(begin + range.begin, begin + range.end, time_ns) - begin);
}

EventId instant_id(const InstantTable& table, std::uint32_t i) {
  return EventId{index_of(table.first_id) + i};
}

/// Distance from a pixel to a range of pixels; 0 inside.
double distance_px(double x_px, double x0_px, double x1_px) {
  return std::max({x0_px - x_px, x_px - x1_px, 0.0});
}

/// The first of two if the mask is full, the second if it is 0.
float chosen(std::uint32_t mask, float a, float b) {
  return std::bit_cast<float>((std::bit_cast<std::uint32_t>(a) & mask) |
                              (std::bit_cast<std::uint32_t>(b) & ~mask));
}

}  // namespace

void density_parts(std::span<const LaneRect> rects, std::vector<DensityPart>& out) {
  constexpr float kWidenedPx = 1.001F;
  out.resize(rects.size());
  DensityPart* part = out.data();
  for (const LaneRect& rect : rects) {
    const float width_px = rect.x1_px - rect.x0_px;
    // The end of a rectangle that was widened to a pixel says nothing. Chosen by a mask, as a
    // branch could not be predicted.
    const std::uint32_t whole = -static_cast<std::uint32_t>(width_px > kWidenedPx);
    const float end_px = chosen(whole, rect.x1_px, rect.x0_px + rect.busy * width_px);
    const float covered = chosen(whole, rect.busy, 1);
    *part++ = {rect.x0_px, end_px, covered};
  }
}

std::span<const LaneRect> LaneModel::slices(const Snapshot& snapshot, TrackId id,
                                            std::uint32_t rows, const Viewport& viewport,
                                            RoleTable& roles, std::uint32_t first_row) {
  rects_.clear();
  const Track* track = track_of(snapshot, id);
  if (track == nullptr) return rects_;
  const TimeRange window = query_window(viewport);
  if (!track->chunks.empty() && !track->bounds.empty() && !track->bounds.overlaps(window)) {
    return rects_;
  }
  const PixelScale scale(viewport);
  const float px_per_ns = scale.px_per_ns();
  for (const auto& chunk : track->chunks) {
    const auto end = static_cast<std::uint32_t>(
        std::min<std::size_t>(std::size_t{first_row} + rows, chunk->rows.size()));
    for (std::uint32_t r = first_row; r < end; ++r) {
      const Row& row = chunk->rows[r];
      pieces_.clear();
      query_row(row.lod, chunk->slices_of(row), window, viewport.ns_per_px(), pieces_);
      const std::uint32_t first_id = index_of(chunk->first_id) + row.first;
      // Reserving the exact size would copy all of them for each row.
      if (const std::size_t needed = rects_.size() + pieces_.size(); needed > rects_.capacity())
        rects_.reserve(std::max(needed, 2 * rects_.capacity()));
      for (const RowPiece& piece : pieces_) {
        const float x0_px = scale.clipped(piece.begin_ns);
        const float width_px = std::max(scale.clipped(piece.end_ns) - x0_px, kLeastPx);
        const auto tint = roles.tint(piece.name, snapshot.kind_of(piece.category));
        rects_.push_back({x0_px, x0_px + width_px, EventId{first_id + piece.slice}, piece.count,
                          piece.name, std::min(piece.busy_ns * px_per_ns / width_px, 1.0F),
                          static_cast<std::uint16_t>(r), tint.role, tint.shade});
      }
    }
  }
  return rects_;
}

std::span<const LaneRect> LaneModel::steps(const Snapshot& snapshot, const Viewport& viewport) {
  steps_.clear();
  const PixelScale scale(viewport);
  const TimeRange window = query_window(viewport);
  for (std::size_t i = 0; i < snapshot.steps.size(); ++i) {
    const Step& step = snapshot.steps[i];
    if (step.range.begin_ns >= window.end_ns) break;
    if (step.range.end_ns < window.begin_ns) continue;
    const float x0_px = scale.clipped(step.range.begin_ns);
    const float end_px = scale.clipped(step.range.end_ns);
    const LaneRect rect{
        .x0_px = x0_px,
        .x1_px = std::max(end_px, x0_px + kLeastPx),
        .event = step.event,
        .name = step.name,
        .busy = std::min(end_px - x0_px, 1.0F),
        .role = ColorRole::Annotation,
        .shade = static_cast<std::uint8_t>(i % 2 == 0 ? 0 : RoleTable::kShades - 1)};
    // Several steps in one pixel are merged.
    if (!steps_.empty() && rect.x1_px - steps_.back().x0_px <= kLeastPx) {
      ++steps_.back().count;
      steps_.back().busy = std::min(steps_.back().busy + rect.busy, 1.0F);
    } else {
      steps_.push_back(rect);
    }
  }
  return steps_;
}

std::span<const LaneMark> LaneModel::instants(const Snapshot& snapshot, TrackId track,
                                              const Viewport& viewport) {
  marks_.clear();
  const InstantRange range = instants_of(snapshot, track);
  if (range.begin == range.end) return marks_;
  const InstantTable& table = *snapshot.instants;
  const TimeRange window = query_window(viewport);
  const std::uint32_t last = first_from(table, range, window.end_ns);
  std::uint32_t i = first_from(table, range, window.begin_ns);
  while (i < last) {
    // All instants in the same pixel are one mark; the end of the pixel is found by a search, not
    // by stepping through them.
    const double x_px = viewport.x_of(table.time_ns[i]);
    const Ns next_ns = std::max(viewport.time_at(std::floor(x_px) + 1), table.time_ns[i] + 1);
    const std::uint32_t next = std::min(last, first_from(table, {i, last}, next_ns));
    marks_.push_back({static_cast<float>(x_px), instant_id(table, i), next - i, table.name[i]});
    i = next;
  }
  return marks_;
}

std::optional<LaneHit> LaneModel::hit(const Snapshot& snapshot, TrackId id, std::uint32_t row,
                                      const Viewport& viewport, double x_px, double reach_px) {
  const Track* track = track_of(snapshot, id);
  if (track == nullptr) return std::nullopt;
  // Queries the entire view, so that the blocks are the same as those drawn.
  const TimeRange window = query_window(viewport);
  std::optional<LaneHit> best;
  double best_px = reach_px;
  for (const auto& chunk : track->chunks) {
    if (row >= chunk->rows.size()) continue;
    const Row& line = chunk->rows[row];
    const RowSlices slices = chunk->slices_of(line);
    pieces_.clear();
    query_row(line.lod, slices, window, viewport.ns_per_px(), pieces_);
    for (const RowPiece& piece : pieces_) {
      const double x0_px = viewport.x_of(piece.begin_ns);
      const double x1_px = std::max(viewport.x_of(piece.end_ns), x0_px + double{kLeastPx});
      const double away_px = distance_px(x_px, x0_px, x1_px);
      if (away_px > best_px || (best && away_px == best_px)) continue;
      best_px = away_px;
      const std::uint32_t slice = longest_slice(slices, piece.slice, piece.count);
      best = LaneHit{
          chunk->id_of(line.first + slice), piece.count, {piece.begin_ns, piece.end_ns}, 0, row};
      for (std::uint32_t i = piece.slice; i < piece.slice + piece.count; ++i) {
        best->busy_ns = saturating_add(best->busy_ns, slices.dur_ns[i]);
      }
    }
  }
  return best;
}

std::optional<LaneHit> LaneModel::hit_step(const Snapshot& snapshot, const Viewport& viewport,
                                           double x_px) const {
  const Ns time_ns = viewport.time_at(x_px);
  for (const Step& step : snapshot.steps) {
    if (step.range.contains(time_ns)) {
      return LaneHit{step.event, 1, step.range, step.range.length_ns(), 0};
    }
  }
  return std::nullopt;
}

std::optional<LaneHit> LaneModel::hit_instant(const Snapshot& snapshot, TrackId track,
                                              const Viewport& viewport, double x_px,
                                              double reach_px) const {
  const InstantRange range = instants_of(snapshot, track);
  if (range.begin == range.end) return std::nullopt;
  const InstantTable& table = *snapshot.instants;
  const std::uint32_t after = first_from(table, range, viewport.time_at(x_px));
  std::optional<LaneHit> best;
  for (std::uint32_t i = after > range.begin ? after - 1 : after; i < range.end && i <= after;
       ++i) {
    const Ns time_ns = table.time_ns[i];
    const double away_px = std::abs(viewport.x_of(time_ns) - x_px);
    if (away_px > reach_px) continue;
    reach_px = away_px;
    best = LaneHit{instant_id(table, i), 1, {time_ns, time_ns}, 0, 0};
  }
  if (!best) return best;
  const double pixel_px = std::floor(viewport.x_of(best->range.begin_ns));
  const std::uint32_t first = first_from(table, range, viewport.time_at(pixel_px));
  const std::uint32_t last = first_from(table, range, viewport.time_at(pixel_px + 1));
  best->count = std::max(1U, last - std::min(first, last));
  return best;
}

std::optional<SlicePlace> slice_place(const Snapshot& snapshot, EventId event) {
  const auto home = snapshot.find_slice(event);
  if (!home) return std::nullopt;
  return SlicePlace{home->track->id, home->chunk->row_of(home->slice),
                    home->chunk->range(home->slice)};
}

}  // namespace lanescope
