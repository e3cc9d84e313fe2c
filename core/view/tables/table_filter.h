// What a table's filter field understands.
//
//   gemm                       the name contains it, case ignored; "two words" in quotes
//   /^aten::(mm|addmm)$/       the name matches the regular expression; /…/i ignores case
//   calls>10 self>1ms mem>=2MiB share<3%
//                              a column by its title or a part of it; = <= >= too
//   note:warm source:/train/   a column of words
//
// A leading - excludes. All terms must hold.
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
  /// For tables with these columns. Errors: Invalid, with one line that says what is expected.
  static Result<TableFilter> parse(std::string_view text, const DataTable& table);

  /// Cost: that of the patterns, proportional to the name.
  [[nodiscard]] bool matches(const Snapshot& snapshot, const DataRow& row) const;
  [[nodiscard]] bool empty() const { return terms_.empty(); }
  /// Why it may match nothing: "no column of words is called 'nite', did you mean note?". Empty
  /// where each word in front of a colon is a column.
  [[nodiscard]] const std::string& hint() const { return hint_; }

 private:
  friend class TableFilterParser;
  struct Term {
    /// 0: the name, else a column + 1.
    std::size_t column = 0;
    bool exclude = false;
    bool is_number = false;
    TextPattern text = TextPattern::containing("");
    QueryRelation relation = QueryRelation::Equal;
    std::int64_t number = 0;  // as the column's cells have it
  };
  static bool holds(const Term& term, const Snapshot& snapshot, const DataRow& row);

  std::vector<Term> terms_;
  std::string hint_;
};

/// One line a form, for the field's hint.
std::string_view table_filter_help();

}  // namespace lanescope
