// The rows of a table pane: drawing them, selecting them, going to their events, folding, and the
// menus.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "app/panes/pane/pane.h"
#include "app/panes/tables/data_build.h"
#include "app/panes/tables/data_cells.h"
#include "app/panes/tables/data_footer.h"
#include "app/panes/tables/row_menu.h"
#include "app/panes/tables/row_picks.h"
#include "core/view/navigation/navigation.h"

namespace lanescope {

/// What is asked of the pane.
struct DataRowsEvents {
  std::optional<std::size_t> hide;                 // this column
  bool reset = false;                              // to the usual columns
  std::optional<std::string> filter;               // list only rows that this matches
  std::optional<std::vector<std::uint32_t>> copy;  // these rows
};

/// Kept between frames. UI thread only.
class DataRows {
 public:
  /// The rows of another table, with these of its columns.
  void take(std::shared_ptr<const DataTable> table, std::span<const std::size_t> chosen);
  /// Other columns of the same table.
  void choose(std::span<const std::size_t> chosen);

  /// The rows are about two runs. They are first shown from the top, even if an event of one of
  /// them was selected before, and their menu leads to events of either run.
  void tell_of_two_runs() { opens_at_top_ = of_two_runs_ = true; }

  /// Draws the listed rows, of which there is at least one. Changes the sorting and what is folded
  /// in `query`.
  DataRowsEvents draw(const PaneFrame& frame, std::string_view title, Rect area,
                      const std::shared_ptr<const ListedRows>& listed, DataQuery& query);

  /// Whether the arrow keys and Enter act on the rows: they were clicked last.
  [[nodiscard]] bool has_keys() const { return has_keys_; }
  void set_keys(bool has_keys) { has_keys_ = has_keys; }

 private:
  [[nodiscard]] const DataRow& row_at(std::size_t at) const;
  /// Whether rows can be folded now: in a tree in its own order.
  [[nodiscard]] bool folds() const;
  [[nodiscard]] bool is_folded(std::uint32_t row) const;
  [[nodiscard]] TableFold fold_of(std::uint32_t row) const;
  void toggle_fold(std::uint32_t row);

  void draw_rows(const PaneFrame& frame, std::string_view title, Rect area);
  void draw_menus(const PaneFrame& frame, std::string_view title, const TableContent& content,
                  const TableEvents& events);
  void act(const PaneFrame& frame, RowAction action);
  void act(const Ui& ui, const TableContent& content, TableWidths& widths, TitleAction action);
  void show_note(const Ui& ui, const TableSpot& spot) const;
  void show_parts(const DataCells& cells, const TableSpot& spot) const;

  void click(TraceView& view, std::uint32_t row);
  void double_click(TraceView& view, std::uint32_t row);
  void go_from(TraceView& view, std::uint32_t row, EventId event);
  void go_to_other(TraceView& view, std::uint32_t row);
  void go_to_next(TraceView& view, std::uint32_t row, Direction direction);
  void handle_keys(TraceView& view);
  void fold_with_keys(std::uint32_t row);
  void step(TraceView& view, std::ptrdiff_t by);
  void follow_selection(const TraceView& view);

  std::shared_ptr<const DataTable> table_;
  std::shared_ptr<const ListedRows> listed_;  // rows of table_
  DataQuery* query_ = nullptr;                // during draw()
  DataRowsEvents out_;                        // of this frame
  std::vector<std::size_t> chosen_;           // columns of table_, ascending
  std::vector<TableColumn> columns_;
  TableState table_state_;
  RowPicks picks_;                    // rows of table_
  EventId followed_ = EventId::None;  // the selection that picks_ is about
  RowMenu menu_;                      // of table_
  std::size_t menu_title_ = 0;        // the column whose title's menu is open
  DataFooter footer_;
  bool opens_at_top_ = false;
  bool of_two_runs_ = false;
  bool is_tree_ = false;   // table_ has rows inside rows
  bool has_keys_ = false;  // the last click was in the rows
};

}  // namespace lanescope
