#include "core/readers/json/scan.h"

#include <string>

#include <doctest/doctest.h>

using namespace lanescope;

namespace {

std::string value_of(const std::string& text) {
  const auto end = scan_value(text, 0);
  return end ? text.substr(0, *end) : "(no end)";
}

}  // namespace

TEST_CASE("a value ends at its bracket, quote or before what follows it") {
  CHECK(value_of("{\"a\": [1, {}]} x") == "{\"a\": [1, {}]}");
  CHECK(value_of("[[], \"]\"] ]") == "[[], \"]\"]");
  CHECK(value_of("\"a\\\"b\", 1") == "\"a\\\"b\"");
  CHECK(value_of("12.5, 3") == "12.5");
  CHECK(value_of("null}") == "null");
  CHECK(value_of("7") == "7");
}

TEST_CASE("a quote that nothing legal follows is part of the string") {
  CHECK(value_of("\"a\"b\", 1") == "\"a\"b\"");
  CHECK(value_of("{\"a\": \"x \"y\" z\"}") == "{\"a\": \"x \"y\" z\"}");
  CHECK(value_of("\"end of text\"") == "\"end of text\"");
}

TEST_CASE("a value that the text ends in has no end") {
  for (const char* text : {"{", "[1, 2", "{\"a\": \"b", "\"", "\"a\\\"", "\"a\\", "[[]", ""}) {
    CAPTURE(text);
    CHECK(value_of(text) == "(no end)");
  }
}

TEST_CASE("blanks are those of JSON") {
  CHECK(skip_blanks(" \t\r\n x", 0) == 5);
  CHECK(skip_blanks("x", 0) == 0);
  CHECK(skip_blanks("  ", 0) == 2);
  CHECK(skip_blanks("", 5) == 5);
}

TEST_CASE("a million brackets are no danger") {
  const std::string deep = std::string(1'000'000, '[') + std::string(1'000'000, ']');
  CHECK(scan_value(deep, 0) == deep.size());
  CHECK(!scan_value(std::string(1'000'000, '{'), 0));
}
