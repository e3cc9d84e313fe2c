// A chart beside a table: what the table lists, as a picture.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>

#include "app/panes/pane/pane.h"
#include "core/view/tables/data_table.h"
#include "core/view/tables/table_picture.h"

namespace lanescope {

class TableChart {
 public:
  TableChart() = default;
  virtual ~TableChart() = default;
  TableChart(const TableChart&) = delete;
  TableChart& operator=(const TableChart&) = delete;

  /// The table has a picture; `listed` are its rows that pass the filter.
  virtual void draw(const PaneFrame& frame, Rect area,
                    const std::shared_ptr<const DataTable>& table,
                    std::span<const std::uint32_t> listed) = 0;
  /// What the table is to be limited to.
  [[nodiscard]] virtual std::optional<ChartBox> box() const { return std::nullopt; }
};

/// Operators under the roofs of the GPU.
std::unique_ptr<TableChart> make_roofline_chart();

}  // namespace lanescope
