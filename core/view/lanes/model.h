// A lane in a viewport as rectangles: what to draw, and what is under the mouse. Runs every frame;
// its cost depends on the number of pixels, not of events.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "core/base/text/ids.h"
#include "core/base/time.h"
#include "core/store/snapshot.h"
#include "core/view/colors/role.h"
#include "core/view/events/event_ref.h"
#include "core/view/timeline/viewport.h"

namespace lanescope {

struct DensityPart;

/// A slice, or a block of slices too thin to draw separately.
struct LaneRect {
  float x0_px = 0;                  // from the viewport's left edge; clipped just outside it
  float x1_px = 0;                  // at least one pixel right of x0
  EventId event = EventId::None;    // the slice; for a block the first, with consecutive ids
  std::uint32_t count = 1;          // slices that it represents; 1: not a block
  StringId name = StringId::Empty;  // the slice's; for a block, of one of the longest slices
  float busy = 1;                   // share of its width that is covered
  std::uint16_t row = 0;
  ColorRole role = ColorRole::Compute;
  std::uint8_t shade = 0;  // see RolePalette
};
static_assert(sizeof(LaneRect) == 28);

/// For laying out rectangles of one row by how full each pixel is. Cost: linear.
void density_parts(std::span<const LaneRect> rects, std::vector<DensityPart>& out);

/// The instants in one pixel.
struct LaneMark {
  float x_px = 0;
  EventId event = EventId::None;  // the first
  std::uint32_t count = 1;
  StringId name = StringId::Empty;
};

/// What is under the mouse.
struct LaneHit {
  EventId event = EventId::None;  // the slice; for a block, the longest one
  std::uint32_t count = 1;        // more than 1: a block
  TimeRange range;                // of the slice or block
  Ns busy_ns = 0;                 // for a block: the time its slices cover
  std::uint32_t row = 0;
  std::optional<GapRef> gap = {};  // instead of an event; for a block, the longest one
};

/// Creates rectangles, and owns the buffers that hold them so that frames do not allocate.
/// Single-threaded; results are valid until the next call of the same function.
class LaneModel {
 public:
  /// The slices of a track in `rows` rows starting at `first_row`: row by row, in time order. At
  /// most about two per pixel and row.
  std::span<const LaneRect> slices(const Snapshot& snapshot, TrackId track, std::uint32_t rows,
                                   const Viewport& viewport, RoleTable& roles,
                                   std::uint32_t first_row = 0);
  /// The steps, on row 0; `shade` alternates between steps.
  std::span<const LaneRect> steps(const Snapshot& snapshot, const Viewport& viewport);
  /// The instants of a track, at most one mark per pixel.
  std::span<const LaneMark> instants(const Snapshot& snapshot, TrackId track,
                                     const Viewport& viewport);

  /// The slice at a pixel of a track's row: the one that covers the pixel, otherwise the nearest
  /// within `reach_px`.
  [[nodiscard]] std::optional<LaneHit> hit(const Snapshot& snapshot, TrackId track,
                                           std::uint32_t row, const Viewport& viewport, double x_px,
                                           double reach_px = 3);
  [[nodiscard]] std::optional<LaneHit> hit_step(const Snapshot& snapshot, const Viewport& viewport,
                                                double x_px) const;
  /// The nearest instant within `reach_px`.
  [[nodiscard]] std::optional<LaneHit> hit_instant(const Snapshot& snapshot, TrackId track,
                                                   const Viewport& viewport, double x_px,
                                                   double reach_px = 4) const;

 private:
  RowPieces pieces_;
  std::vector<LaneRect> rects_, steps_;
  std::vector<LaneMark> marks_;
};

/// Where a single slice is, however thin, for the outline of the selection. nullopt for instants
/// and unknown ids.
struct SlicePlace {
  TrackId track = TrackId::None;
  std::uint32_t row = 0;
  TimeRange range;
};
std::optional<SlicePlace> slice_place(const Snapshot& snapshot, EventId event);

}  // namespace lanescope
