// The menus of a table: of a row, and of a column's title.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>

#include "app/widgets/draw/ui.h"
#include "core/view/results/comparison.h"
#include "core/view/tables/data_table.h"

namespace lanescope {

enum class RowAction : std::uint8_t {
  GoTo,       // the event that a click goes to
  GoToOther,  // its counterpart in the other run
  Next,
  Previous,
  FindAll,   // search for the name in the lanes
  FilterTo,  // list only rows with the name
  CopyName,
  CopyValue,
  CopyRows,
  ToggleFold,
  FoldAll,
  UnfoldAll,
};

/// What a row's menu is about; kept while it is open.
struct RowMenu {
  std::uint32_t row = 0;              // of the table
  std::optional<std::size_t> column;  // under the mouse; nullopt: the name
};

struct RowMenuContent {
  const DataTable& table;
  bool tree = false;        // it can be folded
  bool folded = false;      // the row
  std::size_t picked = 1;   // rows that CopyRows copies
  bool has_events = false;  // the row leads to events
  // Of a table about two runs: which one is shown, and whether the row leads to events of the other
  std::optional<RunSide> side = {};
  bool has_others = false;
};

enum class TitleAction : std::uint8_t {
  Ascending,
  Descending,
  NaturalOrder,
  Fit,
  FitAll,
  Hide,
  Reset
};

struct TitleMenuContent {
  std::string title;
  bool is_name = false;  // the first column, which is never hidden and takes the remaining width
  bool sorted = false;   // not in the natural order
};

/// "Copy 1,234 ns": what a menu says of copying a cell; empty if there is nothing to copy.
std::string copy_cell_label(const DataColumn& column, const DataCell& cell);

/// Opens at the mouse. Call in the frame of the right click.
void open_row_menu();
void open_title_menu();
/// Draw these in every frame; nullopt unless something was chosen.
std::optional<RowAction> draw_row_menu(const Ui& ui, const RowMenu& menu,
                                       const RowMenuContent& content);
std::optional<TitleAction> draw_title_menu(const Ui& ui, const TitleMenuContent& content);

}  // namespace lanescope
