// The syntax of a table's filter field.
//
//   gemm                       the name contains it, case ignored; "two words" in quotes
//   /^aten::(mm|addmm)$/       the name matches the regular expression; /…/i ignores case
//   calls>10 self>1ms mem>=2MiB share<3%
//                              a column by its title or part of it; also = <= >=
//   note:warm source:/train/   a text column
//
// A leading - excludes. All terms must match.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "core/analysis/search/event_query.h"
#include "core/base/result.h"
#include "core/view/tables/data_table.h"

namespace lanescope {

class TableFilter {
 public:
  /// For a table with these columns. Errors: Invalid, in one line that says what was expected.
  static Result<TableFilter> parse(std::string_view text, const DataTable& table);

  /// Cost: that of the patterns, linear in the length of the name.
  [[nodiscard]] bool matches(const Snapshot& snapshot, const DataRow& row) const;
  [[nodiscard]] bool empty() const { return terms_.empty(); }
  /// Why it may match nothing: "there is no text column 'nite'; did you mean note?". Empty if every
  /// word before a colon is a column.
  [[nodiscard]] const std::string& hint() const { return hint_; }

 private:
  friend class TableFilterParser;
  struct Term {
    /// 0: the name, otherwise a column + 1.
    std::size_t column = 0;
    bool exclude = false;
    bool is_number = false;
    TextPattern text = TextPattern::containing("");
    QueryRelation relation = QueryRelation::Equal;
    std::int64_t number = 0;  // in the unit of the column's cells
  };
  static bool holds(const Term& term, const Snapshot& snapshot, const DataRow& row);

  std::vector<Term> terms_;
  std::string hint_;
};

/// One line per kind of term, for the field's tooltip.
std::string_view table_filter_help();

}  // namespace lanescope
