// A chart next to a table: a picture of what the table lists.
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

  /// Requires that the table has a picture; `listed` are its rows that pass the filter.
  virtual void draw(const PaneFrame& frame, Rect area,
                    const std::shared_ptr<const DataTable>& table,
                    std::span<const std::uint32_t> listed) = 0;
  /// The box that the table should be limited to.
  [[nodiscard]] virtual std::optional<ChartBox> box() const { return std::nullopt; }
};

/// The roofline chart: operators below the limits of the GPU.
std::unique_ptr<TableChart> make_roofline_chart();

}  // namespace lanescope
