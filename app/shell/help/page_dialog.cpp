#include "app/shell/help/page_dialog.h"

#include <algorithm>

#include "app/widgets/button.h"
#include "app/widgets/dialog.h"
#include "app/widgets/draw/paint.h"
#include "app/widgets/draw/sentence.h"
#include "app/widgets/draw/text.h"
#include "app/widgets/scrollbar.h"

namespace lanescope {
namespace {

constexpr float kPadPx = 20, kTitlePx = 38, kFootPx = 44, kFootGapPx = 10, kClosePx = 84;
constexpr float kScrollbarPx = 12;
constexpr float kAroundPx = kTitlePx + kFootPx + 2 * kPadPx + 2;  // two for rounding

}  // namespace

void PageDialog::open() {
  open_ = true;
  scroll_px_ = 0;
}

bool PageDialog::draw(const Ui& ui, const Look& look, const DrawPage& draw_page) {
  if (!open_) return false;
  const float wide_px = ui.px(look.width_px - 2 * kPadPx - kScrollbarPx);
  const float page_px = draw_page(nullptr, {0, 0, wide_px, 0});
  Dialog dialog(ui, look.id, {look.width_px, kAroundPx + page_px / ui.style.scale});
  if (!dialog.shown()) return false;
  Rect inner = dialog.area().inset(ui.px(kPadPx), ui.px(kPadPx));
  draw_text(ui.face().title, inner.cut_top(ui.px(kTitlePx)).min(), ui.color().text, look.title);
  Rect foot = inner.cut_bottom(ui.px(kFootPx));
  foot.cut_top(ui.px(kFootGapPx));
  {
    const Scrolled rows(ui, look.scroll_id, inner, page_px, scroll_px_);
    Rect area = rows.area();
    area.cut_right(ui.px(kScrollbarPx));
    draw_page(ImGui::GetWindowDrawList(), area);
  }
  const Rect link = foot.cut_left(text_button_width(ui, look.link));
  const bool linked = text_button(ui, look.link_id, link, look.link, true);
  const Rect close = foot.cut_right(ui.px(kClosePx));
  const bool closes = action_button(ui, look.close_id, close, "Close", true);
  if (closes || (linked && look.link_closes) || dialog.dismissed()) {
    open_ = false;
    dialog.close();
  }
  return linked;
}

float draw_page_row(const Ui& ui, ImDrawList* list, Rect at, const PageRow& row,
                    const PageRowLook& look) {
  const float x = at.x0 + ui.px(look.column_px);
  const float title_px = draw_text_wrapped(list, look.title_face, at.min(), ui.px(look.title_px),
                                           look.title_color, row.title);
  const float text_px =
      draw_sentence(list, ui, ui.face().ui, {x, at.y0}, at.x1 - x, look.text_color, row.text);
  return std::max(title_px, text_px) + ui.px(look.gap_px);
}

}  // namespace lanescope
