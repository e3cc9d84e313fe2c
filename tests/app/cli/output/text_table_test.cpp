#include "app/cli/output/text_table.h"

#include <doctest/doctest.h>

using namespace lanescope;

TEST_CASE("columns align by characters, not bytes, and lines have no blanks at their ends") {
  TextTable table({{"name", TextTable::Align::Left}, {"time"}, {"note", TextTable::Align::Left}});
  table.add_row({"größer", "1.5 µs", ""});
  table.add_row({"x", "100.25 µs", "slow"});
  CHECK(table.text() ==
        "name         time  note\n"
        "größer     1.5 µs\n"
        "x       100.25 µs  slow\n");
}

TEST_CASE("wide characters and marks do not push columns aside") {
  TextTable table({{"name", TextTable::Align::Left}, {"time"}});
  table.add_row({"层 1", "1"});
  table.add_row({"e\u0301te", "2"});
  CHECK(table.text() ==
        "name  time\n"
        "层 1     1\n"
        "e\u0301te      2\n");
}

TEST_CASE("a share of nothing is no number") {
  CHECK(percent(1, 3) == "33.3 %");
  CHECK(percent(1, 0) == "n/a");
}
