// The context menu of a row of the tables below the ranks.
#include "app/panes/ranks/table.h"
#include "app/widgets/clipboard.h"
#include "app/widgets/menu.h"

namespace lanescope {
namespace {

constexpr const char* kRowMenu = "ranks.table.row";

}  // namespace

void RanksTable::open_menu(const TableSpot& spot) {
  menu_ = {(*order_)[spot.row],
           spot.column == 0 ? std::nullopt : std::optional(chosen_[spot.column - 1])};
  ImGui::OpenPopup(kRowMenu);
}

void RanksTable::draw_menu(const Ui& ui, const std::function<void(std::uint32_t row)>& items) {
  if (!begin_menu(ui, kRowMenu)) return;
  const DataRow& row = table_->rows[menu_.row];
  menu_note(ui, row.name);
  items(menu_.row);
  if (menu_item(ui, "Copy name", "")) copy_text(ui, row.name);
  if (menu_.column) {
    const DataColumn& column = table_->columns[*menu_.column];
    const DataCell& cell = row.cells[*menu_.column];
    const std::string label = copy_cell_label(column, cell);
    if (!label.empty() && menu_item(ui, label, "")) copy_text(ui, plain_value(column, cell));
  }
  if (menu_item(ui, "Copy row", "")) copy_.start(excerpt_of({menu_.row}, FileFormat::Csv));
  end_menu();
}

}  // namespace lanescope
