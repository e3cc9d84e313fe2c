// Rows whose columns are described (core/view/tables/columns.h) as a table for Python: the columns
// that have a JSON key, under that key.
#pragma once

#include <memory>
#include <vector>

#include "app/cli/output/described_rows.h"
#include "app/python/arrow_table.h"

namespace lanescope {

/// One column: what it is, and its value in each row.
struct DescribedCells {
  ColumnHead head;
  std::vector<CellValue> cells;
};

/// "classes_ns/kernel" is called kernel_ns: the unit ends the name, as everywhere.
std::string column_name(std::string_view key);

/// Points in time are absolute if the trace's base time is known, as in JSON.
std::shared_ptr<const ArrowTable> described_table(const Snapshot& trace,
                                                  const std::vector<DescribedCells>& columns);

template <typename Row, typename Rows>
std::shared_ptr<const ArrowTable> row_table(const Snapshot& trace, const RowColumns<Row>& columns,
                                            const Rows& rows) {
  std::vector<DescribedCells> described;
  for (const RowColumn<Row>* column : in_order_of_keys(columns)) {
    DescribedCells& cells = described.emplace_back(DescribedCells{*column, {}});
    for (const Row& row : rows) cells.cells.push_back(column->of(row));
  }
  return described_table(trace, described);
}

}  // namespace lanescope
