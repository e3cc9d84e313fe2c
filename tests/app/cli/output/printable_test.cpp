#include "app/cli/output/printable.h"

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

TEST_CASE("JSON says with escapes what a terminal would obey, and nothing else") {
  CHECK(with_escaped_controls("[\"plain é 层\"]") == "[\"plain é 层\"]");
  CHECK(with_escaped_controls("[\"\u009B\x7F\u202Eé\"]") == "[\"\\u009b\\u007f\\u202eé\"]");
  // A language tag, beyond 16 bits: 0xE0041 is the pair of 0xDB40 and 0xDC41.
  CHECK(with_escaped_controls("\"\U000E0041\"") == "\"\\udb40\\udc41\"");
}

TEST_CASE("of a name of a megabyte the ends are shown") {
  const std::string name = "begin" + std::string(1'000'000, 'x') + "äend";
  CHECK(printable(name, 11) == "begin…xäend");
  CHECK(printable(std::string(500'000, '\xC3') + "end", 9).ends_with("end"));
}

TEST_CASE("wide characters are cut by the columns they take") {
  CHECK(display_width("层归一化") == 8);
  CHECK(printable("层归一化层归一化", 9) == "层归…一化");
  CHECK(display_width(printable("层归一化层归一化", 10)) <= 10);
  CHECK(display_width("🚀") == 2);
}

}  // namespace
}  // namespace lanescope
