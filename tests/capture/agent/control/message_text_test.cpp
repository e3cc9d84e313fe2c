#include "capture/agent/control/message_text.h"

#include <array>
#include <string>

#include <doctest/doctest.h>

using namespace lanescope::agent;

namespace {

/// A text of at most Bytes bytes.
template <std::size_t Bytes>
struct Text {
  std::array<char, Bytes> bytes{};
  MessageText text{bytes};
};

}  // namespace

TEST_CASE("lines are keys and values, whatever stands in them") {
  Text<256> made;
  made.text.line("one", "1\\2\n3\r4");
  made.text.line("two", std::int64_t{-17});
  made.text.line("min", INT64_MIN);
  made.text.line("max", INT64_MAX);
  made.text.line("none", "");
  made.text.line("zero", std::int64_t{0});
  made.text.begin("pieces");
  made.text.piece("a");
  made.text.piece(std::int64_t{10});
  made.text.end();
  CHECK(made.text.text() ==
        "one=1\\\\2\\n3\\r4\ntwo=-17\nmin=-9223372036854775808\nmax=9223372036854775807\nnone=\n"
        "zero=0\npieces=a10\n");
}

TEST_CASE("a line that finds no room is left out whole, and later ones that fit are there") {
  Text<16> made;
  made.text.line("a", "12345678901234");  // 17 with its line end
  CHECK(made.text.text().empty());
  made.text.line("a", "1234567890123");  // 16
  CHECK(made.text.text() == "a=1234567890123\n");
  made.text.line("", "");
  CHECK(made.text.text() == "a=1234567890123\n");
  Text<16> other;
  other.text.line("first", "1");
  other.text.line("second", "22");
  other.text.line("third", "3");
  CHECK(other.text.text() == "first=1\nthird=3\n");
  Text<4> small;
  small.text.line("a", "1");
  CHECK(small.text.text() == "a=1\n");
  small.text.line("b", "1");
  CHECK(small.text.text() == "a=1\n");
}

TEST_CASE("a number is found by its whole key, and is one to its last digit") {
  constexpr std::string_view kText = "levels=7\nlevel=2\nlevel=3\nodd=4x\nempty=\nno\nend=-12";
  CHECK(find_number(kText, "level", 1) == 2);
  CHECK(find_number(kText, "levels", 1) == 7);
  CHECK(find_number(kText, "end", 1) == -12);
  CHECK(find_number(kText, "odd", 1) == 1);
  CHECK(find_number(kText, "empty", 1) == 1);
  CHECK(find_number(kText, "no", 1) == 1);
  CHECK(find_number(kText, "n", 1) == 1);
  CHECK(find_number(kText, "missing", 5) == 5);
  CHECK(find_number("", "level", 5) == 5);
  CHECK(find_number("level=", "level", 5) == 5);
  CHECK(find_number("\n\nlevel=6\n", "level", 5) == 6);
}

TEST_CASE("a number ends with its line or its text, and what is escaped in it is none") {
  const std::string whole = "a=123";
  CHECK(find_number({whole.data(), 4}, "a", 0) == 12);
  CHECK(find_number("a=1\\n2\n", "a", 5) == 5);
  CHECK(find_number("a=\\123\n", "a", 5) == 123);
  CHECK(find_number("a=1\\", "a", 5) == 5);
  CHECK(find_number("a=1\\r\n", "a", 5) == 5);
  // At most 31 digits are read, more than a number has; longer ones are cut.
  CHECK(find_number("a=" + std::string(40, '0') + "7\n", "a", 5) == 0);
  CHECK(find_number("a=" + std::string(30, '0') + "7\n", "a", 5) == 7);
}
