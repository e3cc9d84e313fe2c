#include "app/cli/text_table.h"

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

TEST_CASE("a name from a trace can not move the cursor") {
  CHECK(printable("a\x1b[31mb\x07\tc\x7f") == "a [31mb  c ");
  CHECK(printable("a\xC2\x9B"
                  "31mb") == "a 31mb");
  CHECK(printable("two\nlines") == "two lines");
}

TEST_CASE("long names keep their ends") {
  CHECK(printable("abcdefghij", 10) == "abcdefghij");
  CHECK(printable("abcdefghijk", 7) == "abc…ijk");
  CHECK(printable("äöüäöüäöüäöü", 5) == "äö…öü");
  CHECK(display_width("äö…öü") == 5);
}

TEST_CASE("a share of nothing is no number") {
  CHECK(percent(1, 3) == "33.3 %");
  CHECK(percent(1, 0) == "–");
}
