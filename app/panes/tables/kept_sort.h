// The column that rows are sorted by, when another table takes their place: the rows of a tab may
// be built in several ways, each with columns of its own.
#pragma once

#include <string>
#include <vector>

#include "core/view/tables/data_table.h"

namespace lanescope {

/// Kept between frames.
class KeptSort {
 public:
  /// Call before `table` is sorted. Sorts by the column of the same title as in the table before,
  /// or in the natural order if there is none. Cost: a comparison of the titles.
  void carry_over(const DataTable& table, DataQuery& query);

 private:
  std::vector<std::string> titles_;  // that query.sort is an index of
};

}  // namespace lanescope
