#include "core/base/text/json_value.h"

#include <limits>

#include <doctest/doctest.h>

namespace lanescope {
namespace {

JsonValue decimal(const char* text) {
  return {JsonDecimal{text}};
}

TEST_CASE("A member is found by its key, the first of several") {
  const JsonValue value{
      JsonObject{{"a", {std::int64_t{1}}}, {"b", {true}}, {"a", {std::int64_t{2}}}}};
  REQUIRE(value.find("a") != nullptr);
  CHECK(value.find("a")->as_int() == 1);
  CHECK(value.find("c") == nullptr);
  CHECK(JsonValue{std::string("a")}.find("a") == nullptr);
}

TEST_CASE("Whole numbers are understood however they are spelled") {
  CHECK(JsonValue{std::int64_t{-7}}.as_int() == -7);
  CHECK(JsonValue{std::uint64_t{1'048'576}}.as_int() == 1'048'576);  // as payloads of NVTX have it
  CHECK(JsonValue{std::string("42")}.as_int() == 42);
  CHECK(JsonValue{std::string("-42")}.as_int() == -42);
  CHECK(decimal("3.0").as_int() == 3);
  CHECK(decimal("-3.000").as_int() == -3);
  CHECK(decimal("12e2").as_int() == 1200);
  CHECK(decimal("1.5e1").as_int() == 15);
  CHECK(decimal("1500e-2").as_int() == 15);
  CHECK(decimal("9007199254740993.0").as_int() == 9007199254740993);  // a double would give …992
  CHECK(decimal("0.0").as_int(5) == 0);
}

TEST_CASE("What is no whole number gives the fallback") {
  CHECK(JsonValue{}.as_int(5) == 5);
  CHECK(JsonValue{true}.as_int(5) == 5);
  CHECK(JsonValue{std::string("7 GB")}.as_int(5) == 5);
  CHECK(JsonValue{std::string("")}.as_int(5) == 5);
  CHECK(decimal("2.5").as_int(5) == 5);
  CHECK(decimal("1e19").as_int(5) == 5);
  CHECK(decimal("1e999999999999").as_int(5) == 5);
  CHECK(JsonValue{std::numeric_limits<std::uint64_t>::max()}.as_int(5) == 5);
}

TEST_CASE("A value is written as one line of JSON") {
  const JsonValue value{
      JsonObject{{"a \"quote\"", {JsonArray{{std::int64_t{1}}, decimal("2.50"), {}, {false}}}},
                 {"b", {std::string("line\nbreak")}},
                 {"c", {std::numeric_limits<std::uint64_t>::max()}},
                 {"d", {JsonObject{}}}}};
  CHECK(value.to_text() ==
        R"({"a \"quote\"":[1,2.50,null,false],"b":"line\nbreak","c":18446744073709551615,"d":{}})");
}

TEST_CASE("A bare text has no quotes, inside a list it has") {
  CHECK(JsonValue{std::string("a\"b")}.to_text(true) == "a\"b");
  CHECK(JsonValue{std::string("a\"b")}.to_text() == "\"a\\\"b\"");
  CHECK(JsonValue{JsonArray{{std::string("x")}}}.to_text(true) == "[\"x\"]");
}

}  // namespace
}  // namespace lanescope
