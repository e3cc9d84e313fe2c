#include "app/lanes/slice_painter.h"

#include <algorithm>
#include <cmath>

#include "app/widgets/draw/paint.h"
#include "app/widgets/draw/shapes.h"
#include "app/widgets/draw/text.h"
#include "core/base/clamped.h"

namespace lanescope {
namespace {

constexpr float kRoundFromPx = 7;  // narrower slices have square corners; rounding is not visible
constexpr float kLabelFromPx = 22;
constexpr float kLabelPadPx = 5;
constexpr float kFaintestBlock = 0.34F;
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

/// From the first to the last pixel that it touches. Leaves a pixel between neighbors if both are
/// wide enough.
Rect screen_rect(Rect row, const LaneRect& rect) {
  const float x0 = std::floor(row.x0 + rect.x0_px + 0.5F);
  float x1 = std::floor(row.x0 + rect.x1_px + 0.5F);
  if (x1 - x0 > 3) x1 -= 1;
  return {x0, row.y0, std::max(x1, x0 + 1), row.y1};
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
  if (rect.count == 1) return fill;
  const float share = kFaintestBlock + (1 - kFaintestBlock) * clamped(rect.busy, 0.0F, 1.0F);
  return mixed(scene.ui.color().background, fill, share);
}

/// More than half of its events do not exist in the other run.
bool is_lone(const SliceScene& scene, const LaneRect& rect) {
  return scene.lone != nullptr && scene.lone->among(rect.event, rect.count) * 2 > rect.count;
}

void paint_label(const SliceScene& scene, const LaneRect& rect, Rect at, bool is_faint) {
  // The name of a slice that begins left of the view is drawn at the view's edge.
  const float left = std::max(at.x0, scene.list.GetClipRectMin().x);
  const float pad = scene.ui.px(kLabelPadPx);
  const FittedLabel label = scene.labels.fit(scene.names.of(rect.name), at.x1 - left - 2 * pad);
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

void paint_slices(const SliceScene& scene, Rect area, std::uint32_t first_row,
                  std::span<const LaneRect> rects) {
  const float round_from = scene.ui.px(kRoundFromPx);
  const float label_from = scene.ui.px(kLabelFromPx);
  const float rounding = scene.ui.px(2);
  const float hatch_from = scene.ui.px(kHatchFromPx);
  const ImU32 hatch = faded(scene.ui.color().background, kHatchShare);
  const float top = scene.list.GetClipRectMin().y;
  const float bottom = scene.list.GetClipRectMax().y;
  for (const LaneRect& rect : rects) {
    const Rect at = screen_rect(row_place(scene, area, rect.row - first_row), rect);
    if (at.y1 <= top || at.y0 >= bottom) continue;
    const float width = at.x1 - at.x0;
    const bool round = rect.count == 1 && width >= round_from;
    const bool is_faint = is_faded(scene, rect);
    scene.list.AddRectFilled(at.min(), at.max(), fill_of(scene, rect, is_faint),
                             round ? rounding : 0);
    if (width >= hatch_from && is_lone(scene, rect)) paint_hatch(scene.ui, scene.list, at, hatch);
    if (rect.count == 1 && width >= label_from) paint_label(scene, rect, at, is_faint);
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
