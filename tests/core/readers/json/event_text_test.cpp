#include "core/readers/json/event_text.h"

#include <algorithm>
#include <limits>

#include <doctest/doctest.h>

#include "core/readers/json/repair.h"

namespace lanescope {
namespace {

JsonValue parse(const std::string& text) {
  Result<JsonValue> value = parse_event_text(text);
  REQUIRE(value.ok());
  return std::move(value).value();
}

TEST_CASE("The text of an event is read from where it lies") {
  const std::string event = R"({"ph": "X", "args": {"a": "}"}})";
  const auto source = memory_byte_source("[" + event + ", {}]");
  const Result<std::string> text = read_event_text(*source, Place(1, event.size()));
  REQUIRE(text.ok());
  CHECK(text.value() == event);
}

TEST_CASE("An event longer than its place can say is read to its closing brace") {
  const std::string event = R"({"name": "}{\"", "args": {"stack": ")" +
                            std::string(Place::kMaxLength + 5'000, 'x') + R"("}})";
  const auto source = memory_byte_source("[" + event + ",{\"ph\": \"X\"}]");
  const Result<std::string> text = read_event_text(*source, Place(1, event.size()));
  REQUIRE(text.ok());
  CHECK(text.value().size() == event.size());
  CHECK(text.value() == event);
}

TEST_CASE("A file that changed under the program gives an error and no other event's text") {
  const auto source = memory_byte_source("[{\"a\": 1}]");
  for (const Place place : {Place(1, 500), Place(2, 3), Place(500, 8)}) {
    const Result<std::string> text = read_event_text(*source, place);
    REQUIRE_FALSE(text.ok());
    CHECK(text.error().message == "the file has changed since it was loaded");
  }
  const auto endless = memory_byte_source("[{\"a\": 1");
  CHECK_FALSE(read_event_text(*endless, Place(1, Place::kMaxLength)).ok());
}

TEST_CASE("Members keep their order, also those with the same key") {
  const JsonValue value = parse(R"({"b": 1, "a": {"x": [1, "y", null, true]}, "b": 2})");
  CHECK(value.to_text() == R"({"b":1,"a":{"x":[1,"y",null,true]},"b":2})");
}

TEST_CASE("Numbers are exact, and those too long for an integer keep their digits") {
  const JsonValue value = parse(
      R"({"a": -9223372036854775808, "b": 10159970886766084423, "c": 123456789012345678901234567890, "d": 1712195495406752.797, "e": 1.50})");
  CHECK(std::get<std::int64_t>(value.find("a")->data) == std::numeric_limits<std::int64_t>::min());
  CHECK(std::get<std::uint64_t>(value.find("b")->data) == 10159970886766084423ULL);
  CHECK(std::get<JsonDecimal>(value.find("c")->data).text == "123456789012345678901234567890");
  CHECK(std::get<JsonDecimal>(value.find("d")->data).text == "1712195495406752.797");
  CHECK(std::get<JsonDecimal>(value.find("e")->data).text == "1.50");
}

TEST_CASE("Strings come decoded") {
  const JsonValue value = parse(R"({"\u006bey": "tab\t \ud83d\ude00 \\ \/"})");
  CHECK(*value.find("key")->string() == "tab\t 😀 \\ /");
}

TEST_CASE("Broken events are shown as far as they make sense") {
  CHECK(*parse(R"({"name": "a "b" c", "ts": 1})").find("name")->string() == "a \"b\" c");
  CHECK(*parse(R"({"name": "C:\Users"})").find("name")->string() == "C:\\Users");
  CHECK(parse(R"({"ev": nan, "x": 1,})").find("ev")->to_text(true) == "nan");
  CHECK(parse(R"({"a": 01})").find("a")->as_int() == 1);
  CHECK(parse(R"({"a": nul, "b": truefalse, "c": 1x})").to_text() ==
        R"({"a":"nul","b":"truefalse","c":"1x"})");
  CHECK(parse(R"({"a": 1} trailing)").to_text() == R"({"a":1})");
  CHECK(parse("{\"a\": \"\xFF\"}").find("a")->to_text(true) == "\xEF\xBF\xBD");
  CHECK(parse(R"({"a": "\ud800"})").find("a")->to_text(true) == "\xEF\xBF\xBD");
}

TEST_CASE("What is no object is an error") {
  for (const char* text : {"", " ", "[1]", "7", "\"x\"", "garbage"})
    CHECK_FALSE(parse_event_text(text).ok());
  CHECK_FALSE(parse_event_text("{\"a\":" + std::string(100'000, '[')).ok());
}

TEST_CASE("what an event nests too deeply is kept as its text, and all else stays") {
  const auto nested = [](std::size_t lists) {
    return "{\"a\":" + std::string(lists, '[') + "1" + std::string(lists, ']') + "}";
  };
  CHECK(parse(nested(kMaxJsonDepth - 1)).to_text() == nested(kMaxJsonDepth - 1));
  const std::string deep = nested(1000);
  const std::string event = R"({"ph":"X","args":{"first":1,"deep":)" + deep + R"(,"last":2}})";
  const JsonValue args = *parse(event).find("args");
  CHECK(args.find("first")->as_int() == 1);
  CHECK(args.find("last")->as_int() == 2);
  const std::string whole = args.find("deep")->to_text();
  // The levels above are taken apart, the rest is one string.
  CHECK(whole.starts_with(std::string(R"({"a":[)")));
  CHECK(whole.find('"' + std::string(700, '[')) != std::string::npos);
  CHECK(std::ranges::count(whole, '[') == 1000);
}

}  // namespace
}  // namespace lanescope
