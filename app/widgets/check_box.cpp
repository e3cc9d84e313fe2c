#include "app/widgets/check_box.h"

#include <algorithm>

#include "app/widgets/draw/text.h"

namespace lanescope {
namespace {

constexpr float kSidePx = 16, kGapPx = 9;

}  // namespace

float check_box_width(const Ui& ui, std::string_view label) {
  return ui.px(kSidePx + kGapPx) + text_width(ui.face().ui, label);
}

bool check_box(const Ui& ui, WidgetName name, Rect rect, std::string_view label, bool on) {
  const Press press = press_area(ui, name, rect);
  ImDrawList& list = *ImGui::GetWindowDrawList();
  const Colors& c = ui.color();
  const float side = ui.px(kSidePx);
  const float top = std::floor((rect.y0 + rect.y1 - side) / 2);
  const Rect box{rect.x0, top, rect.x0 + side, top + side};
  const ImU32 rest = on ? mixed(c.raised, c.accent, 0.30F) : c.background;
  list.AddRectFilled(box.min(), box.max(), press.held ? c.line : rest, ui.px(4));
  list.AddRect(box.min(), box.max(), press.hovered || on ? c.accent : c.faint, ui.px(4));
  if (on) {
    // Drawn, since the icon font's tick is made for lines of text.
    const ImVec2 points[]{{box.x0 + ui.px(3.5F), box.y0 + ui.px(8)},
                          {box.x0 + ui.px(7), box.y0 + ui.px(11.5F)},
                          {box.x1 - ui.px(3.5F), box.y0 + ui.px(4.5F)}};
    list.AddPolyline(points, 3, c.text, ImDrawFlags_None, std::max(1.5F, ui.px(1.5F)));
  }
  const Face& face = ui.face().ui;
  draw_text(list, face, {box.x1 + ui.px(kGapPx), centered_y(face, rect.y0, rect.y1)},
            on || press.hovered ? c.text : c.dim, label);
  return press.clicked;
}

}  // namespace lanescope
