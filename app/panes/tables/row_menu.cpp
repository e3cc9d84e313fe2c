#include "app/panes/tables/row_menu.h"

#include "app/widgets/menu.h"
#include "core/base/text/utf8.h"
#include "core/view/text/time_text.h"

namespace lanescope {
namespace {

constexpr const char* kRowMenu = "table.row";
constexpr const char* kTitleMenu = "table.title";
constexpr std::size_t kMostBytes = 48;  // of a name or value in the menu

/// What the clipboard gets, as it is read: with its unit, which the copied number is without.
std::string words_of(const DataColumn& column, const DataCell& cell, const std::string& value) {
  if (cell.text.empty()) return value;
  if (column.kind == DataKind::Time || column.kind == DataKind::Bar)
    return format_count(cell.number) + " ns";
  if (column.kind == DataKind::Bytes) return format_count(cell.number) + " bytes";
  return utf8_head(value, kMostBytes);
}

/// A click goes to the run that is shown; these lead to either.
void draw_items_of_two(const Ui& ui, const RowMenuContent& content,
                       std::optional<RowAction>& chosen) {
  for (const RunSide side : {RunSide::A, RunSide::B}) {
    const bool here = side == content.side;
    const std::string label = "Longest in " + std::string(run_side_name(side));
    if (menu_item(ui, label, "", here ? content.has_events : content.has_others))
      chosen = here ? RowAction::GoTo : RowAction::GoToOther;
  }
}

void draw_event_items(const Ui& ui, const RowMenuContent& content,
                      std::optional<RowAction>& chosen) {
  const DataTable& table = content.table;
  const bool has_events = content.has_events;
  if (content.side) {
    draw_items_of_two(ui, content, chosen);
    if (menu_item(ui, "Find all in lanes", "", has_events)) chosen = RowAction::FindAll;
    return;
  }
  const std::string go_to = table.goes_to.empty() ? "Go to event" : "Go to the " + table.goes_to;
  if (menu_item(ui, go_to, "", has_events)) chosen = RowAction::GoTo;
  if (!table.goes_to.empty()) {
    if (menu_item(ui, "Next", "Enter", has_events)) chosen = RowAction::Next;
    if (menu_item(ui, "Previous", "Shift+Enter", has_events)) chosen = RowAction::Previous;
  }
  if (menu_item(ui, "Find all in lanes", "", has_events)) chosen = RowAction::FindAll;
}

void draw_copy_items(const Ui& ui, const RowMenu& menu, const RowMenuContent& content,
                     std::optional<RowAction>& chosen) {
  if (menu_item(ui, "Copy name", "")) chosen = RowAction::CopyName;
  if (menu.column) {
    const DataColumn& column = content.table.columns[*menu.column];
    const DataCell& cell = content.table.rows[menu.row].cells[*menu.column];
    const std::string label = copy_cell_label(column, cell);
    if (!label.empty() && menu_item(ui, label, "")) chosen = RowAction::CopyValue;
  }
  const std::string rows =
      content.picked > 1 ? "Copy " + count_text(content.picked) + " rows" : "Copy row";
  if (menu_item(ui, rows, "Ctrl+C")) chosen = RowAction::CopyRows;
}

void draw_fold_items(const Ui& ui, const RowMenu& menu, const RowMenuContent& content,
                     std::optional<RowAction>& chosen) {
  menu_separator(ui);
  if (has_rows_inside(content.table, menu.row) &&
      menu_item(ui, content.folded ? "Unfold" : "Fold", content.folded ? "Right" : "Left"))
    chosen = RowAction::ToggleFold;
  if (menu_item(ui, "Fold all", "")) chosen = RowAction::FoldAll;
  if (menu_item(ui, "Unfold all", "")) chosen = RowAction::UnfoldAll;
}

}  // namespace

std::string copy_cell_label(const DataColumn& column, const DataCell& cell) {
  const std::string value = plain_value(column, cell);
  return value.empty() ? value : "Copy " + words_of(column, cell, value);
}

void open_row_menu() {
  ImGui::OpenPopup(kRowMenu);
}

void open_title_menu() {
  ImGui::OpenPopup(kTitleMenu);
}

std::optional<RowAction> draw_row_menu(const Ui& ui, const RowMenu& menu,
                                       const RowMenuContent& content) {
  std::optional<RowAction> chosen;
  if (!begin_menu(ui, kRowMenu)) return chosen;
  if (menu.row < content.table.rows.size()) {
    menu_note(ui, content.table.rows[menu.row].name);
    draw_event_items(ui, content, chosen);
    if (menu_item(ui, "Filter to this name", "")) chosen = RowAction::FilterTo;
    menu_separator(ui);
    draw_copy_items(ui, menu, content, chosen);
    if (content.tree) draw_fold_items(ui, menu, content, chosen);
  }
  end_menu();
  return chosen;
}

std::optional<TitleAction> draw_title_menu(const Ui& ui, const TitleMenuContent& content) {
  std::optional<TitleAction> chosen;
  if (!begin_menu(ui, kTitleMenu)) return chosen;
  menu_note(ui, content.title);
  if (menu_item(ui, "Sort ascending", "")) chosen = TitleAction::Ascending;
  if (menu_item(ui, "Sort descending", "")) chosen = TitleAction::Descending;
  if (menu_item(ui, "Original order", "", content.sorted)) chosen = TitleAction::NaturalOrder;
  menu_separator(ui);
  if (menu_item(ui, "Fit column", "", !content.is_name)) chosen = TitleAction::Fit;
  if (menu_item(ui, "Fit all columns", "")) chosen = TitleAction::FitAll;
  if (menu_item(ui, "Hide column", "", !content.is_name)) chosen = TitleAction::Hide;
  if (menu_item(ui, "Reset columns", "")) chosen = TitleAction::Reset;
  end_menu();
  return chosen;
}

}  // namespace lanescope
