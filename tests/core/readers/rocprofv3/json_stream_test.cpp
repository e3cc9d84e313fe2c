#include "core/readers/rocprofv3/json_stream.h"

#include <string>
#include <vector>

#include <doctest/doctest.h>

using namespace lanescope;

namespace {

/// Keys and values of an object, with lists entered.
std::string walk(const std::string& text, std::size_t piece) {
  const auto source = memory_byte_source(text, piece);
  JsonStream stream(*source);
  std::string out, key;
  if (!stream.enter('{')) return "no object";
  while (stream.next_member(key)) {
    out += key + "=";
    if (stream.enter('[')) {
      while (stream.next_element()) {
        const std::uint64_t offset = stream.offset();
        const auto value = stream.value();
        if (value) CHECK(text.substr(value->offset, value->text.size()) == value->text);
        if (value) CHECK(offset == value->offset);
        out += value ? std::string(value->text) + ";" : "cut";
      }
    } else {
      stream.skip_value();
    }
    out += " ";
  }
  return out + (stream.is_cut_off() ? "cut off" : "whole");
}

}  // namespace

TEST_CASE("a JSON stream gives out the values of lists, with their places, in pieces of any size") {
  const std::string text =
      R"( { "a" : [ {"x": "]}\"\\", "y": [1, {}]} , 12.5e3, "s,\"", true ], "b\n": {"c": [1]},)"
      "\n\t\"d\": [], \"e\": null } ";
  const std::string expected = R"(a={"x": "]}\"\\", "y": [1, {}]};12.5e3;"s,\"";true; )"
                               "b\n= d= e= whole";
  for (const std::size_t piece : {0, 1, 2, 3, 17}) CHECK(walk(text, piece) == expected);
}

TEST_CASE("a JSON stream ends where the text does, or where it is no JSON") {
  CHECK(walk(R"({"a": [1, 2)", 0) == "a=1;2; cut off");
  CHECK(walk(R"({"a": [1, {"b": )", 0) == "a=1;cut cut off");
  CHECK(walk(R"({"a": [1 2], "b": [3]})", 0) == "a=1; cut off");
  CHECK(walk(R"({"a" [1]})", 0) == "cut off");
  CHECK(walk(R"([1])", 0) == "no object");
  CHECK(walk("", 0) == "no object");
}
