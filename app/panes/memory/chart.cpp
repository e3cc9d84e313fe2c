#include "app/panes/memory/chart.h"

#include <algorithm>
#include <cmath>

#include "app/widgets/draw/paint.h"
#include "core/base/clamped.h"
#include "core/view/text/memory_device.h"

namespace lanescope {
namespace {

constexpr float kAxisPx = 22;
constexpr float kLegendPx = 20;
constexpr float kScalePx = 62;        // right of the bands: bytes of the grid lines
constexpr float kLabelFromPx = 14;    // least height of a band with a label
constexpr float kLabelWidePx = 56;    // and its least width
constexpr float kGapFromPx = 3;       // least height of a band with a one-pixel gap
constexpr float kSmallShare = 0.72F;  // share of the color for bands that combine many blocks
constexpr std::size_t kMostGridLines = 64;
constexpr float kGridPx = 44;  // least distance of grid lines

/// A round number of bytes.
std::int64_t grid_step(double least_bytes) {
  std::int64_t step = 1;
  while (static_cast<double>(step) < least_bytes && step < (std::int64_t{1} << 60)) step *= 2;
  return step;
}

ImU32 before_fill(const Colors& c) {
  return mixed(c.background, c.faint, 0.35F);
}
}  // namespace

void MemoryChart::draw(const PaneFrame& frame, MemoryState& state, Rect area) {
  const Ui& ui = frame.ui;
  ui.mark("memory.chart", area);
  state_ = &state;
  const bool room = area.height() >= ui.px(kAxisPx + kLegendPx);
  const Rect legend = room ? area.cut_bottom(ui.px(kLegendPx)) : Rect{};
  Rect scale = area.cut_right(ui.px(kScalePx));
  scale.cut_top(ui.px(kAxisPx));
  const Rect axis = area.cut_top(ui.px(kAxisPx));
  bands_ = area;
  viewport_ = uncovered(frame.view.viewport);
  viewport_.set_width_px(std::max(1.0F, bands_.width()));
  viewport_.set_view(viewport_.view());
  scale_ = block_scale(state.blocks());
  fill_rect(bands_, ui.color().background);
  draw_axis(frame, state, axis);
  handle_mouse(frame, state);
  ImGui::PushClipRect(bands_.min(), bands_.max(), true);
  if (state.picture() != nullptr) draw_bands(frame, state);
  draw_grid(ui);
  draw_lines(frame, state);
  if (state.picture() != nullptr) draw_selected(frame, state);
  gestures_.draw(frame.ui);
  ImGui::PopClipRect();
  draw_scale(ui, scale);
  if (room) draw_legend(frame, state, legend);
  if (hovered_ && state.picture() != nullptr) draw_hover(frame, state);
}

float MemoryChart::x_of(Ns time_ns) const {
  const double x = clamped(viewport_.x_of(time_ns), -10.0, viewport_.width_px() + 10);
  return bands_.x0 + std::floor(static_cast<float>(x));
}

float MemoryChart::y_of(std::int64_t bytes) const {
  const double from = static_cast<double>(scale_.from_bytes);
  const double share =
      (static_cast<double>(bytes) - from) / (static_cast<double>(scale_.to_bytes) - from);
  const auto height = static_cast<float>(clamped(share, -0.1, 1.1)) * bands_.height();
  return std::floor(bands_.y1 - height + 0.5F);
}

Rect MemoryChart::rect_of(TimeRange range, std::int64_t base, std::int64_t bytes) const {
  const float x0 = x_of(range.begin_ns);
  return {x0, y_of(saturating_add(base, bytes)), std::max(x_of(range.end_ns), x0 + 1), y_of(base)};
}

/// Draws a label on a band if there is room.
void MemoryChart::draw_label(const Ui& ui, Rect rect, float wide_px, ImU32 color,
                             std::string_view words) const {
  const float left = std::max(rect.x0, bands_.x0) + ui.px(5);
  const float right = std::min(rect.x1, bands_.x1) - ui.px(4);
  const float bottom = std::min(rect.y1, bands_.y1);
  if (bottom - rect.y0 < ui.px(kLabelFromPx) || right - left < ui.px(wide_px)) return;
  const Face& face = ui.face().slice;
  draw_text_fitted(face, {left, centered_y(face, rect.y0, bottom)}, right - left, color, words);
}

void MemoryChart::draw_before(const PaneFrame& frame, const MergedBand& band) const {
  const Ui& ui = frame.ui;
  const Rect rect = rect_of(band.range, band.base_bytes, band.bytes);
  if (rect.x1 < bands_.x0 || rect.x0 > bands_.x1) return;
  fill_rect(rect, before_fill(ui.color()));
  const bool history = is_memory_snapshot(*frame.view.snapshot());
  draw_label(ui, rect, 2 * kLabelWidePx, ui.color().text,
             history ? "allocated before history" : "allocated before trace");
}

void MemoryChart::draw_small(const PaneFrame& frame, const MemoryState& state,
                             const MergedBand& band) const {
  const Ui& ui = frame.ui;
  const Rect rect = rect_of(band.range, band.base_bytes, band.bytes);
  if (rect.x1 < bands_.x0 || rect.x0 > bands_.x1) return;
  const ImU32 fill = frame.palette.fill_of(state.role_of_group(band.group), 0);
  // Slightly fainter than single blocks.
  fill_rect(rect, mixed(ui.color().background, fill, kSmallShare));
}

void MemoryChart::draw_bands(const PaneFrame& frame, const MemoryState& state) const {
  const Ui& ui = frame.ui;
  const BlockPicture& picture = *state.picture();
  const BlockTexts texts = state.texts();
  for (const MergedBand& band : picture.before) draw_before(frame, band);
  for (const MergedBand& band : picture.small) draw_small(frame, state, band);
  for (const BlockBand& band : picture.bands) {
    Rect rect = rect_of(band.range, band.base_bytes, band.bytes);
    if (rect.x1 < bands_.x0 || rect.x0 > bands_.x1) continue;
    const ColorRole role = state.role_of_block(band.block);
    const std::uint8_t shade = state.shade_of_block(band.block);
    if (rect.height() >= kGapFromPx) rect.y0 += 1;
    fill_rect(rect, frame.palette.fill_of(role, shade));
    draw_label(ui, rect, kLabelWidePx, frame.palette.text_of(role, shade), texts.name(band.block));
  }
}

/// Outlines the selected block: along its upper edges and back along the lower ones.
void MemoryChart::draw_selected(const PaneFrame& frame, const MemoryState& state) {
  const EventId event = frame.view.selection.primary();
  if (event != selected_for_ || selected_in_ != &state.blocks()) {
    selected_for_ = event;
    selected_in_ = &state.blocks();
    selected_ = block_of_event(*frame.view.snapshot(), state.blocks(), event);
  }
  if (selected_ == kNoBlock) return;
  outline_.clear();
  for (const BlockBand& band : state.picture()->bands) {
    if (band.block != selected_) continue;
    const Rect rect = rect_of(band.range, band.base_bytes, band.bytes);
    outline_.push_back({rect.x0, rect.y0});
    outline_.push_back({rect.x1, rect.y0});
  }
  for (auto band = state.picture()->bands.rbegin(); band != state.picture()->bands.rend(); ++band) {
    if (band->block != selected_) continue;
    const Rect rect = rect_of(band->range, band->base_bytes, band->bytes);
    outline_.push_back({rect.x1, rect.y1});
    outline_.push_back({rect.x0, rect.y1});
  }
  if (outline_.empty()) return;
  frame.ui.mark("memory.selected", {outline_[0].x, outline_[0].y, outline_[1].x, outline_[1].y});
  ImGui::GetWindowDrawList()->AddPolyline(outline_.data(), static_cast<int>(outline_.size()),
                                          frame.ui.color().selection, ImDrawFlags_Closed,
                                          frame.ui.px(1.5F));
}

/// The byte values of the grid lines, from the bottom.
std::vector<std::int64_t> MemoryChart::grid_values(const Ui& ui) const {
  const double bytes =
      static_cast<double>(scale_.to_bytes) - static_cast<double>(scale_.from_bytes);
  const std::int64_t step = grid_step(bytes * ui.px(kGridPx) / std::max(1.0F, bands_.height()));
  std::vector<std::int64_t> values;
  std::int64_t at = (scale_.from_bytes / step + 1) * step;
  for (; values.size() < kMostGridLines && at < scale_.to_bytes; at = saturating_add(at, step)) {
    if (y_of(at) < bands_.y0 + ui.face().tiny.size_px) break;
    values.push_back(at);
  }
  return values;
}

void MemoryChart::draw_grid(const Ui& ui) const {
  for (const std::int64_t at : grid_values(ui)) {
    const float y = y_of(at);
    fill_rect({bands_.x0, y, bands_.x1, y + 1}, ui.color().grid);
  }
}

/// Next to the bands, because on them the values could not be read.
void MemoryChart::draw_scale(const Ui& ui, Rect scale) const {
  const Face& face = ui.face().tiny;
  for (const std::int64_t at : grid_values(ui)) {
    const float middle = y_of(at);
    const float y = centered_y(face, middle - face.size_px, middle + face.size_px);
    draw_text_fitted(face, {scale.x0 + ui.px(5), y}, scale.width() - ui.px(5), ui.color().dim,
                     format_bytes(at));
  }
}

/// The selected range, the cursor, and the time under the mouse in the timeline.
void MemoryChart::draw_lines(const PaneFrame& frame, const MemoryState& state) const {
  const Colors& c = frame.ui.color();
  if (const auto& range = frame.view.selection.range()) {
    fill_rect({x_of(range->begin_ns), bands_.y0, x_of(range->end_ns), bands_.y1}, c.range);
  }
  if (frame.view.mouse.time_ns) {
    const float x = x_of(*frame.view.mouse.time_ns);
    fill_rect({x, bands_.y0, x + 1, bands_.y1}, c.faint);
  }
  if (const auto cursor = state.cursor()) {
    const float x = x_of(cursor->time_ns);
    fill_rect({x, bands_.y0, x + frame.ui.px(1), bands_.y1}, c.accent);
  }
}

}  // namespace lanescope
