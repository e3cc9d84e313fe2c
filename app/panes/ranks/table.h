// A table of a run of several ranks, by traces or by summaries.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "app/panes/tables/row_menu.h"
#include "app/panes/tables/table_copy.h"
#include "app/widgets/table.h"
#include "core/view/colors/role_palette.h"
#include "core/view/results/background.h"
#include "core/view/tables/data_table.h"

namespace lanescope {

/// What was clicked, as row numbers of the table.
struct RanksTableEvents {
  std::optional<std::uint32_t> clicked, double_clicked;
};

/// A table of a run: sorting by a column title, sums in the last line, copying, saving.
class RanksTable {
 public:
  /// `table` must not change.
  RanksTable(std::string_view title, std::shared_ptr<const DataTable> table,
             const std::function<void()>& wake);

  [[nodiscard]] std::string_view title() const { return title_; }
  [[nodiscard]] const DataTable& table() const { return *table_; }
  /// `items`: what a row's menu has above copying; may be empty.
  RanksTableEvents draw(const Ui& ui, const RolePalette& palette, Rect area,
                        std::optional<std::uint32_t> selected,
                        const std::function<void(std::uint32_t row)>& items);
  /// In the row of tabs, which end at `from_x`: what there is in the table, and a button to copy
  /// it.
  void draw_facts(const Ui& ui, Rect row, float from_x);
  /// Copies the rows in the order shown to the clipboard.
  void copy(FileFormat format);
  /// What to save as a file, with all columns.
  [[nodiscard]] TableExcerpt excerpt(FileFormat format) const;
  [[nodiscard]] bool busy() const { return busy_ || copy_.busy(); }

 private:
  using Order = std::vector<std::uint32_t>;

  void refresh_order();
  void open_menu(const TableSpot& spot);
  void draw_menu(const Ui& ui, const std::function<void(std::uint32_t row)>& items);
  [[nodiscard]] TableExcerpt excerpt_of(Order rows, FileFormat format) const;
  void choose_columns();
  void widen_words(float width_px);
  void widen_longest_words(float width_px);
  /// In letters, of the column at that place in `chosen_`.
  [[nodiscard]] std::size_t longest_text(std::size_t chosen) const;
  [[nodiscard]] TableCell footer_cell(std::size_t column) const;

  std::string_view title_;
  std::shared_ptr<const DataTable> table_;
  DataQuery query_;
  std::shared_ptr<const Order> order_;
  DataQuery order_for_;
  bool busy_ = false;
  std::vector<std::size_t> chosen_;
  std::vector<TableColumn> columns_;
  std::size_t words_column_ = 0;                  // the one with the longest words; 0: none
  float usual_words_px_ = 0, most_words_px_ = 0;  // its width
  std::string words_;                             // how many rows there are
  std::vector<DataCell> sums_;                    // by column of the table
  std::optional<std::uint32_t> shown_selection_;
  TableState state_;
  TableCopy copy_;
  RowMenu menu_;
  Background<DataQuery, Order> orders_;
};

}  // namespace lanescope
