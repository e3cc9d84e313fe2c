// One table of a run: sorted by a click on a head, copied, saved. What does not fit beside the
// names is left out from the end.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string_view>
#include <vector>

#include "app/panes/ranks/frame.h"
#include "app/panes/tables/table_copy.h"
#include "app/widgets/table.h"
#include "core/view/results/background.h"
#include "core/view/tables/data_table.h"

namespace lanescope {

/// What was done to its rows, by their number in the table.
struct RanksTableEvents {
  std::optional<std::uint32_t> clicked, double_clicked;
};

class RanksTable {
 public:
  /// `table` never changes.
  RanksTable(std::string_view title, std::shared_ptr<const DataTable> table,
             const std::function<void()>& wake);

  [[nodiscard]] std::string_view title() const { return title_; }
  [[nodiscard]] const DataTable& table() const { return *table_; }
  RanksTableEvents draw(const RanksFrame& frame, Rect area, std::optional<std::uint32_t> selected);
  /// The rows as listed, for the clipboard.
  void copy(FileFormat format);
  /// For a file: what it holds, with all columns.
  [[nodiscard]] TableExcerpt excerpt(FileFormat format) const;
  [[nodiscard]] bool busy() const { return busy_ || copy_.busy(); }

 private:
  using Order = std::vector<std::uint32_t>;

  void refresh_order();
  void choose_columns(float width_px);
  void sort_by(const TableSort& sort);
  [[nodiscard]] std::size_t sorted_column() const;

  std::string_view title_;
  std::shared_ptr<const DataTable> table_;
  DataQuery query_;
  std::shared_ptr<const Order> order_;
  DataQuery order_for_;
  bool busy_ = false;
  std::vector<std::size_t> chosen_;
  std::vector<TableColumn> columns_;
  float columns_for_px_ = -1;
  std::optional<std::uint32_t> shown_selection_;
  TableState state_;
  TableCopy copy_;
  Background<DataQuery, Order> orders_;
};

}  // namespace lanescope
