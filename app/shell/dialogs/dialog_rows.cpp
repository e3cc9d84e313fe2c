#include "app/shell/dialogs/dialog_rows.h"

#include <algorithm>
#include <cmath>

#include "app/shell/dialogs/foot_buttons.h"
#include "app/widgets/button.h"
#include "app/widgets/draw/paint.h"
#include "app/widgets/draw/sentence.h"
#include "app/widgets/draw/text.h"

namespace lanescope {
namespace {

constexpr float kLabelPx = 132, kFieldPx = 32, kGapPx = 8, kOptionPx = 26, kOptionLabelPx = 184;

}  // namespace

Rect labelled_row(const Ui& ui, Rect& inner, std::string_view label, Effect effect) {
  Rect row = inner.cut_top(ui.px(kFieldPx));
  inner.cut_top(ui.px(kGapPx));
  const Face& face = ui.face().ui;
  draw_text(face, {row.x0, centered_y(face, row)},
            effect == Effect::None ? ui.color().faint : ui.color().dim, label);
  row.cut_left(ui.px(kLabelPx));
  return row;
}

void note_row(const Ui& ui, Rect& inner, std::string_view text) {
  const Face& face = ui.face().small;
  Rect row = inner.cut_top(face.size_px);
  inner.cut_top(ui.px(kGapPx));
  row.cut_left(ui.px(kLabelPx));
  draw_text_fitted(face, row.min(), row.width(), ui.color().faint, text);
}

bool choice_word(const Ui& ui, Rect& row, WidgetName name, std::string_view label, bool on,
                 Effect effect) {
  Rect rect = row.cut_left(text_button_width(ui, label));
  row.cut_left(ui.px(4));
  rect = rect.inset(0, ui.px(2));
  const Press press = press_area(ui, name, rect);
  const Colors& c = ui.color();
  // On the brighter background of dialogs, the fill must be brighter too.
  const bool dimmed = effect == Effect::None;
  const ImU32 fill = on ? mixed(c.raised, c.accent, dimmed ? 0.10F : 0.30F) : c.line;
  if (on || press.hovered) fill_rect(rect, fill, ui.px(6));
  const Face& face = ui.face().ui;
  const float x = std::floor((rect.x0 + rect.x1 - text_width(face, label)) / 2);
  const ImU32 color = dimmed ? c.faint : on || press.hovered ? c.text : c.dim;
  draw_text(face, {x, centered_y(face, rect)}, color, label);
  return press.clicked;
}

bool option_row(const Ui& ui, Rect& inner, WidgetName name, std::string_view label,
                std::string_view cost, bool on) {
  Rect row = inner.cut_top(ui.px(kOptionPx));
  row.cut_left(ui.px(kLabelPx));
  const Rect box = row.cut_left(ui.px(kOptionLabelPx));
  const bool pressed =
      check_box(ui, name, {box.x0, box.y0, box.x0 + check_box_width(ui, label), box.y1}, label, on);
  const Face& face = ui.face().small;
  draw_text_fitted(face, {row.x0, centered_y(face, row)}, row.width(), ui.color().faint, cost);
  return pressed;
}

bool option_word(const Ui& ui, Rect& row, WidgetName name, std::string_view label, bool on) {
  const Rect rect = row.cut_left(check_box_width(ui, label));
  row.cut_left(ui.px(24));
  return check_box(ui, name, rect, label, on);
}

FootChoice draw_dialog_foot(const Ui& ui, Rect foot, std::string_view id, std::string_view start,
                            bool enabled, std::string_view problem) {
  foot.cut_top(ui.px(10));
  constexpr std::string_view kCancel = "Cancel";
  const FootButtons places = cut_foot_buttons(ui, foot, text_button_width(ui, start) + ui.px(24),
                                              text_button_width(ui, kCancel) + ui.px(16));
  foot.cut_right(ui.px(12));
  if (!problem.empty()) {
    const Face& face = ui.face().small;
    const float height = draw_sentence(nullptr, ui, face, {}, foot.width(), 0, problem);
    const float y = std::max(foot.y0, std::floor((foot.y0 + foot.y1 - height) / 2));
    draw_sentence(ImGui::GetWindowDrawList(), ui, face, {foot.x0, y}, foot.width(),
                  ui.color().warning, problem);
    ui.mark({id, ".problem"}, foot);
  }
  FootChoice choice;
  choice.cancel = action_button(ui, {id, ".cancel"}, places.cancel, kCancel, false);
  choice.start = action_button(ui, {id, ".start"}, places.accept, start, true, enabled);
  // Text fields report Enter themselves.
  const ImGuiIO& io = ImGui::GetIO();
  const bool entered =
      !io.WantTextInput && !io.NavVisible && ImGui::IsKeyPressed(ImGuiKey_Enter, false);
  choice.start |= enabled && entered;
  return choice;
}

}  // namespace lanescope
