// A table that draws only the visible rows. The caller provides the text of cells; rows can be
// selected, and clicking a column's title sorts by it. The edges between titles can be dragged, and
// a double click on one fits the column on its left. What does not fit is named at the end of the
// titles.
#pragma once

#include <cstddef>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "app/widgets/draw/ui.h"
#include "app/widgets/table_memory.h"

namespace lanescope {

struct TableColumn {
  std::string_view title;
  // At scale 1. The first column takes the remaining width, and has at least this; 0: enough for a
  // long name.
  float width_px = 90;
  bool number = true;  // right-aligned, monospaced
  bool sortable = true;
  std::string_view help = {};  // the tooltip of the title: what its values are
  bool keeps_end = false;      // text that does not fit is cut in the middle: paths with a line
  // What the longest value needs, at scale 1: while the first column needs more than it has, the
  // others give up what they do not need. 0: as wide as it is.
  float needed_px = 0;
};

/// A piece of a bar; pieces follow each other.
struct TableBarPart {
  float share = 0;  // of the width of the widest bar that fits
  ImU32 color = 0;
  ImU32 hatch = 0;  // lines over it; 0: none
};

/// In a tree: whether a row has others inside, and whether they are shown.
enum class TableFold : unsigned char { None, Leaf, Open, Closed };

struct TableCell {
  std::string_view text;
  ImU32 color = 0;                   // 0: bright for the first column and numbers, dim for the rest
  ImU32 swatch = 0;                  // a colored square before the text; 0: none
  std::string_view icon = {};        // before the text
  float indent_px = 0;               // at scale 1
  TableFold fold = TableFold::None;  // an arrow before the text, or its place
  std::optional<float> share = {};   // a thin bar below the text: 0 to 1 of the cell's width
  std::span<const TableBarPart> bar = {};  // instead of text
  float bar_mark = 0;                      // a line across the bar, as a share; 0: none
  std::size_t differs_at = 0;  // the byte of a name that stays visible if it is cut; 0: none
};

struct TableSort {
  std::size_t column = 0;
  bool falling = true;
};

struct TableSpot {
  std::size_t row = 0, column = 0;
  Rect rect;            // of the cell
  bool rested = false;  // the mouse has rested there for a moment
};

struct TableEvents {
  std::optional<std::size_t> clicked, double_clicked;  // rows
  std::optional<std::size_t> folded;                   // the row whose arrow was clicked
  std::optional<TableSpot> hovered;
  std::optional<TableSort> sort;  // a column title was clicked
  std::optional<TableSpot> right_clicked;
  std::optional<std::size_t> right_clicked_title;  // of this column
};

/// Kept between frames.
struct TableState {
  float scroll_px = 0;
  std::optional<std::size_t> show_row = {};  // scroll this row into view in the next frame
  std::optional<std::size_t> key_row = {};   // the last row that had keyboard focus
  TableWidths widths = {};                   // where none are remembered
};

struct TableContent {
  std::span<const TableColumn> columns;
  std::size_t rows = 0;
  std::function<TableCell(std::size_t row, std::size_t column)> cell;
  /// What to show while the mouse rests on a row's first cell, such as the full name if it was
  /// shortened: a few lines of it, and nothing where the cell says the same. Optional.
  std::function<std::string(std::size_t row)> whole;
  std::optional<std::size_t> selected;
  std::function<bool(std::size_t row)> picked;  // more rows to highlight; optional
  TableSort sort;
  /// A last line that stays in view, such as sums. Optional.
  std::function<TableCell(std::size_t column)> footer;
  /// The tooltip of a cell of the last line; empty: none. Optional.
  std::function<std::string(std::size_t column)> footer_help = {};
  float row_px = 24;      // at scale 1
  bool own_keys = false;  // the caller handles the arrow keys itself
};

/// Those of a table's columns: the remembered ones, if the user interface remembers them.
TableWidths& table_widths(const Ui& ui, std::string_view id, TableState& state);

/// Draws in the current window. While the rows have the keyboard focus, an arrow key clicks the
/// next row and Enter double-clicks. Cost: O(visible rows).
TableEvents draw_table(const Ui& ui, std::string_view id, Rect area, const TableContent& content,
                       TableState& state);

}  // namespace lanescope
