// What stands above the rows of a table: how they are grouped, the filter, columns, copies.
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
  std::span<const std::string_view> ways;  // of grouping; none or one: no choice
  const DataTable* table = nullptr;        // null before the first one
  std::span<const std::size_t> chosen;     // columns, rising
  bool has_warm_up = false;                // that can be left out
  std::string_view brief, brief_hint;      // a switch and what it does; empty: none
};

struct DataBarEvents {
  std::optional<std::size_t> column;  // to be shown, or no more
  std::optional<FileFormat> copy;     // of all rows listed
  std::optional<FileFormat> save;     // the same into a file
};

/// Lives from frame to frame.
class DataBar {
 public:
  DataBarEvents draw(const PaneFrame& frame, Rect bar, const DataBarContent& content);

  std::size_t way = 0;
  bool without_warm_up = true;  // as the window has it; a click turns it
  bool brief = false;
  std::string filter;
  std::string problem;  // with the filter, in one line

 private:
  void draw_ways(const Ui& ui, Rect& bar, std::span<const std::string_view> ways);
  void draw_warm_up(const Ui& ui, Rect& bar);
  void draw_brief(const Ui& ui, Rect& bar, const DataBarContent& content);
  void draw_filter(const PaneFrame& frame, Rect& bar);
  void draw_left_over(const PaneFrame& frame, Rect bar, const DataTable& table) const;
};

}  // namespace lanescope
