// What a row of a table says, described once: a list of columns for the type of the row. The pane,
// its copies as CSV and Markdown, the text face and JSON are all drawn from that list.
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
#include "core/base/time.h"
#include "core/store/snapshot.h"
#include "core/view/tables/data_table.h"

namespace lanescope {

/// What a value is, which decides how each form writes it and on which side it stands.
enum class ValueKind : std::uint8_t {
  Words,       // ours, good for a terminal as they are
  Figure,      // the same of numbers put into words, which stand on the right
  Name,        // from the trace: made harmless and cut to a width for a terminal
  NameOrNone,  // the same; the empty one is none, in JSON null
  Kernel,      // a name that a terminal shows without the noise of C++
  Names,       // several; where there is room for one, the first
  Parsed,      // a text that is JSON, or else a text
  Flag,
  Count,
  Id,      // a number that names something, written without thousands
  Time,    // how long, in ns
  Moment,  // when, in the trace's ns
  Bytes,
  Share,   // in JSON per cent
  Real,    // see ColumnOptions::format
  Rate,    // GB/s
  Scaled,  // a large count; "2.147 GFLOP" in the pane
  Bar,     // how long all parts of the row's bar are, in ns; in the pane alone
  Event,   // in JSON alone
  Numbers  // named numbers, in JSON an object
};

struct ShareOf {
  double part = 0, whole = 0;
};
template <typename Part, typename Whole>
ShareOf share_of(Part part, Whole whole) {
  return {static_cast<double>(part), static_cast<double>(whole)};
}
/// A name with words of ours around it, which JSON leaves out.
struct MarkedName {
  std::string before, name, after;
};
using Lines = std::vector<std::string>;
using NamedNumbers = std::vector<std::pair<std::string, double>>;

/// What stands in a cell; monostate: the row has no such value.
using CellValue =
    std::variant<std::monostate, bool, std::int64_t, std::uint64_t, double, std::string, StringId,
                 EventId, std::vector<StringId>, ShareOf, MarkedName, Lines, NamedNumbers>;

/// A form that has no title for a column leaves it out.
struct ColumnTitles {
  std::string pane = {};
  std::string text = {};  // of the text face; kNoTitle for a column without words above it
  std::string json = {};  // the key, a contract; "classes_ns/kernel" lies in an object
  std::string page = {};  // of `report --markdown`
};
inline constexpr std::string_view kNoTitle = " ";

struct ColumnOptions {
  bool usual = true;                   // in the pane: shown until the user chooses
  bool given = true;                   // else the trace has none of these values
  std::size_t width = 0;               // names in text are cut to; 0: as usual
  const char* none = nullptr;          // in text; null: "" for names, "n/a" for all others
  std::size_t head = 0;                // of Names in text: how many before " and 5 more"; 0: "a +6"
  std::string_view format = "{:.4g}";  // of real numbers in text
  std::string_view unit = {};          // of Scaled
};

/// A column without where its values come from.
struct ColumnHead {
  ColumnTitles title;
  ValueKind kind = ValueKind::Count;
  ColumnOptions options;
};

/// Whether it is about words, which stand on the left.
bool is_words(ValueKind kind);

/// A member of a row, or what is computed of it, as a value. An empty optional is none.
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
      : ColumnHead{std::move(titles), value_kind, std::move(how)},
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

/// In the order of the pane and of the text face.
template <typename Row>
struct RowColumns : std::vector<RowColumn<Row>> {
  using std::vector<RowColumn<Row>>::vector;

  void add(std::initializer_list<RowColumn<Row>> more) {
    this->insert(this->end(), more.begin(), more.end());
  }

  /// Those with a title in one form.
  [[nodiscard]] std::vector<const RowColumn<Row>*> in(std::string ColumnTitles::*form) const {
    std::vector<const RowColumn<Row>*> some;
    for (const RowColumn<Row>& column : *this) {
      if (!(column.title.*form).empty()) some.push_back(&column);
    }
    return some;
  }

  /// Where the order of the keys in JSON is another: those that come first.
  std::vector<std::string_view> keys;
};

/// A row's mark of colour, its name and where it leads, of something in the trace with a name.
DataRow named_row(const Snapshot& trace, CategoryKind kind, StringId name, EventId event);

DataColumn pane_column(const ColumnHead& column);
DataCell pane_cell(const Snapshot& trace, const ColumnHead& column, const CellValue& value);

/// Fills a pane's columns and rows. `look` makes of a row a DataRow without cells: its name, its
/// colour and where it leads. A stop gives a table that is not whole.
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
