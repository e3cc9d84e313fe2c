// The column that rows are sorted by, when another table takes their place: the rows of a tab may
// be built in several ways, each with columns of its own.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "core/view/tables/data_table.h"

namespace lanescope {

/// Kept between frames.
class KeptSort {
 public:
  /// Call before `table` is sorted. Sorts by the column of the same title as in the table before.
  /// If there is none, in the natural order, until a table has the column again or another order is
  /// chosen. Cost: a comparison of the titles.
  void carry_over(const DataTable& table, DataQuery& query);

 private:
  struct Sort {
    std::string title;
    bool falling = false;
  };
  void sort_by_missing(const DataTable& table, DataQuery& query);

  std::vector<std::string> titles_;  // that query.sort is an index of
  std::optional<std::size_t> left_;  // query.sort after the last call
  std::optional<Sort> missing_;      // chosen, but the last table has no such column
};

}  // namespace lanescope
