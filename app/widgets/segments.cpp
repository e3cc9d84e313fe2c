#include "app/widgets/segments.h"

#include <cmath>

#include "app/widgets/button.h"
#include "app/widgets/draw/text.h"
#include "app/widgets/tooltip.h"

namespace lanescope {
namespace {

constexpr float kPadPx = 8;

}  // namespace

float segments_width(const Ui& ui, std::span<const Segment> segments) {
  float width = ui.px(4);
  for (const Segment& segment : segments) {
    width += std::ceil(text_width(ui.face().small, segment.label)) + ui.px(2 * kPadPx);
  }
  return width;
}

std::optional<std::size_t> draw_segments(const Ui& ui, std::string_view name, Rect rect,
                                         std::span<const Segment> segments, std::size_t chosen) {
  ImDrawList& list = *ImGui::GetWindowDrawList();
  const Face& face = ui.face().small;
  const Colors& c = ui.color();
  list.AddRectFilled(rect.min(), rect.max(), c.raised, ui.px(6));
  rect = rect.inset(ui.px(2), ui.px(2));
  std::optional<std::size_t> clicked;
  for (std::size_t i = 0; i < segments.size(); ++i) {
    const Segment& segment = segments[i];
    const float width = std::ceil(text_width(face, segment.label));
    const Rect one = rect.cut_left(width + ui.px(2 * kPadPx));
    const Press press = press_area(ui, {name, segment.label}, one);
    const bool can = segment.why_not.empty();
    if (i == chosen) list.AddRectFilled(one.min(), one.max(), c.selected_row, ui.px(5));
    const bool lit = i == chosen || (press.hovered && can);
    const ImU32 rest = can ? c.dim : mixed(c.raised, c.faint, 0.6F);
    draw_text(list, face, {one.x0 + ui.px(kPadPx), centered_y(face, one.y0, one.y1)},
              lit ? c.text : rest, segment.label);
    if (press.hovered && !can) draw_hint(ui, one, segment.why_not);
    if (press.clicked && can && i != chosen) clicked = i;
  }
  return clicked;
}

}  // namespace lanescope
