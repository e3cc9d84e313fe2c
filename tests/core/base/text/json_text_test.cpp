#include "core/base/text/json_text.h"

#include <doctest/doctest.h>

using namespace lanescope;

namespace {

std::string decoded(std::string_view raw) {
  std::string scratch;
  return std::string(decode_json_text(raw, scratch));
}

}  // namespace

TEST_CASE("escapes are decoded") {
  CHECK(decoded("plain") == "plain");
  CHECK(decoded(R"(a\"b\\c\/d)") == "a\"b\\c/d");
  CHECK(decoded(R"(\b\f\n\r\t)") == "\b\f\n\r\t");
  CHECK(decoded(R"(caf\u00e9 \u20AC)") == "caf\xC3\xA9 \xE2\x82\xAC");
  CHECK(decoded(R"(\ud83d\ude00)") == "\xF0\x9F\x98\x80");
  CHECK(decoded(R"(\u0000)") == std::string(1, '\0'));
}

TEST_CASE("half a surrogate pair becomes the replacement character") {
  CHECK(decoded(R"(a\ud83db)") ==
        "a\xEF\xBF\xBD"
        "b");
  CHECK(decoded(R"(\ude00)") == "\xEF\xBF\xBD");
  CHECK(decoded(R"(\ud83d\u0041)") ==
        "\xEF\xBF\xBD"
        "A");
}

TEST_CASE("a backslash that starts no escape is itself") {
  CHECK(decoded(R"(C:\dir\x)") == R"(C:\dir\x)");
  CHECK(decoded(R"(\u12)") == R"(\u12)");
  CHECK(decoded("end\\") == "end\\");
}

TEST_CASE("bytes that are no UTF-8 become the replacement character") {
  CHECK(decoded("a\xFFz") == "a\xEF\xBF\xBDz");
  CHECK(decoded("\xC3") == "\xEF\xBF\xBD");
  CHECK(decoded("\xE2\x82") == "\xEF\xBF\xBD\xEF\xBF\xBD");
  CHECK(decoded("\xC0\xAF") == "\xEF\xBF\xBD\xEF\xBF\xBD");
  CHECK(decoded("\xED\xA0\x80") == "\xEF\xBF\xBD\xEF\xBF\xBD\xEF\xBF\xBD");
  CHECK(decoded("\xE2\x82\xAC") == "\xE2\x82\xAC");
}

TEST_CASE("quotes and the blanks around them are stripped") {
  CHECK(strip_quotes("\"a\"") == "a");
  CHECK(strip_quotes(" \"a b\" \n") == "a b");
  CHECK(strip_quotes("12 ") == "12");
  CHECK(strip_quotes("\"") == "\"");
  CHECK(strip_quotes("\"\"") == "");
  CHECK(strip_quotes("") == "");
}

TEST_CASE("integers are read quoted or not, whole or not at all") {
  CHECK(token_int("7") == 7);
  CHECK(token_int("\"7\"") == 7);
  CHECK(token_int("\" -1 \"") == -1);
  CHECK(token_int("9223372036854775807") == INT64_MAX);
  for (const char* token :
       {"", "\"\"", "7.0", "1e3", "seven", "9223372036854775808", "0x1f", "null"}) {
    CAPTURE(token);
    CHECK(!token_int(token));
  }
}

TEST_CASE("the first integer of any text is found") {
  CHECK(first_int("stream 7") == 7);
  CHECK(first_int("\"stream -7 user\"") == -7);
  CHECK(first_int("42") == 42);
  CHECK(!first_int("stream"));
  CHECK(!first_int(""));
  CHECK(!first_int("99999999999999999999"));
}

TEST_CASE("numbers are read quoted or not, NaN and infinities are none") {
  CHECK(token_double("3.5") == 3.5);
  CHECK(token_double("\"-1e3\"") == -1000.0);
  for (const char* token :
       {"", "NaN", "nan", "inf", "\"inf\"", "-inf", "1e400", "N/A", "1,5", "[1]"}) {
    CAPTURE(token);
    CHECK(!token_double(token));
  }
}
