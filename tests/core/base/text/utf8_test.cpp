#include "core/base/text/utf8.h"

#include <doctest/doctest.h>

namespace lanescope {
namespace {

TEST_CASE("Well-formed characters are measured, everything else is not") {
  CHECK(utf8_length("a") == 1);
  CHECK(utf8_length("ö.") == 2);
  CHECK(utf8_length("漢.") == 3);
  CHECK(utf8_length("😀.") == 4);
  CHECK(utf8_length("") == 0);
  CHECK(utf8_length("\x80") == 0);              // a continuation byte alone
  CHECK(utf8_length("\xC3") == 0);              // cut off
  CHECK(utf8_length("\xC3(") == 0);             // no continuation
  CHECK(utf8_length("\xC0\xAF") == 0);          // overlong
  CHECK(utf8_length("\xE0\x9F\xBF") == 0);      // overlong
  CHECK(utf8_length("\xED\xA0\x80") == 0);      // a surrogate
  CHECK(utf8_length("\xF4\x90\x80\x80") == 0);  // past U+10FFFF
  CHECK(utf8_length("\xF5\x80\x80\x80") == 0);
}

TEST_CASE("A written character is measured as one") {
  for (const char32_t c :
       {U'\x1', U'\x7F', U'\x80', U'\x7FF', U'\x800', U'\xFFFF', U'\x10000', U'\x10FFFF'}) {
    char out[4];
    const auto size = static_cast<std::size_t>(write_utf8(c, out) - out);
    CHECK(utf8_length({out, size}) == size);
  }
}

TEST_CASE("The head of a text ends between characters and says that there is more") {
  CHECK(utf8_head("short", 5) == "short");
  CHECK(utf8_head("longer", 4) == "long…");
  CHECK(utf8_head("aäb", 2) == "a…");
  CHECK(utf8_head("ä", 1) == "…");
}

TEST_CASE("A JSON string escapes what JSON forbids and replaces what is no UTF-8") {
  std::string out;
  append_json_string(std::string_view("a\"b\\c\n\t\x01\0ö\xFF/", 13), out);
  CHECK(out == "\"a\\\"b\\\\c\\n\\t\\u0001\\u0000ö\xEF\xBF\xBD/\"");
}

}  // namespace
}  // namespace lanescope
