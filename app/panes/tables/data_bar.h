// The bar above the rows of a table: grouping, filter, columns, copying.
#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "app/panes/pane/pane.h"
#include "app/panes/tables/table_copy.h"
#include "core/view/tables/data_table.h"

namespace lanescope {

struct DataBarContent {
  std::span<const std::string_view> ways;       // of grouping; no control if fewer than two
  std::span<const std::string_view> way_hints;  // of the first of them; may be empty
  const DataTable* table = nullptr;             // null before the first one
  // Indices of columns, ascending: those shown, and those that no row has a value for.
  std::span<const std::size_t> chosen, vacant;
  bool has_warm_up = false;            // there are warm-up steps to leave out
  std::string_view brief, brief_hint;  // a switch and its description; empty: none
};

struct DataBarEvents {
  std::optional<std::size_t> column;  // to be shown or hidden
  std::optional<FileFormat> copy;     // all listed rows
  std::optional<FileFormat> save;     // the same, to a file
};

/// Kept between frames.
class DataBar {
 public:
  DataBarEvents draw(const PaneFrame& frame, Rect bar, const DataBarContent& content);

  std::size_t way = 0;
  bool without_warm_up = true;  // set from the window; a click changes it
  bool brief = false;
  std::string filter;
  std::string problem;  // with the filter, on one line

 private:
  void draw_ways(const Ui& ui, Rect& bar, const DataBarContent& content);
  void draw_warm_up(const Ui& ui, Rect& bar);
  void draw_brief(const Ui& ui, Rect& bar, const DataBarContent& content);
  void draw_filter(const PaneFrame& frame, Rect& bar);
  void draw_left_over(const PaneFrame& frame, Rect bar, const DataTable& table) const;
};

}  // namespace lanescope
