#include "app/panes/timeline/mark_flags.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <string>

#include "app/panes/pane/mark_actions.h"
#include "app/widgets/draw/paint.h"
#include "app/widgets/tooltip.h"
#include "core/base/clamped.h"

namespace lanescope {
namespace {

constexpr float kFlagPx = 9, kFlagHighPx = 8;
constexpr float kNameGapPx = 5;

ImU32 flag_color(const PaneFrame& frame) {
  return frame.palette.fill_of(ColorRole::Annotation, 0);
}

/// A pole with a pennant; its base is at `x`.
void paint_flag(const Ui& ui, ImDrawList& list, float x, float y0, float y1, ImU32 color) {
  const float wide = ui.px(kFlagPx);
  const float high = ui.px(kFlagHighPx);
  list.AddRectFilled({x, y0}, {x + ui.px(1), y1}, color);
  list.AddTriangleFilled({x, y0}, {x + wide, y0 + high / 2}, {x, y0 + high}, color);
}

void draw_flag_hint(const PaneFrame& frame, const Mark& mark) {
  const Ui& ui = frame.ui;
  const std::string length =
      mark.is_point() ? std::string() : format_duration(mark.range.length_ns());
  std::array<TooltipLine, 3> lines;
  std::size_t count = 0;
  lines[count++] = {"", mark.name, 0, &ui.face().strong};
  if (!length.empty()) lines[count++] = {"duration", length, 0, &ui.face().mono};
  if (!mark.note.empty()) lines[count++] = {"note", mark.note, 0, &ui.face().ui};
  draw_tooltip(ui, ImGui::GetIO().MousePos, {lines.data(), count}, flag_color(frame));
}

float x_of_flag(const PaneFrame& frame, const Mark& mark, Rect ruler) {
  const double begin_px = frame.view.viewport.x_of(mark.range.begin_ns);
  return ruler.x0 + static_cast<float>(std::floor(clamped(begin_px, -1e4, 1e5)));
}

/// The name of the current mark, next to its flag.
void draw_name(const PaneFrame& frame, const Mark& mark, Rect ruler) {
  const Ui& ui = frame.ui;
  const Face& face = ui.face().small;
  Rect box = current_mark_box(frame, ruler);
  if (box.empty()) return;
  box.cut_left(ui.px(kFlagPx + 2));
  fill_rect({box.x0, box.y0 + ui.px(2), box.x1, box.y1 - ui.px(3)}, ui.color().panel, ui.px(4));
  const float pad = ui.px(kNameGapPx);
  draw_text_fitted(face, {box.x0 + pad, centered_y(face, ruler)}, box.width() - 2 * pad + 1,
                   ui.color().text, mark.name);
}

}  // namespace

Rect current_mark_box(const PaneFrame& frame, Rect ruler) {
  const Marks& marks = frame.view.marks;
  if (!marks.current() || *marks.current() >= marks.all().marks.size()) return {};
  const Mark& mark = marks.all().marks[*marks.current()];
  const Ui& ui = frame.ui;
  const float x = x_of_flag(frame, mark, ruler);
  const float name = x + ui.px(kFlagPx + 2);
  const float room = std::min(ui.px(220), ruler.x1 - name - 2 * ui.px(kNameGapPx));
  if (x < ruler.x0 - ui.px(kFlagPx) || room < ui.px(24)) return {};
  const float width = std::min(room, std::ceil(text_width(ui.face().small, mark.name)));
  return {x, ruler.y0, name + width + 2 * ui.px(kNameGapPx), ruler.y1};
}

void draw_mark_flags(const PaneFrame& frame, Rect ruler, Rect lanes) {
  const std::vector<Mark>& marks = frame.view.marks.all().marks;
  const Ui& ui = frame.ui;
  ImDrawList& list = *ImGui::GetWindowDrawList();
  const ImU32 color = flag_color(frame);
  const ImVec2 mouse = ImGui::GetIO().MousePos;
  std::optional<std::size_t> under_mouse;
  ImGui::PushClipRect(ruler.min(), {ruler.x1, lanes.y1}, true);
  float last_x = -1;  // thousands of marks on one pixel are drawn as one flag
  for (std::size_t i = 0; i < marks.size(); ++i) {
    const Mark& mark = marks[i];
    const double begin_px = frame.view.viewport.x_of(mark.range.begin_ns);
    const double end_px = frame.view.viewport.x_of(mark.range.end_ns);
    const bool current = frame.view.marks.current() == i;
    if (end_px < -ui.px(kFlagPx) || begin_px > ruler.width()) continue;
    const float x = x_of_flag(frame, mark, ruler);
    if (x == last_x && !current && mark.is_point()) continue;
    last_x = x;
    if (!mark.is_point()) {
      const float x1 = ruler.x0 + static_cast<float>(std::ceil(std::min(end_px, 1e5)));
      list.AddRectFilled({x, ruler.y1 - ui.px(4)}, {std::max(x + 1, x1), ruler.y1 - ui.px(1)},
                         faded(color, current ? 0.9F : 0.55F));
    }
    list.AddRectFilled({x, lanes.y0}, {x + 1, lanes.y1}, faded(color, current ? 0.8F : 0.35F));
    paint_flag(ui, list, x, ruler.y0 + ui.px(2), ruler.y1, color);
    ui.mark("mark." + std::to_string(i), {x, ruler.y0, x + ui.px(kFlagPx + 1), ruler.y1});
    if (current) draw_name(frame, mark, ruler);
    const Rect grip{x - ui.px(3), ruler.y0, x + ui.px(kFlagPx + 2), ruler.y1};
    if (grip.contains(mouse)) under_mouse = i;
  }
  ImGui::PopClipRect();
  if (!under_mouse || !ImGui::IsWindowHovered(ImGuiHoveredFlags_AllowWhenBlockedByActiveItem))
    return;
  const float reach = ui.px(4);
  const bool still = ImGui::GetIO().MouseDragMaxDistanceSqr[ImGuiMouseButton_Left] < reach * reach;
  if (ImGui::IsMouseReleased(ImGuiMouseButton_Left) && still) {
    go_to_mark(frame.view, *under_mouse);
    if (ImGui::GetIO().MouseClickedLastCount[ImGuiMouseButton_Left] >= 2)
      frame.view.marks.edit(under_mouse);
  }
  if (!ImGui::IsMouseDown(ImGuiMouseButton_Left)) {
    ImGui::SetMouseCursor(ImGuiMouseCursor_Hand);
    draw_flag_hint(frame, marks[*under_mouse]);
  }
}

void draw_overview_marks(const PaneFrame& frame, const Overview& overview, Rect strip) {
  ImDrawList& list = *ImGui::GetWindowDrawList();
  const Ui& ui = frame.ui;
  const ImU32 color = flag_color(frame);
  for (const Mark& mark : frame.view.marks.all().marks) {
    const float x = strip.x0 + std::floor(overview.x_of(mark.range.begin_ns));
    if (!mark.is_point()) {
      const float x1 = strip.x0 + std::ceil(overview.x_of(mark.range.end_ns));
      list.AddRectFilled({x, strip.y0}, {std::max(x + ui.px(2), x1), strip.y0 + ui.px(3)},
                         faded(color, 0.7F));
    }
    paint_flag(ui, list, x, strip.y0, strip.y1, color);
  }
}

}  // namespace lanescope
