#include "core/base/text/one_line.h"

#include <doctest/doctest.h>

namespace lanescope {

TEST_CASE("text of unknown origin is made one line") {
  CHECK(one_line("near \"x\": größer", 100) == "near \"x\": größer");
  CHECK(one_line("a\nb\r\nc\td\x7F", 100) == "a b  c d ");
  CHECK(one_line(std::string_view("a\0b", 3), 100) == "a b");
  // NEL, the line separator and the paragraph separator.
  CHECK(one_line("a\xC2\x85"
                 "b\xE2\x80\xA8"
                 "c\xE2\x80\xA9"
                 "d",
                 100) == "a b c d");
  CHECK(one_line("a\xFF", 100) == "a\xEF\xBF\xBD");
}

TEST_CASE("text of unknown origin is cut between characters") {
  CHECK(one_line("abcdef", 4) == "abcd");
  CHECK(one_line("abcö", 4) == "abc");
  CHECK(one_line("abc\xFF", 4) == "abc");
  CHECK(one_line("", 4).empty());
}

}  // namespace lanescope
