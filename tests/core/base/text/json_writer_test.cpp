#include "core/base/text/json_writer.h"

#include <cstdint>
#include <functional>
#include <limits>
#include <stdexcept>

#include <doctest/doctest.h>

#include "core/base/text/json_value.h"

namespace lanescope {
namespace {

std::string written(const std::function<void(JsonWriter&)>& write) {
  std::string text;
  JsonWriter out(text);
  write(out);
  return text;
}

template <typename Value>
std::string text_of(const Value& value) {
  return written([&](JsonWriter& out) { out.value(value); });
}

/// An object of a number, a list and two empty ones.
std::string sample(JsonLayout layout) {
  return written([&](JsonWriter& out) {
    out.begin_object(layout);
    out.member("a", 1);
    out.key("list");
    out.begin_array(layout);
    out.value("x");
    out.value(nullptr);
    out.end();
    out.key("none");
    out.begin_array(layout);
    out.end();
    out.key("nothing");
    out.begin_object(layout);
    out.end();
    out.end();
  });
}

}  // namespace

TEST_CASE("a document has the layout that its parts are begun with") {
  CHECK(sample(JsonLayout::Compact) == R"({"a":1,"list":["x",null],"none":[],"nothing":{}})");
  CHECK(sample(JsonLayout::Spaced) ==
        R"({"a": 1, "list": ["x", null], "none": [], "nothing": {}})");
  CHECK(sample(JsonLayout::Indented) ==
        "{\n  \"a\": 1,\n  \"list\": [\n    \"x\",\n    null\n  ],\n  \"none\": [],\n"
        "  \"nothing\": {}\n}");
  CHECK(sample(JsonLayout::Rows) ==
        "{\n\"a\":1,\n\"list\":[\n\"x\",\nnull],\n\"none\":[],\n\"nothing\":{}}");
}

TEST_CASE("a list of rows may stand in an object of lines, and the other way round") {
  CHECK(written([](JsonWriter& out) {
          out.begin_object(JsonLayout::Spaced);
          out.member("count", 2);
          out.key("events");
          out.begin_array(JsonLayout::Indented);
          for (int i = 0; i < 2; ++i) {
            out.begin_object();
            out.member("id", i);
            out.member("on", true);
            out.end();
          }
          out.end();
          out.end();
        }) ==
        "{\"count\": 2, \"events\": [\n  {\"id\":0,\"on\":true},\n  {\"id\":1,\"on\":true}\n]}");
}

TEST_CASE("what is written may be taken away in between") {
  std::string text;
  JsonWriter out(text);
  out.begin_array();
  out.value(1);
  CHECK(text == "[1");
  text.clear();
  out.value(2);
  out.end();
  CHECK(text == ",2]");
}

TEST_CASE("strings are escaped, and bytes that are no UTF-8 replaced, in keys too") {
  CHECK(text_of("a\"b\\c\n\x01ö\xFF") == "\"a\\\"b\\\\c\\n\\u0001ö\uFFFD\"");
  CHECK(text_of(std::string_view("\0", 1)) == R"("\u0000")");
  CHECK(written([](JsonWriter& out) {
          out.begin_object();
          out.member("\"\xFF", "");
          out.end();
        }) == "{\"\\\"\uFFFD\":\"\"}");
}

TEST_CASE("integers are exact") {
  CHECK(text_of(std::numeric_limits<std::int64_t>::min()) == "-9223372036854775808");
  CHECK(text_of(std::numeric_limits<std::uint64_t>::max()) == "18446744073709551615");
  CHECK(text_of(std::uint32_t{7}) == "7");
  CHECK(text_of(false) == "false");
}

TEST_CASE("numbers that are no integers read back as they were, and are seen to be none") {
  CHECK(text_of(0.0) == "0.0");
  CHECK(text_of(1.0) == "1.0");
  CHECK(text_of(-2.5) == "-2.5");
  CHECK(text_of(0.1) == "0.1");
  CHECK(text_of(1.0 / 3) == "0.3333333333333333");
  CHECK(text_of(0.0001) == "0.0001");
  CHECK(text_of(0.00001) == "1e-05");
  CHECK(text_of(1.5e-9) == "1.5e-09");
  CHECK(text_of(123456789012345.0) == "123456789012345.0");
  CHECK(text_of(1e15) == "1e+15");
  CHECK(text_of(1.25e300) == "1.25e+300");
  CHECK(text_of(std::numeric_limits<double>::infinity()) == "null");
  CHECK(text_of(std::numeric_limits<double>::quiet_NaN()) == "null");
}

TEST_CASE("a quantity that is whole has no fraction") {
  const auto quantity = [](double number) {
    return written([&](JsonWriter& out) { out.quantity(number); });
  };
  CHECK(quantity(0) == "0");
  CHECK(quantity(-3) == "-3");
  CHECK(quantity(1e15) == "1000000000000000");
  CHECK(quantity(1e16) == "1e+16");
  CHECK(quantity(0.5) == "0.5");
}

TEST_CASE("a tree is written as it is, decimals in the spelling they came in") {
  const JsonValue tree{
      JsonObject{{"n", JsonValue{JsonDecimal{"1.500"}}},
                 {"n", JsonValue{}},
                 {"list", JsonValue{JsonArray{JsonValue{true}, JsonValue{std::int64_t{-1}}}}},
                 {"text", JsonValue{std::string("a\tb")}}}};
  CHECK(text_of(tree) == R"({"n":1.500,"n":null,"list":[true,-1],"text":"a\tb"})");
  CHECK(tree.to_text() == text_of(tree));
}

TEST_CASE("calls that would make no JSON are errors of the program") {
  std::string text;
  JsonWriter out(text);
  CHECK_THROWS_AS(out.end(), std::logic_error);
  CHECK_THROWS_AS(out.key("a"), std::logic_error);
  out.begin_object();
  CHECK_THROWS_AS(out.value(1), std::logic_error);
  out.key("a");
  CHECK_THROWS_AS(out.key("b"), std::logic_error);
  CHECK_THROWS_AS(out.end(), std::logic_error);
  out.value(1);
  out.end();
  CHECK_THROWS_AS(out.value(2), std::logic_error);
  CHECK(text == R"({"a":1})");
}

}  // namespace lanescope
