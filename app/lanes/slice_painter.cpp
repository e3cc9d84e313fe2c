#include "app/lanes/slice_painter.h"

#include <algorithm>
#include <cmath>

#include "app/widgets/draw/paint.h"
#include "app/widgets/draw/shapes.h"
#include "app/widgets/draw/text.h"

namespace lanescope {
namespace {

constexpr float kRoundFromPx = 7;  // narrower slices have square corners; rounding is not visible
constexpr float kRoundSharedFromPx = 12;  // corners must not add up to missing work
constexpr float kLabelFromPx = 22;
constexpr float kLabelPadPx = 5;
constexpr float kSeamShare = 0.6F;   // of the color of the bar
constexpr float kOutlineFromPx = 4;  // narrower parts of the critical path are underlined
constexpr float kFaintestMark = 0.35F;
constexpr float kWholeMark = 0.99F;  // share of the width that is on the critical path
constexpr float kHatchFromPx = 3;    // hatching would not be visible in narrower slices
constexpr float kHatchShare = 0.38F;

/// The rectangle of the row with `above` rows over it in the area of a lane.
Rect row_place(const SliceScene& scene, Rect area, std::uint32_t above) {
  const float pitch = scene.metrics.slice_px + scene.metrics.gap_px;
  const float y = std::floor(area.y0 + scene.metrics.margin_px + static_cast<float>(above) * pitch);
  return {area.x0, y, area.x1, y + std::floor(scene.metrics.slice_px)};
}

/// Whether a search or the critical path leaves some slices faint.
bool fades_some(const SliceScene& scene) {
  return (scene.only_path && scene.path != nullptr) ||
         (scene.matches != nullptr && scene.matches->error.empty());
}

/// Not on the critical path while only that is shown, or not a match while a search is active.
bool is_faded(const SliceScene& scene, const LaneRect& rect) {
  if (scene.only_path && scene.path != nullptr && !scene.path->any_of(rect.event, rect.count))
    return true;
  return scene.matches != nullptr && scene.matches->error.empty() &&
         !scene.matches->any_of(rect.event, rect.count);
}

ImU32 fill_of(const SliceScene& scene, const LaneRect& rect, bool is_faint) {
  const ImU32 fill = scene.palette.fill_of(rect.role, rect.shade);
  if (is_faint) return mixed(scene.ui.color().background, fill, kNotFoundShare);
  return fill;
}

/// More than half of its events do not exist in the other run.
bool is_lone(const SliceScene& scene, const LaneRect& rect) {
  return scene.lone != nullptr && scene.lone->among(rect.event, rect.count) * 2 > rect.count;
}

void paint_label(const SliceScene& scene, const LaneRect& rect, std::string_view name, Rect at,
                 bool is_faint) {
  // The name of a slice that begins left of the view is drawn at the view's edge.
  const float left = std::max(at.x0, scene.list.GetClipRectMin().x);
  const float pad = scene.ui.px(kLabelPadPx);
  const FittedLabel label = scene.labels.fit(name, at.x1 - left - 2 * pad);
  if (label.text.empty()) return;
  const Face& face = scene.ui.face().slice;
  const ImU32 usual = scene.palette.text_of(rect.role, rect.shade);
  const ImU32 color = is_faint ? scene.ui.color().dim : usual;
  const ImVec2 from{left + pad, centered_y(face, at)};
  draw_text(scene.list, face, from, color, label.text);
  if (label.ellipsis)
    draw_text(scene.list, face, {from.x + scene.labels.width_px(label.text), from.y}, color, "…");
}

}  // namespace

Rect row_rect(const LaneScene& scene, const LanePlace& place, std::uint32_t row) {
  return row_place(scene, place.rect, row - place.item.first_row);
}

std::optional<std::uint32_t> row_under(const LaneMetrics& metrics, float y_px, std::uint32_t rows) {
  const float row = std::floor((y_px - metrics.margin_px) / (metrics.slice_px + metrics.gap_px));
  if (row < 0 || row >= static_cast<float>(rows)) return std::nullopt;
  return static_cast<std::uint32_t>(row);
}

void SlicePainter::paint(const SliceScene& scene, Rect area, std::uint32_t first_row,
                         std::span<const LaneRect> rects, BarEdges edges) {
  const float top = scene.list.GetClipRectMin().y;
  const float bottom = scene.list.GetClipRectMax().y;
  for (std::size_t first = 0; first < rects.size();) {
    std::size_t last = first + 1;
    while (last < rects.size() && rects[last].row == rects[first].row &&
           rects[last].x0_px >= rects[last - 1].x0_px)
      ++last;
    const Rect row = row_place(scene, area, rects[first].row - first_row);
    if (row.y1 > top && row.y0 < bottom)
      paint_row(scene, row, rects.subspan(first, last - first), edges);
    first = last;
  }
}

void SlicePainter::paint_row(const SliceScene& scene, Rect row, std::span<const LaneRect> rects,
                             BarEdges edges) {
  const float round_from =
      scene.ui.px(edges == BarEdges::Shared ? kRoundSharedFromPx : kRoundFromPx);
  const float label_from = scene.ui.px(kLabelFromPx);
  const float hatch_from = scene.ui.px(kHatchFromPx);
  const float rounding = scene.ui.px(2);
  const ImU32 hatch = faded(scene.ui.color().background, kHatchShare);
  const bool fades = fades_some(scene);
  density_parts(rects, parts_);
  for (std::size_t i = 0; fades && i < rects.size(); ++i)
    parts_[i].preferred = !is_faded(scene, rects[i]);
  ColumnPainter columns(scene.list, row);
  const auto height = static_cast<std::int32_t>(row.height());
  for (const DensityBar& bar : density_.lay_out(parts_, height, edges)) {
    const LaneRect& rect = rects[bar.part];
    const bool is_faint = fades && !parts_[bar.part].preferred;
    const ImU32 fill = fill_of(scene, rect, is_faint);
    const Rect at = columns.rect_of(bar);
    const float width = at.width();
    if (bar.alone) {
      columns.flush();
      scene.list.AddRectFilled(at.min(), at.max(), fill, width >= round_from ? rounding : 0);
    } else {
      columns.fill(at, bar.seam ? mixed(scene.ui.color().background, fill, kSeamShare) : fill);
    }
    if (width >= hatch_from && is_lone(scene, rect)) {
      columns.flush();
      paint_hatch(scene.ui, scene.list, at, hatch);
    }
    if (!bar.alone || width < label_from) continue;
    const std::string_view name = names_ != nullptr ? names_->of(rect) : scene.names.of(rect.name);
    paint_label(scene, rect, name, at, is_faint);
  }
}

void paint_path_marks(const LaneScene& scene, const LanePlace& place,
                      std::span<const PathMark> marks) {
  const float thick = scene.ui.px(2);
  for (const PathMark& mark : marks) {
    const Rect row = row_rect(scene, place, mark.row);
    const float x0 = std::floor(place.rect.x0 + mark.x0_px + 0.5F);
    const float x1 = std::max(std::floor(place.rect.x0 + mark.x1_px + 0.5F), x0 + 1);
    const ImU32 color =
        faded(scene.ui.color().path, kFaintestMark + (1 - kFaintestMark) * mark.share);
    if (mark.waits) {
      const float y = std::floor((row.y0 + row.y1) / 2);
      scene.list.AddRectFilled({x0, y}, {x1, y + 1}, color);
    } else if (x1 - x0 >= scene.ui.px(kOutlineFromPx) && mark.share >= kWholeMark) {
      scene.list.AddRect({x0, row.y0}, {x1 - 1, row.y1}, color, scene.ui.px(2), 0,
                         scene.ui.px(1.5F));
    } else {
      scene.list.AddRectFilled({x0, row.y1 - thick}, {x1, row.y1}, color);
    }
  }
}

void outline_slice(const LaneScene& scene, Rect row, TimeRange range) {
  const auto left = static_cast<float>(std::max(scene.viewport.x_of(range.begin_ns), -100.0));
  const auto right = static_cast<float>(
      std::min(scene.viewport.x_of(range.end_ns), scene.viewport.width_px() + 100));
  if (right < -scene.ui.px(4) || left > row.width() + scene.ui.px(4)) return;
  const float x0 = std::floor(row.x0 + left + 0.5F);
  const float x1 = std::max(std::floor(row.x0 + right + 0.5F), x0 + scene.ui.px(3));
  const float out = scene.ui.px(1);
  scene.list.AddRect({x0 - out, row.y0 - out}, {x1 + out, row.y1 + out}, scene.ui.color().selection,
                     scene.ui.px(3), 0, scene.ui.px(1.5F));
}

}  // namespace lanescope
