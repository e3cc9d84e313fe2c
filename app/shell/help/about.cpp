#include "app/shell/help/about.h"

#include <algorithm>

#include "app/shell/help/libraries.h"
#include "app/widgets/button.h"
#include "app/widgets/clipboard.h"
#include "app/widgets/dialog.h"
#include "app/widgets/draw/paint.h"
#include "app/widgets/draw/text.h"
#include "app/widgets/scrollbar.h"
#include "app/workspace/files/paths.h"
#include "core/base/version.h"

namespace lanescope {
namespace {

constexpr float kWidthPx = 620, kPadPx = 20, kTitleColumnPx = 112, kGapPx = 10, kTitlePx = 38,
                kFootPx = 44;

float draw_rows(const Ui& ui, ImDrawList* list, Rect area, const std::vector<AboutRow>& rows) {
  const Face& face = ui.face().ui;
  float y = area.y0;
  for (const AboutRow& row : rows) {
    const float x = area.x0 + ui.px(kTitleColumnPx);
    draw_text_wrapped(list, face, {area.x0, y}, ui.px(kTitleColumnPx), ui.color().dim, row.title);
    y += draw_text_wrapped(list, face, {x, y}, area.x1 - x, ui.color().text, row.text) +
         ui.px(kGapPx);
  }
  return y - area.y0;
}

std::string text_of(const std::vector<AboutRow>& rows) {
  std::string text;
  for (const AboutRow& row : rows) text += row.title + ": " + row.text + "\n";
  return text;
}

}  // namespace

std::vector<AboutRow> about_rows(const std::string& graphics) {
  std::vector<AboutRow> rows{{"Version", "Lanescope " + std::string(kVersion)},
                             {"Graphics", graphics},
                             {"Libraries", std::string(library_versions())},
                             {"License", "Apache License 2.0; the libraries have their own"},
                             {"Documentation", friendly_path(program_file("README.md"))},
                             {"Settings", friendly_path(settings_file())},
                             {"Log", friendly_path(log_file())}};
  std::erase_if(rows, [](const AboutRow& row) { return row.text.empty(); });
  return rows;
}

void AboutDialog::open() {
  open_ = true;
  scroll_px_ = 0;
  rows_ = about_rows(graphics_);
}

void AboutDialog::draw(const Ui& ui) {
  if (!open_) return;
  const float rows_px = draw_rows(ui, nullptr, {0, 0, ui.px(kWidthPx - 2 * kPadPx - 12), 0}, rows_);
  const float around_px = kTitlePx + kFootPx + 2 * kPadPx + 2;  // two for rounding
  Dialog dialog(ui, "about.dialog", {kWidthPx, around_px + rows_px / ui.style.scale});
  if (!dialog.shown()) return;
  Rect inner = dialog.area().inset(ui.px(kPadPx), ui.px(kPadPx));
  draw_text(ui.face().title, inner.cut_top(ui.px(kTitlePx)).min(), ui.color().text,
            "About Lanescope");
  Rect foot = inner.cut_bottom(ui.px(kFootPx));
  foot.cut_top(ui.px(10));
  {
    const Scrolled rows(ui, "about.scroll", inner, rows_px, scroll_px_);
    Rect area = rows.area();
    area.cut_right(ui.px(12));
    draw_rows(ui, ImGui::GetWindowDrawList(), area, rows_);
  }
  constexpr std::string_view kCopy = "Copy";
  if (text_button(ui, "about.copy", foot.cut_left(text_button_width(ui, kCopy)), kCopy, true))
    copy_text(ui, text_of(rows_), "the versions");
  if (action_button(ui, "about.close", foot.cut_right(ui.px(84)), "Close", true) ||
      dialog.dismissed()) {
    open_ = false;
    dialog.close();
  }
}

}  // namespace lanescope
