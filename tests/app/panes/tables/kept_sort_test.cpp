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

TEST_CASE("a column that a table lacks is sorted by again when there is one that has it") {
  KeptSort kept;
  DataQuery query;
  const DataTable both = table_with({"Delta", "Running A"}), one = table_with({"Delta"});
  kept.carry_over(both, query);
  query.sort = 2;
  query.falling = false;
  kept.carry_over(one, query);
  REQUIRE_FALSE(query.sort);
  query.falling = true;
  kept.carry_over(one, query);
  kept.carry_over(table_with({"Time"}), query);
  kept.carry_over(table_with({"Running A", "Delta"}), query);
  CHECK(query.sort == 1U);
  CHECK_FALSE(query.falling);
}

TEST_CASE("what is sorted by meanwhile replaces a column that a table lacked") {
  KeptSort kept;
  DataQuery query;
  const DataTable both = table_with({"Delta", "Running A"}), one = table_with({"Delta"});
  kept.carry_over(both, query);
  query.sort = 2;
  kept.carry_over(one, query);
  SUBCASE("by another column") {
    query.sort = 1;
    kept.carry_over(both, query);
    CHECK(query.sort == 1U);
  }
  SUBCASE("by a column, and then in the natural order") {
    query.sort = 1;
    kept.carry_over(one, query);
    query.sort.reset();
    kept.carry_over(both, query);
    CHECK_FALSE(query.sort);
  }
}

}  // namespace lanescope
