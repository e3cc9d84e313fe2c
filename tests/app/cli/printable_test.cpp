#include "app/cli/printable.h"

#include <doctest/doctest.h>

namespace lanescope {
namespace {

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

TEST_CASE("a name can not turn the direction of writing") {
  CHECK(printable("a\u202Eb\u2066c") == "a b c");
}

TEST_CASE("bytes that are no UTF-8 are told apart from text") {
  CHECK(printable("a\xFF\xC3") == "a\uFFFD\uFFFD");
  CHECK(printable("\x9B"
                  "31m") == "\uFFFD31m");
}

TEST_CASE("wide characters are cut by the columns they take") {
  CHECK(display_width("层归一化") == 8);
  CHECK(printable("层归一化层归一化", 9) == "层归…一化");
  CHECK(display_width(printable("层归一化层归一化", 10)) <= 10);
  CHECK(display_width("🚀") == 2);
}

}  // namespace
}  // namespace lanescope
