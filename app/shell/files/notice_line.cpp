#include "app/shell/files/notice_line.h"

#include "app/widgets/button.h"
#include "app/widgets/draw/icons.h"
#include "app/widgets/draw/text.h"

namespace lanescope {
namespace {

constexpr float kHeightPx = 34;

}  // namespace

float notice_height(const Style& style) {
  return style.px(kHeightPx);
}

NoticeEvent draw_notice(const Ui& ui, Rect row, const Notice& notice) {
  const Colors& c = ui.color();
  const ImU32 color = notice.kind == NoticeKind::Error     ? c.error
                      : notice.kind == NoticeKind::Warning ? c.warning
                                                           : c.accent;
  ImDrawList& list = *ImGui::GetWindowDrawList();
  list.AddRectFilled(row.min(), row.max(), mixed(c.panel, color, 0.10F));
  list.AddRectFilled({row.x0, row.y1 - 1}, {row.x1, row.y1}, c.line);
  ui.mark("notice", row);
  const char* mark = notice.kind == NoticeKind::Info ? icon::kInfo : icon::kWarning;
  draw_text(list, ui.face().icon, {row.x0 + ui.px(14), centered_y(ui.face().icon, row.y0, row.y1)},
            color, mark);
  NoticeEvent event = NoticeEvent::None;
  const float side = ui.px(24);
  const float top = std::floor((row.y0 + row.y1 - side) / 2);
  const Rect close{row.x1 - ui.px(10) - side, top, row.x1 - ui.px(10), top + side};
  if (icon_button(ui, "notice.close", close, icon::kClose, "Dismiss (Esc)"))
    event = NoticeEvent::Dismissed;
  float right = close.x0 - ui.px(8);
  const auto link = [&](const char* name, const std::string& words, NoticeEvent what) {
    if (words.empty()) return;
    const float width = text_button_width(ui, words);
    if (text_button(ui, name, {right - width, top, right, top + side}, words, true)) event = what;
    right -= width + ui.px(8);
  };
  link("notice.action", notice.action, NoticeEvent::Action);
  link("notice.other_action", notice.other_action, NoticeEvent::OtherAction);
  const Face& face = ui.face().ui;
  const float x = row.x0 + ui.px(40);
  draw_text_fitted(list, face, {x, centered_y(face, row.y0, row.y1)}, right - x, c.text,
                   notice.text);
  return event;
}

}  // namespace lanescope
