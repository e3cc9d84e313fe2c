// A table that draws only the rows in sight. Cells are text that someone else made; rows can be
// chosen and sorted by a click on a column's head.
#pragma once

#include <cstddef>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "app/widgets/draw/ui.h"

namespace lanescope {

struct TableColumn {
  std::string_view title;
  float width_px = 90;  // at scale 1; the first column takes what is left
  bool number = true;   // right-aligned, monospaced
  bool sortable = true;
};

/// A piece of a bar; pieces stand one behind the other.
struct TableBarPart {
  float share = 0;  // of the widest bar there is room for
  ImU32 color = 0;
};

struct TableCell {
  std::string_view text;
  ImU32 color = 0;                  // 0: bright for the first column and numbers, dim for the rest
  ImU32 swatch = 0;                 // a square of colour before the text; 0: none
  std::string_view icon = {};       // before the text
  float indent_px = 0;              // at scale 1
  std::optional<float> share = {};  // a thin bar under the text: 0 … 1 of the cell
  std::span<const TableBarPart> bar = {};  // instead of text
  float bar_mark = 0;                      // a line across the bar, as a share; 0: none
};

struct TableSort {
  std::size_t column = 0;
  bool falling = true;
};

struct TableSpot {
  std::size_t row = 0, column = 0;
  Rect rect;            // of the cell
  bool rested = false;  // for a moment
};

struct TableEvents {
  std::optional<std::size_t> clicked, double_clicked;  // rows
  std::optional<TableSpot> hovered;
  std::optional<TableSort> sort;  // a head was clicked
};

/// Lives from frame to frame.
struct TableState {
  float scroll_px = 0;
  std::optional<std::size_t> show_row = {};  // to be scrolled into view in the next frame
  std::optional<std::size_t> key_row = {};   // the last one that keys went to
};

struct TableContent {
  std::span<const TableColumn> columns;
  std::size_t rows = 0;
  std::function<TableCell(std::size_t row, std::size_t column)> cell;
  /// What to show of a row while the mouse rests on its first cell, such as the whole of a name
  /// that was shortened; may be left out.
  std::function<std::string(std::size_t row)> whole;
  std::optional<std::size_t> selected;
  std::function<bool(std::size_t row)> picked;  // more rows to light; may be left out
  TableSort sort;
  float row_px = 24;      // at scale 1
  bool own_keys = false;  // whoever draws it goes by the arrows himself
};

/// Draws in the current window. Keys that walk through controls and stand on the rows click the
/// next row with an arrow and click twice with Enter. Cost: O(rows in sight).
TableEvents draw_table(const Ui& ui, std::string_view id, Rect area, const TableContent& content,
                       TableState& state);

}  // namespace lanescope
