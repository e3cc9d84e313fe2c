// A table of numbers, ready to be shown: what the panes of operators, kernels, steps and modules
// have in common. Built and put in order by workers.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/ids.h"
#include "core/base/time.h"
#include "core/store/snapshot.h"
#include "core/view/color_role.h"

namespace lanescope {

enum class DataKind : std::uint8_t {
  Text,
  Count,
  Time,  // in ns
  Bytes,
  Share,  // in millionths
};

/// A column behind the first, which is the row's name.
struct DataColumn {
  std::string title;
  DataKind kind = DataKind::Count;
  bool usual = true;  // shown until the user chooses
};

struct DataCell {
  std::int64_t number = 0;  // what it is sorted by; 0 for Text
  std::string text;         // as shown; empty: there is no such number
};

struct DataRow {
  std::string name;                      // as shown
  StringId full_name = StringId::Empty;  // in the trace's strings
  std::vector<DataCell> cells;           // one a column
  EventId event = EventId::None;         // to go to; None: nothing to show
  std::uint32_t depth = 0;               // of a tree, parents in front of what is in them
  std::optional<ColorRole> role;         // of its mark of colour
  std::uint8_t shade = 0;
};

struct DataTable {
  std::string name_title;
  std::vector<DataColumn> columns;
  std::vector<DataRow> rows;  // in their natural order
  std::string facts;          // one line about all of it
  std::string empty;          // one line to show when there is no row
};

/// Builds cells column by column.
DataCell count_cell(std::uint64_t count);
DataCell time_cell(Ns time_ns);
DataCell bytes_cell(std::int64_t bytes);
/// Of nothing there is no share.
DataCell share_cell(std::int64_t part, std::int64_t whole);
DataCell text_cell(std::string text);

/// What of a table is listed, and in which order.
struct DataQuery {
  /// 0: the name, else a column + 1; nullopt: the natural order.
  std::optional<std::size_t> sort;
  bool falling = true;
  std::string filter;  // a part of the name, in any case
  friend bool operator==(const DataQuery&, const DataQuery&) = default;
};

/// Numbers of the rows to list. Equal rows keep their natural order; rows without a number come
/// last. A filtered tree keeps what is around a row. Cost: O(rows log rows).
std::vector<std::uint32_t> order_rows(const Snapshot& snapshot, const DataTable& table,
                                      const DataQuery& query);

/// The listed rows and chosen columns for a spreadsheet (RFC 4180): plain numbers, times in ns,
/// whole names.
std::string table_csv(const Snapshot& snapshot, const DataTable& table,
                      std::span<const std::uint32_t> rows, std::span<const std::size_t> columns);
/// The same as people read it, for an issue or a wiki.
std::string table_markdown(const DataTable& table, std::span<const std::uint32_t> rows,
                           std::span<const std::size_t> columns);

}  // namespace lanescope
