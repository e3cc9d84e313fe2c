#include "app/panes/tables/data_bar.h"

#include <algorithm>
#include <vector>

#include "app/panes/tables/data_cells.h"
#include "app/widgets/button.h"
#include "app/widgets/draw/icons.h"
#include "app/widgets/draw/paint.h"
#include "app/widgets/menu.h"
#include "app/widgets/text_field.h"
#include "app/widgets/tooltip.h"
#include "core/view/tables/table_filter.h"

namespace lanescope {
namespace {

constexpr float kFilterPx = 250;
constexpr float kLeastFilterPx = 100;
/// Width needed by the other controls; ways that do not fit beside them are in a menu.
constexpr float kOthersPx = 494;
constexpr const char* kWayMenu = "data.ways";
constexpr std::string_view kMoreWays = "More";
constexpr const char* kCopyMenu = "data.copy";
constexpr const char* kColumnMenu = "data.columns";
constexpr const char* kWithoutWarmUp = "Exclude warm-up";

/// Omitted if the bar is too narrow.
void draw_menu_button(const Ui& ui, Rect& bar, const char* label, const char* menu) {
  const float width = menu_button_width(ui, label);
  if (width > bar.width()) return;
  const Rect rect = bar.cut_right(width);
  bar.cut_right(ui.px(2));
  if (menu_button(ui, menu, rect, label)) open_menu_at(ui, rect, menu);
}

void draw_copy_menu(const Ui& ui, DataBarEvents& events) {
  if (!begin_menu(ui, kCopyMenu)) return;
  if (menu_item(ui, "As CSV", "")) events.copy = FileFormat::Csv;
  if (menu_item(ui, "As Markdown", "")) events.copy = FileFormat::Markdown;
  menu_separator(ui);
  if (menu_item(ui, "Save as CSV…", "")) events.save = FileFormat::Csv;
  if (menu_item(ui, "Save as Markdown…", "")) events.save = FileFormat::Markdown;
  end_menu();
}

/// To show a column for which this trace has nothing would change nothing.
std::optional<std::size_t> draw_column_menu(const Ui& ui, const DataBarContent& content) {
  std::optional<std::size_t> toggled;
  if (!begin_menu(ui, kColumnMenu)) return toggled;
  const std::vector<DataColumn>& columns = content.table->columns;
  for (std::size_t i = 0; i < columns.size(); ++i) {
    const bool on = std::ranges::binary_search(content.chosen, i);
    const bool vacant = std::ranges::binary_search(content.vacant, i);
    if (menu_item(ui, columns[i].title, "", on || !vacant, on)) toggled = i;
  }
  end_menu();
  return toggled;
}

/// How many ways have buttons: all, or else those beside which the widest of the others fits as the
/// title of a menu. A single button beside the menu would look like its title, so then there is
/// none.
std::size_t ways_that_fit(const Ui& ui, float width, std::span<const std::string_view> ways) {
  float wide = 0, widest = 0;
  for (const std::string_view one : ways) {
    wide += text_button_width(ui, one) + ui.px(2);
    widest = std::max(widest, menu_button_width(ui, one));
  }
  if (wide <= width) return ways.size();
  std::size_t fitting = 0;
  for (float left = width - widest; fitting < ways.size(); ++fitting) {
    left -= text_button_width(ui, ways[fitting]) + ui.px(2);
    if (left < 0) break;
  }
  return fitting < 2 ? 0 : fitting;
}

void draw_filter_help(const Ui& ui) {
  const TooltipLine line{"", table_filter_help(), 0, &ui.face().mono};
  draw_tooltip(ui, ImGui::GetIO().MousePos, {&line, 1});
}

}  // namespace

DataBarEvents DataBar::draw(const PaneFrame& frame, Rect bar, const DataBarContent& content) {
  const Ui& ui = frame.ui;
  bar = bar.inset(ui.px(8), ui.px(3));
  if (content.ways.size() > 1) draw_ways(ui, bar, content);
  if (content.has_warm_up) draw_warm_up(ui, bar);
  if (!content.brief.empty()) draw_brief(ui, bar, content);
  DataBarEvents events;
  // Each menu right after its button: the place that it opens at is that of the next popup.
  draw_menu_button(ui, bar, "Copy", kCopyMenu);
  if (content.table != nullptr) draw_copy_menu(ui, events);
  draw_menu_button(ui, bar, "Columns", kColumnMenu);
  if (content.table != nullptr) events.column = draw_column_menu(ui, content);
  if (bar.width() >= ui.px(kLeastFilterPx)) draw_filter(frame, bar);
  if (content.table != nullptr) draw_left_over(frame, bar, *content.table);
  return events;
}

void DataBar::draw_ways(const Ui& ui, Rect& bar, const DataBarContent& content) {
  const std::span<const std::string_view> ways = content.ways;
  const std::size_t fitting = ways_that_fit(ui, bar.width() - ui.px(kOthersPx), ways);
  for (std::size_t i = 0; i < fitting; ++i) {
    const Rect rect = bar.cut_left(text_button_width(ui, ways[i]));
    if (text_button(ui, {"way.", ways[i]}, rect, ways[i], way == i)) way = i;
    const bool explained = i < content.way_hints.size() && !content.way_hints[i].empty();
    if (explained && ImGui::IsItemHovered(ImGuiHoveredFlags_DelayNormal))
      draw_hint(ui, rect, content.way_hints[i]);
    bar.cut_left(ui.px(2));
  }
  if (fitting == ways.size()) return;
  const bool chosen = way >= fitting;
  const std::string_view label = chosen ? ways[way] : kMoreWays;
  const Rect rect = bar.cut_left(menu_button_width(ui, label));
  bar.cut_left(ui.px(10));
  if (menu_button(ui, kWayMenu, rect, label, chosen)) open_menu_at(ui, rect, kWayMenu);
  if (!begin_menu(ui, kWayMenu)) return;
  for (std::size_t i = fitting; i < ways.size(); ++i) {
    if (menu_item(ui, ways[i], "", true, way == i)) way = i;
  }
  end_menu();
}

void DataBar::draw_warm_up(const Ui& ui, Rect& bar) {
  const float width = text_button_width(ui, kWithoutWarmUp);
  if (width + ui.px(10) > bar.width()) return;
  bar.cut_left(ui.px(10));
  const Rect rect = bar.cut_left(width);
  if (text_button(ui, "data.warm_up", rect, kWithoutWarmUp, without_warm_up))
    without_warm_up = !without_warm_up;
  if (ImGui::IsItemHovered(ImGuiHoveredFlags_DelayNormal)) {
    draw_hint(ui, rect, "Exclude what starts before the first steady-state step");
  }
}

void DataBar::draw_brief(const Ui& ui, Rect& bar, const DataBarContent& content) {
  const float width = text_button_width(ui, content.brief);
  if (width + ui.px(10) > bar.width()) return;
  bar.cut_left(ui.px(10));
  const Rect rect = bar.cut_left(width);
  if (text_button(ui, "data.brief", rect, content.brief, brief)) brief = !brief;
  if (ImGui::IsItemHovered(ImGuiHoveredFlags_DelayNormal)) draw_hint(ui, rect, content.brief_hint);
}

void DataBar::draw_filter(const PaneFrame& frame, Rect& bar) {
  const Ui& ui = frame.ui;
  const Rect field = bar.cut_right(std::min(bar.width(), ui.px(kFilterPx)));
  bar.cut_right(ui.px(12));
  const FieldEvents events = text_field(ui, "data.filter", field, filter,
                                        "name  /re/  calls>10  -word", icon::kSearch, false);
  if (!events.active && ImGui::IsItemHovered(ImGuiHoveredFlags_DelayNormal)) draw_filter_help(ui);
  if (problem.empty()) return;
  ImGui::GetWindowDrawList()->AddRect(field.min(), field.max(), ui.color().error, ui.px(6));
  if (events.active) draw_hint(ui, field, problem);  // beside it, there may be no room
}

/// The problem with the filter, else the legend of the bars.
void DataBar::draw_left_over(const PaneFrame& frame, Rect bar, const DataTable& table) const {
  const Ui& ui = frame.ui;
  bar.cut_left(ui.px(6));
  if (problem.empty()) {
    DataCells(frame.ui, frame.palette, table, {}).draw_legend(bar);
    return;
  }
  const Face& face = ui.face().small;
  const float wide = std::min(text_width(face, problem) + 1, bar.width());
  const float x = bar.x1 - wide;
  ui.mark("data.problem", {x, bar.y0, bar.x1, bar.y1});
  draw_text_fitted(face, {x, centered_y(face, bar)}, wide, ui.color().error, problem);
}

}  // namespace lanescope
