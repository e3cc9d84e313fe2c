#include "app/panes/overview/bars.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <span>

#include "app/panes/pane/trace_actions.h"
#include "app/widgets/draw/paint.h"
#include "app/widgets/draw/sentence.h"
#include "app/widgets/draw/shapes.h"
#include "app/widgets/scrollbar.h"
#include "app/widgets/tooltip.h"
#include "core/view/colors/idle_look.h"

namespace lanescope {
namespace {

constexpr float kBarRowPx = 46;
constexpr float kBarPx = 18;
constexpr float kIdleStripPx = 6;  // the colored bottom of an idle part
constexpr float kLegendRowPx = 20;
constexpr float kLegendColumnPx = 250;
constexpr float kNumberGapPx = 10;   // before the time and the share
constexpr float kLeastWordsPx = 48;  // narrower parts do not show their time
constexpr float kWheelPx = 60;

ImU32 color_of_part(const PaneFrame& frame, const BreakdownPart& part) {
  if (part.cause) return packed(idle_color(frame.palette, *part.cause).fill);
  return part.role ? frame.palette.fill_of(*part.role, 0) : frame.ui.color().faint;
}

/// The part's color, hatched as in the lanes.
void fill_part(const PaneFrame& frame, const BreakdownPart& part, Rect rect, float rounding_px) {
  fill_rect(rect, color_of_part(frame, part), rounding_px);
  if (part.cause && look_of(*part.cause).hatched)
    paint_idle_hatch(frame.ui, *ImGui::GetWindowDrawList(), rect);
}

/// Without "idle, ", which the half-filled square next to it already says.
std::string_view short_title(const BreakdownPart& part) {
  constexpr std::string_view kIdle = "idle, ";
  const std::string_view title = part.title;
  return title.starts_with(kIdle) ? title.substr(kIdle.size()) : title;
}

void explain_part(const PaneFrame& frame, const BreakdownPart& part) {
  const Ui& ui = frame.ui;
  const std::array lines{
      TooltipLine{"", part.title, 0, &ui.face().strong},
      tooltip_sentence(part.meaning, ui.color().dim),
      TooltipLine{"Time", part.length_text, 0, &ui.face().mono},
      TooltipLine{"Share", part.share_text, 0, &ui.face().mono},
      TooltipLine{"", "Click to go to the longest gap", ui.color().accent, &ui.face().small}};
  draw_tooltip(ui, ImGui::GetIO().MousePos,
               std::span(lines).first(part.gap ? lines.size() : lines.size() - 1),
               color_of_part(frame, part));
}

/// A part of a bar or its row in the legend: explained under the mouse; a click on idle time goes
/// to the gap that it cost the most.
void attend_part(const PaneFrame& frame, const BreakdownPart& part, WidgetName name, Rect rect) {
  if (!part.gap) {
    frame.ui.mark(name, rect);
    if (ImGui::IsWindowHovered() && rect.contains(ImGui::GetIO().MousePos))
      explain_part(frame, part);
    return;
  }
  const Press press = press_area(frame.ui, name, rect);
  if (press.hovered) {
    ImGui::SetMouseCursor(ImGuiMouseCursor_Hand);
    explain_part(frame, part);
  }
  if (press.clicked) go_to_whole_gap(frame.view, *part.gap);
}

}  // namespace

void BreakdownBars::draw(const PaneFrame& frame, Rect area, const Breakdown& breakdown) {
  const Ui& ui = frame.ui;
  if (breakdown.bars.empty()) {
    draw_sentence(ImGui::GetWindowDrawList(), ui, ui.face().ui, area.min(), area.width(),
                  ui.color().dim, breakdown.missing);
    return;
  }
  if (ImGui::IsWindowHovered() && area.contains(ImGui::GetIO().MousePos))
    scroll_px_ -= ImGui::GetIO().MouseWheel * ui.px(kWheelPx);
  scroll_px_ = clamped_scroll(scroll_px_, content_px_, area.height());
  ImGui::PushClipRect(area.min(), area.max(), true);
  Rect rest{area.x0, area.y0 - std::floor(scroll_px_), area.x1 - ui.px(12), 1e6F};
  const float top = rest.y0;
  const std::optional<std::size_t> legend_of = hovered_;
  hovered_.reset();
  for (std::size_t i = 0; i < breakdown.bars.size(); ++i)
    draw_bar(frame, rest.cut_top(ui.px(kBarRowPx)), breakdown.bars[i], i);
  rest.cut_top(ui.px(4));
  const bool one = legend_of && *legend_of < breakdown.bars.size();
  const BreakdownBar& bar = one ? breakdown.bars[*legend_of] : breakdown.all;
  content_px_ = rest.y0 + draw_legend(frame, rest, bar) - top;
  scroll_px_ = scrollbar(ui, "overview.bars", area, content_px_, scroll_px_);
  ImGui::PopClipRect();
}

void BreakdownBars::draw_bar(const PaneFrame& frame, Rect row, const BreakdownBar& bar,
                             std::size_t number) {
  const Ui& ui = frame.ui;
  const float facts_px = text_width(ui.face().small, bar.facts);
  draw_text_right(ui.face().small, row.x1, row.y0 + ui.px(2), ui.color().dim, bar.facts);
  draw_text_fitted(ui.face().ui, {row.x0, row.y0 + ui.px(1)}, row.width() - facts_px - ui.px(10),
                   ui.color().text, bar.title);
  const float y0 = row.y0 + ui.px(19);
  ui.mark({"bars.", bar.title}, {row.x0, y0, row.x1, y0 + ui.px(kBarPx)});
  ImGui::PushID(static_cast<int>(number));  // the bars have parts of the same names
  draw_parts(frame, {row.x0, y0, row.x1, y0 + ui.px(kBarPx)}, bar);
  ImGui::PopID();
  if (row.contains(ImGui::GetIO().MousePos) && ImGui::IsWindowHovered()) hovered_ = number;
}

void BreakdownBars::draw_parts(const PaneFrame& frame, Rect rect, const BreakdownBar& bar) {
  const Ui& ui = frame.ui;
  fill_rect(rect, ui.color().raised, ui.px(2));
  double before = 0;
  for (const BreakdownPart& part : bar.parts) {
    const auto x_at = [&](double share) {
      return std::round(rect.x0 + rect.width() * static_cast<float>(share));
    };
    // Keeps very short parts visible.
    const float x0 = std::min(x_at(before), rect.x1 - 1);
    before += part.share;
    const float x1 = std::max(std::min(x_at(before), rect.x1), x0 + 1);
    const Rect piece{x0, rect.y0, x1, rect.y1};
    const float gap = x1 - x0 > 3 ? 1.0F : 0.0F;
    const float y0 = part.idle ? piece.y1 - ui.px(kIdleStripPx) : piece.y0;
    fill_part(frame, part, {x0, y0, x1 - gap, piece.y1}, 0);
    if (!part.idle && text_width(ui.face().slice, part.share_text) + ui.px(10) < x1 - x0) {
      draw_text(ui.face().slice, {x0 + ui.px(5), centered_y(ui.face().slice, piece)},
                frame.palette.text_of(*part.role, 0), part.share_text);
    }
    attend_part(frame, part, {"bar.", part.title}, piece);
  }
}

float BreakdownBars::draw_legend(const PaneFrame& frame, Rect area, const BreakdownBar& bar) {
  const Ui& ui = frame.ui;
  const float gap = ui.px(24);
  const auto fit = static_cast<std::size_t>(
      std::max(1.0F, std::floor((area.width() + gap) / (ui.px(kLegendColumnPx) + gap))));
  const std::size_t columns = std::min<std::size_t>(fit, 2);
  const std::size_t rows = (bar.parts.size() + columns - 1) / columns;
  const float width =
      (area.width() - gap * static_cast<float>(columns - 1)) / static_cast<float>(columns);
  const float side = ui.px(9);
  float length_px = 0, share_px = 0;
  for (const BreakdownPart& part : bar.parts) {
    length_px = std::max(length_px, text_width(ui.face().mono, part.length_text));
    share_px = std::max(share_px, text_width(ui.face().mono, part.share_text));
  }
  length_px += ui.px(kNumberGapPx);
  share_px += ui.px(kNumberGapPx);
  for (std::size_t i = 0; i < bar.parts.size(); ++i) {
    const BreakdownPart& part = bar.parts[i];
    const std::size_t column = i / rows;
    const float x0 = area.x0 + (width + gap) * static_cast<float>(column);
    const float y0 = area.y0 + ui.px(kLegendRowPx) * static_cast<float>(i % rows);
    const Rect row{x0, y0, x0 + width, y0 + ui.px(kLegendRowPx)};
    const float mark_y = std::floor((row.y0 + row.y1 - side) / 2);
    const float mark_top = part.idle ? mark_y + side / 2 : mark_y;
    fill_part(frame, part, {row.x0, mark_top, row.x0 + side, mark_y + side}, ui.px(2));
    const float share_x = row.x1 - share_px;
    const float text_y = centered_y(ui.face().ui, row);
    const float mono_y = centered_y(ui.face().mono, row);
    const float words_x = row.x0 + ui.px(17);
    const float all_px = share_x - words_x;
    const bool with_length = all_px - length_px >= ui.px(kLeastWordsPx);
    const float words_px = with_length ? all_px - length_px : all_px;
    const bool whole = text_width(ui.face().ui, part.title) <= words_px;
    draw_text_fitted(ui.face().ui, {words_x, text_y}, words_px, ui.color().dim,
                     whole ? std::string_view(part.title) : short_title(part));
    if (with_length)
      draw_text_right(ui.face().mono, share_x, mono_y, ui.color().dim, part.length_text);
    draw_text_right(ui.face().mono, row.x1, mono_y, ui.color().text, part.share_text);
    attend_part(frame, part, {"legend.", part.title}, row);
  }
  return ui.px(kLegendRowPx) * static_cast<float>(rows);
}

}  // namespace lanescope
