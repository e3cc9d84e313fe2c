#include "app/panes/pane/pane_note.h"

#include <algorithm>

#include "app/widgets/draw/sentence.h"

namespace lanescope {
namespace {

constexpr float kBesidePx = 14;

}  // namespace

void note_for_rows(const Ui& ui, Rect area, std::string_view text) {
  draw_sentence(ImGui::GetWindowDrawList(), ui, ui.face().ui,
                {area.x0 + ui.px(kBesidePx), area.y0 + ui.px(10)},
                area.width() - ui.px(2 * kBesidePx), ui.color().faint, text);
}

void note_for_chart(const Ui& ui, Rect area, std::string_view text, float longest_px) {
  const float room = area.width() - ui.px(2 * kBesidePx);
  draw_sentence(ImGui::GetWindowDrawList(), ui, ui.face().ui,
                {area.x0 + ui.px(kBesidePx), area.y0 + ui.px(8)},
                longest_px > 0 ? std::min(room, ui.px(longest_px)) : room, ui.color().dim, text);
}

}  // namespace lanescope
