#include "app/panes/tables/kept_sort.h"

#include <doctest/doctest.h>

namespace lanescope {
namespace {

DataTable table_with(std::vector<std::string> titles) {
  DataTable table;
  for (std::string& title : titles) table.columns.push_back({std::move(title)});
  return table;
}

}  // namespace

TEST_CASE("rows stay sorted by the column of the same title, wherever it is") {
  KeptSort kept;
  DataQuery query;
  kept.carry_over(table_with({"Delta", "Running A", "Running B", "Top line"}), query);
  query.sort = 4;  // Top line
  kept.carry_over(table_with({"Delta", "Top line"}), query);
  CHECK(query.sort == 2U);
  kept.carry_over(table_with({"Delta", "Top line"}), query);
  CHECK(query.sort == 2U);
}

TEST_CASE("a column that the next table lacks is not sorted by, the name always can be") {
  KeptSort kept;
  DataQuery query;
  kept.carry_over(table_with({"Delta", "Running A"}), query);
  query.sort = 2;
  kept.carry_over(table_with({"Delta"}), query);
  CHECK_FALSE(query.sort);
  query.sort = 0;
  kept.carry_over(table_with({"Time"}), query);
  CHECK(query.sort == 0U);
}

}  // namespace lanescope
