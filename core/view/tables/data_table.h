// A table of numbers ready for display, shared by the panes of operators, kernels, steps, modules
// and others. Built and sorted on workers.
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
  Bar,    // the parts of the row's stacked bar; the number is their sum in ns
};

/// A column after the first, which is the row's name.
struct DataColumn {
  std::string title;
  DataKind kind = DataKind::Count;
  bool usual = true;      // shown until the user chooses columns
  bool change = false;    // a difference between runs: less is better, more is worse
  std::string help = {};  // the tooltip of a title that column_words() does not know
};

struct DataCell {
  std::int64_t number = 0;  // the sort key; 0 for Text
  std::string text;         // as displayed; empty: no value
};

enum class DataTone : std::uint8_t {
  Usual,
  Dim,    // not counted with the others, such as warm-up steps
  Alert,  // needs attention
};

struct DataRow {
  std::string name = {};                 // as displayed
  StringId full_name = StringId::Empty;  // in the trace's strings
  std::string own_name = {};             // the full name, if the trace's strings do not have it
  std::vector<DataCell> cells = {};      // one per column
  EventId event = EventId::None;         // to go to; None: none
  EventId in_other_run = EventId::None;  // its counterpart, in tables of two runs
  std::uint32_t depth = 0;               // in a tree; parents come before their children
  std::optional<ColorRole> role = {};    // of its color swatch
  std::uint8_t shade = 0;
  DataTone tone = DataTone::Usual;
  std::vector<Ns> parts = {};  // of its bar; see DataTable::parts
  /// The events it counts, in order; empty: `event` and others of the same name.
  std::vector<EventId> places = {};
  std::uint32_t differs_at = 0;  // the byte of `name` that must stay visible: see differing_parts
};

/// A part of the bars; the same in every row.
struct DataPart {
  std::string title;
  std::optional<ColorRole> role;  // nullopt: the remainder
  std::uint8_t shade = 0;
  bool hatched = false;
};

/// The tooltip of a cell.
struct CellNote {
  std::string text;
  std::vector<std::pair<std::string, std::string>> facts;  // "Matched by" "full name and shapes"
};

struct DataTable {
  std::string name_title = {};
  std::vector<DataColumn> columns = {};
  std::vector<DataRow> rows = {};  // in their natural order
  std::string facts = {};          // one line about the whole table
  std::string empty = {};          // one line shown if there are no rows
  /// The title of the column that the natural order is by, largest first; empty: another order.
  std::string ordered_by = {};
  /// Which of the events of its name a row's `event` is: "longest call"; empty: it has only one.
  std::string goes_to = {};
  std::vector<DataPart> parts = {};
  Ns longest_bar_ns = 0;                             // the length that a full bar represents
  Ns usual_bar_ns = 0;                               // marked in all bars unless 0
  std::shared_ptr<const TablePicture> picture = {};  // for the chart next to it; null: none
  /// The row in which an event is counted; may be empty. Cost: one or two lookups.
  std::function<std::optional<std::uint32_t>(const Snapshot&, EventId)> row_of = {};
  /// The tooltip, instead of the row's full name; may be empty. Column 0 is the name. Cost: the
  /// text.
  std::function<CellNote(std::uint32_t row, std::size_t column)> note = {};
};

/// A row's full name; the displayed name for rows that do not represent a name in the trace.
std::string_view whole_name(const Snapshot& snapshot, const DataRow& row);

/// Adds to rows of equal names that stand for different full names the part in which these differ:
/// "gemm<float> [128]". Rows of one full name, which differ in another column, stay equal. Sets
/// where each name differs from the others, for cells that have to cut it. Cost: n log n and the
/// names.
void tell_rows_apart(const Snapshot& snapshot, DataTable& table);

DataCell count_cell(std::uint64_t count);
DataCell time_cell(Ns time_ns);
DataCell bytes_cell(std::int64_t bytes);
/// Empty if `whole` is not positive.
DataCell share_cell(std::int64_t part, std::int64_t whole);
DataCell ratio_cell(double part, double whole);
/// With four significant digits; like all cells with "−" before negative numbers, unlike
/// plain_value.
DataCell real_cell(std::optional<double> value);
DataCell text_cell(std::string text);
/// "2.147 GFLOP" for 2147483648 and "FLOP"; "2.147 G" without a unit. For large counts.
DataCell scaled_cell(double value, std::string_view unit);

/// Whether a row has a value in that column. Cost: linear in the rows before the first one that
/// has.
bool has_values(const DataTable& table, std::size_t column);

/// The row to highlight for an event: the one that counts it, otherwise the one that goes to it or
/// has its name. Cost: O(rows) without DataTable::row_of.
std::optional<std::uint32_t> row_of_event(const Snapshot& snapshot, const DataTable& table,
                                          EventId event);

/// The next or previous event in the row's `places`; EventId::None at the end, or if the event is
/// not one of them. Cost: linear in `places`.
EventId next_place(const DataRow& row, EventId event, bool forward);

/// Which rows of a table are listed, and in which order.
struct DataQuery {
  /// 0: the name, otherwise a column + 1; nullopt: the natural order.
  std::optional<std::size_t> sort;
  bool falling = true;
  std::string filter;  // see TableFilter
  /// Rows of a tree whose descendants are not listed, if neither sorted nor filtered; ascending.
  std::vector<std::uint32_t> folded;
  friend bool operator==(const DataQuery&, const DataQuery&) = default;
};

/// The indices of the rows to list. Equal rows keep their natural order; rows without a value come
/// last. In a filtered tree, the ancestors of matching rows are kept; an invalid filter filters
/// nothing. Cost: O(rows log rows). If stopped, the order is incomplete.
std::vector<std::uint32_t> order_rows(const Snapshot& snapshot, const DataTable& table,
                                      const DataQuery& query, const std::stop_token& stop = {});

/// Whether rows follow that are deeper in the tree.
bool has_rows_inside(const DataTable& table, std::uint32_t row);

/// All rows of a tree that have rows inside, ascending.
std::vector<std::uint32_t> rows_that_fold(const DataTable& table);

/// Of the listed rows of a query, those that match its filter themselves, not only because of rows
/// inside them. Cost: that of the filter, in a tree only.
std::vector<std::uint32_t> matching_rows(const Snapshot& snapshot, const DataTable& table,
                                         const DataQuery& query,
                                         std::span<const std::uint32_t> listed);

/// The sums of columns over rows, for those columns whose values can be added up (column_words);
/// without text for others. Where a row of a tree includes the rows inside it, these count only if
/// it is not among `rows`. Dim rows do not count. Cost: O(rows × columns).
std::vector<DataCell> sums_of(const DataTable& table, std::span<const std::uint32_t> rows,
                              const std::stop_token& stop = {});

/// A value as CSV has it: a plain number, times in ns, shares as fractions.
std::string plain_value(const DataColumn& column, const DataCell& cell);

/// The given rows and columns as CSV (RFC 4180): plain numbers, times in ns, full names. Bars are
/// omitted.
std::string table_csv(const Snapshot& snapshot, const DataTable& table,
                      std::span<const std::uint32_t> rows, std::span<const std::size_t> columns);
/// The same as Markdown, with formatted values, for an issue or a wiki.
std::string table_markdown(const DataTable& table, std::span<const std::uint32_t> rows,
                           std::span<const std::size_t> columns);

}  // namespace lanescope
