// A table of numbers, ready to be shown: what the panes of operators, kernels, steps and modules
// have in common. Built and put in order by workers.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <stop_token>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/base/text/ids.h"
#include "core/base/time.h"
#include "core/store/snapshot.h"
#include "core/view/colors/role.h"
#include "core/view/tables/table_picture.h"

namespace lanescope {

enum class DataKind : std::uint8_t {
  Text,
  Count,
  Time,  // in ns
  Bytes,
  Share,  // in millionths
  Real,   // any number, in millionths
  Bar,    // the parts of the row's bar, stacked; the number is their sum in ns
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

enum class DataTone : std::uint8_t {
  Usual,
  Dim,    // does not count with the others
  Alert,  // its words ask for a look
};

struct DataRow {
  std::string name = {};                 // as shown
  StringId full_name = StringId::Empty;  // in the trace's strings
  std::string own_name = {};             // the whole of it where these do not have it
  std::vector<DataCell> cells = {};      // one a column
  EventId event = EventId::None;         // to go to; None: nothing to show
  EventId in_other_run = EventId::None;  // what it is there, in tables of two runs
  std::uint32_t depth = 0;               // of a tree, parents in front of what is in them
  std::optional<ColorRole> role = {};    // of its mark of colour
  std::uint8_t shade = 0;
  DataTone tone = DataTone::Usual;
  std::vector<Ns> parts = {};  // of its bar, as DataTable::parts says
  /// What it counts, one after the other; empty: `event` and those of its name.
  std::vector<EventId> places = {};
};

/// A part of the bars, the same in every row.
struct DataPart {
  std::string title;
  std::optional<ColorRole> role;  // none: what is left over
  std::uint8_t shade = 0;
};

/// What is said of a cell while the mouse rests on it.
struct CellNote {
  std::string text;
  std::vector<std::pair<std::string, std::string>> facts;  // "Matched by" "name, at other shapes"
};

struct DataTable {
  std::string name_title = {};
  std::vector<DataColumn> columns = {};
  std::vector<DataRow> rows = {};  // in their natural order
  std::string facts = {};          // one line about all of it
  std::string empty = {};          // one line to show when there is no row
  std::vector<DataPart> parts = {};
  Ns longest_bar_ns = 0;                             // what a whole bar stands for
  Ns usual_bar_ns = 0;                               // marked in all bars, unless 0
  std::shared_ptr<const TablePicture> picture = {};  // for the chart beside it; null without one
  /// The row that an event counts in; may be left out. Cost: a look-up or two.
  std::function<std::optional<std::uint32_t>(const Snapshot&, EventId)> row_of = {};
  /// Instead of the row's whole name; may be left out. Columns count from the name. Cost: the text.
  std::function<CellNote(std::uint32_t row, std::size_t column)> note = {};
};

/// The whole of a row's name; of rows that stand for no name in the trace what is shown.
std::string_view whole_name(const Snapshot& snapshot, const DataRow& row);

/// Builds cells column by column.
DataCell count_cell(std::uint64_t count);
DataCell time_cell(Ns time_ns);
DataCell bytes_cell(std::int64_t bytes);
/// Of nothing there is no share.
DataCell share_cell(std::int64_t part, std::int64_t whole);
DataCell ratio_cell(double part, double whole);
/// With four significant digits.
DataCell real_cell(std::optional<double> value);
DataCell text_cell(std::string text);
/// "2.147 GFLOP" of 2147483648 and "FLOP"; "2.147 G" without a unit. For large counts.
DataCell scaled_cell(double value, std::string_view unit);

/// The row to light for an event: the one it counts in, else the one that leads to it or has its
/// name. Cost: O(rows) without DataTable::row_of.
std::optional<std::uint32_t> row_of_event(const Snapshot& snapshot, const DataTable& table,
                                          EventId event);

/// The next or previous of the row's places; EventId::None behind the last, or when the event is
/// none of them. Cost: linear in them.
EventId next_place(const DataRow& row, EventId event, bool forward);

/// What of a table is listed, and in which order.
struct DataQuery {
  /// 0: the name, else a column + 1; nullopt: the natural order.
  std::optional<std::size_t> sort;
  bool falling = true;
  std::string filter;  // see TableFilter
  friend bool operator==(const DataQuery&, const DataQuery&) = default;
};

/// Numbers of the rows to list. Equal rows keep their natural order; rows without a number come
/// last. A filtered tree keeps what is around a row; a filter that can not be understood filters
/// nothing. Cost: O(rows log rows). A stop gives an order that is not whole.
std::vector<std::uint32_t> order_rows(const Snapshot& snapshot, const DataTable& table,
                                      const DataQuery& query, const std::stop_token& stop = {});

/// The listed rows and chosen columns for a spreadsheet (RFC 4180): plain numbers, times in ns,
/// whole names. Bars are left out.
std::string table_csv(const Snapshot& snapshot, const DataTable& table,
                      std::span<const std::uint32_t> rows, std::span<const std::size_t> columns);
/// The same as people read it, for an issue or a wiki.
std::string table_markdown(const DataTable& table, std::span<const std::uint32_t> rows,
                           std::span<const std::size_t> columns);

}  // namespace lanescope
