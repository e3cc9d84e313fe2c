#include "app/shell/help/about.h"

#include <algorithm>

#include "app/shell/help/libraries.h"
#include "app/widgets/clipboard.h"
#include "app/workspace/files/paths.h"
#include "core/base/version.h"

namespace lanescope {
namespace {

constexpr PageDialog::Look kLook{.id = "about.dialog",
                                 .scroll_id = "about.scroll",
                                 .link_id = "about.copy",
                                 .close_id = "about.close",
                                 .title = "About Lanescope",
                                 .link = "Copy",
                                 .width_px = 620};
constexpr float kColumnPx = 112, kGapPx = 10;

float draw_rows(const Ui& ui, ImDrawList* list, Rect area, const std::vector<AboutRow>& rows) {
  const PageRowLook look{ui.face().ui, ui.color().dim, ui.color().text,
                         kColumnPx,    kColumnPx,      kGapPx};
  const float top = area.y0;
  for (const AboutRow& row : rows)
    area.y0 += draw_page_row(ui, list, area, {row.title, row.text}, look);
  return area.y0 - top;
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
  page_.open();
  rows_ = about_rows(graphics_);
}

void AboutDialog::draw(const Ui& ui) {
  const auto draw_page = [&](ImDrawList* list, Rect area) {
    return draw_rows(ui, list, area, rows_);
  };
  if (page_.draw(ui, kLook, draw_page)) copy_text(ui, text_of(rows_), "the versions");
}

}  // namespace lanescope
