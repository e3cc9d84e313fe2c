#include "core/view/tables/transfers/device_column.h"

#include <algorithm>

#include "core/base/check.h"

namespace lanescope {

void add_device_column(std::span<const std::int64_t> devices, DataTable& table) {
  LANESCOPE_CHECK(table.rows.size() <= devices.size(), "a device for each row");
  const auto differs = [&](std::int64_t device) { return device != devices.front(); };
  if (std::ranges::none_of(devices, differs)) return;
  table.columns.insert(table.columns.begin(), {"GPU", DataKind::Count});
  for (std::size_t i = 0; i < table.rows.size(); ++i) {
    auto& cells = table.rows[i].cells;
    cells.insert(cells.begin(), count_cell(static_cast<std::uint64_t>(devices[i])));
  }
}

void sort_rows(DataTable& table) {
  const auto at = std::ranges::find(table.columns, table.ordered_by, &DataColumn::title);
  LANESCOPE_CHECK(at != table.columns.end(), "the column that the rows are ordered by");
  const auto column = static_cast<std::size_t>(at - table.columns.begin());
  std::ranges::stable_sort(table.rows, std::ranges::greater(),
                           [column](const DataRow& row) { return row.cells[column].number; });
}

}  // namespace lanescope
