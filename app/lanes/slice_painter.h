// Draws slices and their names; shared by all lanes that consist of slices.
#pragma once

#include <cmath>
#include <span>
#include <vector>

#include "app/lanes/lane_view.h"
#include "app/lanes/slice_names.h"
#include "app/widgets/draw/quads.h"
#include "core/view/timeline/density.h"

namespace lanescope {

/// Share of its color that a slice outside the search results keeps; its name must stay readable.
inline constexpr float kNotFoundShare = 0.16F;

/// Draws the rows of a lane. Wide slices have a name, those of several pixels round corners. Pixels
/// with shorter slices are filled from below, as high as the share of their time that is covered.
/// Keeps buffers between frames. UI thread only.
class SlicePainter {
 public:
  /// What slices are called while this paints; null: by their short names.
  void name_with(SliceNames* names) { names_ = names; }
  /// `area` is that of a lane whose top row is `first_row`. `rects` are row by row, in time order.
  void paint(const SliceScene& scene, Rect area, std::uint32_t first_row,
             std::span<const LaneRect> rects, BarEdges edges);

 private:
  void paint_row(const SliceScene& scene, Rect row, std::span<const LaneRect> rects,
                 BarEdges edges);

  SliceNames* names_ = nullptr;
  std::vector<DensityPart> parts_;
  DensityRow density_;
};

/// Fills columns of a row from below; adjacent ones that look alike are drawn together.
class ColumnPainter {
 public:
  ColumnPainter(ImDrawList& list, Rect row)
      : quads_(list), left_px_(std::floor(row.x0 + 0.5F)), bottom_px_(row.y1) {}
  ~ColumnPainter() { flush(); }
  ColumnPainter(const ColumnPainter&) = delete;
  ColumnPainter& operator=(const ColumnPainter&) = delete;

  /// The rectangle of a bar on the screen.
  [[nodiscard]] Rect rect_of(const DensityBar& bar) const {
    return {left_px_ + static_cast<float>(bar.x0_px),
            bottom_px_ - static_cast<float>(bar.height_px),
            left_px_ + static_cast<float>(bar.x1_px), bottom_px_};
  }
  void fill(Rect rect, ImU32 color) {
    if (color == color_ && rect.y0 == open_.y0 && rect.x0 == open_.x1) {
      open_.x1 = rect.x1;
      return;
    }
    draw_open();
    open_ = rect;
    color_ = color;
  }
  /// Draws what fill() has kept and gives room back; needed before anything else is drawn.
  void flush() {
    draw_open();
    open_ = {};
    quads_.flush();
  }

 private:
  void draw_open() {
    if (open_.x1 > open_.x0) quads_.fill(open_, color_);
  }

  QuadWriter quads_;
  float left_px_, bottom_px_;  // of the row
  Rect open_;                  // not drawn yet
  ImU32 color_ = 0;            // of `open_`
};

/// Marks what of a lane is on the critical path: outlines if there is room, else lines.
void paint_path_marks(const LaneScene& scene, const LanePlace& place,
                      std::span<const PathMark> marks);

/// Outlines a selected slice in a row; visible even if the slice is very narrow.
void outline_slice(const LaneScene& scene, Rect row, TimeRange range);

/// The rectangle of a row on the screen.
Rect row_rect(const LaneScene& scene, const LanePlace& place, std::uint32_t row);

/// Which of `rows` rows is `y_px` below a lane's top; nullopt above or below them.
std::optional<std::uint32_t> row_under(const LaneMetrics& metrics, float y_px, std::uint32_t rows);

}  // namespace lanescope
