// The content of a table's rows, described once: a list of columns per row type. The pane, its CSV
// and Markdown copies, text reports and JSON are all generated from that list.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <initializer_list>
#include <optional>
#include <stop_token>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <variant>
#include <vector>

#include "core/base/text/ids.h"
#include "core/store/snapshot.h"
#include "core/view/tables/data_table.h"

namespace lanescope {

/// The type of a value; determines how each form formats and aligns it.
enum class ValueKind : std::uint8_t {
  Words,       // our own words, printed verbatim
  Figure,      // numbers within words, aligned like numbers
  Name,        // from the trace; text makes it safe for a terminal and truncates it
  NameOrNone,  // the same; an empty name is null in JSON
  Kernel,      // text shortens it and keeps kernels with equal short names distinct
  Names,       // a list of names; the pane shows the first
  Parsed,      // text that contains JSON; anything else stays text
  Flag,
  Count,
  Id,      // a number that identifies something; no thousands separators
  Time,    // a duration in ns
  Moment,  // a point in time, in ns of the trace
  Bytes,
  Share,   // percent in JSON
  Real,    // see ColumnOptions::format
  Rate,    // GB/s
  Scaled,  // a large count; "2.147 GFLOP" in the pane
  Bar,     // the row's stacked bar, in ns; pane only
  Event,   // JSON only
  Numbers  // named numbers; an object, JSON only
};

struct ShareOf {
  double part = 0, whole = 0;
};
template <typename Part, typename Whole>
ShareOf share_of(Part part, Whole whole) {
  return {static_cast<double>(part), static_cast<double>(whole)};
}
/// A name with our own words around it, which JSON omits.
struct MarkedName {
  std::string before, name, after;
};
using Lines = std::vector<std::string>;
using NamedNumbers = std::vector<std::pair<std::string, double>>;

/// The value of a cell; monostate: none.
using CellValue =
    std::variant<std::monostate, bool, std::int64_t, std::uint64_t, double, std::string, StringId,
                 EventId, std::vector<StringId>, ShareOf, MarkedName, Lines, NamedNumbers>;

/// A column's title in each form. A form without a title omits the column. A column of the pane has
/// the same name everywhere, so that a number of a report can be found in the window: text and page
/// say kPaneTitle, or start with it.
struct ColumnTitles {
  std::string pane = {};
  std::string text = {};  // kNoTitle for a column without a heading
  std::string json = {};  // the key, a contract; "classes_ns/kernel" is a member of an object
  std::string page = {};  // `report --markdown`
};
inline constexpr std::string_view kNoTitle = " ";
inline constexpr const char* kPaneTitle = "=";  // that of the pane, in the style of text

/// "Self CPU" is "self CPU" in text; abbreviations such as "GPU time" stay.
std::string text_title(std::string_view pane);
/// Replaces kPaneTitle.
ColumnTitles with_pane_title(ColumnTitles titles);

struct ColumnOptions {
  bool usual = true;           // the pane shows it until the user chooses columns
  bool given = true;           // false: the trace lacks these values, so no row has one
  std::size_t width = 0;       // text truncates names to this many columns; 0: kReportNameWidth
  const char* none = nullptr;  // shown in text for no value; null: "" for names, "n/a" otherwise
  std::size_t head = 0;        // for Names in text: "a, b and 5 more" with this many; 0: "a +6"
  std::string_view format = "{:.4g}";  // Real and Scaled in text
  std::string_view unit = {};          // Scaled in the pane
};

/// Everything about a column except its values.
struct ColumnHead {
  ColumnTitles title;
  ValueKind kind = ValueKind::Count;
  ColumnOptions options;
};

/// Whether text and Markdown left-align it.
bool is_words(ValueKind kind);

/// Converts the result of a row's member or function to a value. An empty optional is monostate.
template <typename T>
CellValue cell_value(T value) {
  if constexpr (std::is_constructible_v<std::string_view, const T&>) {
    return std::string(std::string_view(value));
  } else if constexpr (std::is_floating_point_v<T>) {
    return static_cast<double>(value);
  } else if constexpr (std::is_integral_v<T> && !std::is_same_v<T, bool>) {
    using Wide = std::conditional_t<std::is_signed_v<T>, std::int64_t, std::uint64_t>;
    return static_cast<Wide>(value);
  } else {
    return CellValue(std::move(value));
  }
}
template <typename T>
CellValue cell_value(std::optional<T> value) {
  return value ? cell_value(*std::move(value)) : CellValue();
}

template <typename Row>
class RowColumn : public ColumnHead {
 public:
  /// `value` is a member of the row or a function of it.
  template <typename Value>
  RowColumn(ColumnTitles titles, ValueKind value_kind, Value value, ColumnOptions how = {})
      : ColumnHead{with_pane_title(std::move(titles)), value_kind, how},
        value_([value = std::move(value)](const Row& row) {
          using Held = std::decay_t<std::invoke_result_t<const Value&, const Row&>>;
          return cell_value(Held(std::invoke(value, row)));
        }) {}

  [[nodiscard]] CellValue of(const Row& row) const {
    return options.given ? value_(row) : CellValue();
  }

 private:
  std::function<CellValue(const Row&)> value_;
};

/// Columns in the order of the pane and of text.
template <typename Row>
struct RowColumns : std::vector<RowColumn<Row>> {
  using std::vector<RowColumn<Row>>::vector;

  void add(std::initializer_list<RowColumn<Row>> more) {
    this->insert(this->end(), more.begin(), more.end());
  }

  /// The columns that have a title in a form.
  [[nodiscard]] std::vector<const RowColumn<Row>*> in(std::string ColumnTitles::*form) const {
    std::vector<const RowColumn<Row>*> some;
    for (const RowColumn<Row>& column : *this) {
      if (!(column.title.*form).empty()) some.push_back(&column);
    }
    return some;
  }

  /// The keys that come first in JSON, if their order differs from that of the columns.
  std::vector<std::string_view> keys;
};

/// A row without cells for something named in the trace: short name, color, event to go to.
DataRow named_row(const Snapshot& trace, CategoryKind kind, StringId name, EventId event);

DataColumn pane_column(const ColumnHead& column);
DataCell pane_cell(const Snapshot& trace, const ColumnHead& column, const CellValue& value);

/// Fills in a pane's columns and rows. `look` returns a row's DataRow without cells: name, color,
/// and the event to go to. If stopped, the table is incomplete.
template <typename Row, typename Rows, typename Look>
void fill_table(const Snapshot& trace, const RowColumns<Row>& columns, const Rows& rows,
                const Look& look, const std::stop_token& stop, DataTable& table) {
  const auto shown = columns.in(&ColumnTitles::pane);
  for (const auto* column : shown) table.columns.push_back(pane_column(*column));
  for (const Row& row : rows) {
    if (stop.stop_requested()) break;
    DataRow out = look(row);
    for (const auto* column : shown)
      out.cells.push_back(pane_cell(trace, *column, column->of(row)));
    table.rows.push_back(std::move(out));
  }
}

}  // namespace lanescope
