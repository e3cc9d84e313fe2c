#include "core/readers/json/repair.h"

#include <chrono>
#include <string>

#include <doctest/doctest.h>

namespace lanescope {
namespace {

TEST_CASE("Text that is sound already keeps its meaning") {
  for (const char* text :
       {R"({})", R"({"a":1,"b":[true,false,null],"c":{"d":"e"}})",
        R"({"a":[[1,2],[]],"b":-0.5e-7})",
        R"({"a":"x\", \"b\": 1","c":"{\"d\": \"e\"}","f":"\u00e4\ud83d\ude00\n"})",
        R"({"a":["x"],"b":["p","q"]})", R"({"a":[["x"],null,[["y"]],7,{"b":"z"},true]})",
        R"({"":"","a:b":"c, d","e}":"f]"})", R"({"a":"say \"hi\"","b":["\"],",":"]})"}) {
    CHECK(repair_json(text) == text);
  }
  CHECK(repair_json(" {\n \"a\" : 1 ,\n \"b\" : [ 1 , 2 ]\n } ") == R"({"a":1,"b":[1,2]})");
}

TEST_CASE("A quote within a string is part of it") {
  CHECK(repair_json(R"({"name": "foo "bar" baz", "ts": 1})") ==
        R"({"name":"foo \"bar\" baz","ts":1})");
  CHECK(repair_json(R"({"name": "foo "bar", baz", "ts": 1})") ==
        R"({"name":"foo \"bar\", baz","ts":1})");
  CHECK(repair_json(R"-({"name": "f({"a": 1})", "ts": 1})-") ==
        R"-({"name":"f({\"a\": 1})","ts":1})-");
  CHECK(repair_json(R"({"name": "torch/_dynamo/"<string>"", "ts": 1})") ==
        R"({"name":"torch/_dynamo/\"<string>\"","ts":1})");
  CHECK(repair_json(R"({"args": {"kernel_kwargs": "ACT="relu",N=64"}, "ts": 1})") ==
        R"({"args":{"kernel_kwargs":"ACT=\"relu\",N=64"},"ts":1})");
  CHECK(repair_json(R"({"args": {"s": "["a", "b"]"}, "Input type": ["float", "in"t"]})") ==
        R"({"args":{"s":"[\"a\", \"b\"]"},"Input type":["float","in\"t"]})");
}

TEST_CASE("A quote in the name of a C++ kernel does not end it at the next comma") {
  CHECK(repair_json(R"({"name": "fill<4", at::detail::Array<char*, 1>", "ts": 1})") ==
        R"({"name":"fill<4\", at::detail::Array<char*, 1>","ts":1})");
  CHECK(repair_json(R"({"name": "copy<{lambda#1"}, std::array<char*, 2>>", "ts": 1})") ==
        R"({"name":"copy<{lambda#1\"}, std::array<char*, 2>>","ts":1})");
}

TEST_CASE("A backslash that starts no escape is itself") {
  CHECK(repair_json(R"({"f": "C:\Users\x"})") == R"({"f":"C:\\Users\\x"})");
  CHECK(repair_json(R"-({"f": "C:\new\path.py(3)"})-") ==
        R"-({"f":"C:\\new\\path.py(3)"})-");  // \n is no line break there
  CHECK(repair_json(R"({"f": "C:\dir\", "ts": 1})") == R"({"f":"C:\\dir\\","ts":1})");
  CHECK(repair_json(R"({"args": {"f": "C:\dir\"}})") == R"({"args":{"f":"C:\\dir\\"}})");
  CHECK(repair_json(R"({"f": "\u12g4", "g": nan})") == R"({"f":"\\u12g4","g":"nan"})");
  CHECK(repair_json(R"({"f": "\u123", "4": nan})") == R"({"f":"\\u123","4":"nan"})");
  CHECK(repair_json(R"({"f": "\u12345", "4": nan})") == R"({"f":"\u12345","4":"nan"})");
}

TEST_CASE("Control bytes, bad UTF-8 and half surrogate pairs do not survive in strings") {
  CHECK(repair_json("{\"a\": \"x\x01\ty\nz\"}") == R"({"a":"x\u0001\ty\nz"})");
  CHECK(repair_json("{\"a\": \"x\xFF\xC3(y\"}") == "{\"a\":\"x\xEF\xBF\xBD\xEF\xBF\xBD(y\"}");
  CHECK(repair_json(R"({"a": "\ud800 \udc00 \ud83d\ude00", "b": nan})") ==
        "{\"a\":\"\xEF\xBF\xBD \xEF\xBF\xBD \\ud83d\\ude00\",\"b\":\"nan\"}");
}

TEST_CASE("Words that are no JSON are kept as text") {
  CHECK(
      repair_json(
          R"({"a": NaN, "b": nan, "c": inf, "d": -inf, "e": Infinity, "f": N/A, "g": [nan, 1]})") ==
      R"({"a":"NaN","b":"nan","c":"inf","d":"-inf","e":"Infinity","f":"N/A","g":["nan",1]})");
  CHECK(repair_json(R"({"a": True, "b": False, "c": None})") == R"({"a":true,"b":false,"c":null})");
}

TEST_CASE("Numbers are spelled as JSON wants them and lose no digit") {
  CHECK(
      repair_json(R"({"a": +5, "b": 007, "c": -01, "d": .5, "e": 5., "f": 00.10, "g": -.5e+03})") ==
      R"({"a":5,"b":7,"c":-1,"d":0.5,"e":5,"f":0.10,"g":-0.5e+03})");
  CHECK(repair_json(R"({"a": 123456789012345678901234567890, "b": 18446744073709551615,})") ==
        R"({"a":123456789012345678901234567890,"b":18446744073709551615})");
  CHECK(repair_json(R"({"a": 0x1F, "b": 1-2, "c": 1e, "d": -})") ==
        R"({"a":"0x1F","b":"1-2","c":"1e","d":"-"})");
}

TEST_CASE("Commas that are missing or too many do no harm") {
  CHECK(repair_json(R"({"a": 1 "b": "x" "c": [1, 2,], "d": {"e": "y"} "f": 3,,})") ==
        R"({"a":1,"b":"x","c":[1,2],"d":{"e":"y"},"f":3})");
  CHECK(repair_json("{\n \"a\": \"x\"\n \"b\": 2\n}") == R"({"a":"x","b":2})");
}

TEST_CASE("A missing quote costs one member at most") {
  CHECK(repair_json("{\n \"ph\": \"X\",\n \"name\": \"lost,\n \"ts\": 12\n}") ==
        R"({"ph":"X","name":"lost","ts":12})");
  CHECK(repair_json(R"({"ph": "X", name": "x", ts: 5, "dur": 7", "z": 1})") ==
        R"({"ph":"X","name":"x","ts":5,"dur":7,"z":1})");
  const std::string much(200, 'y');
  CHECK(repair_json(R"({"much": ")" + much + R"(", "name": "x", ts: 5, "dur": 7})") ==
        R"({"much":")" + much + R"(","name":"x","ts":5,"dur":7})");
  CHECK(repair_json(R"({"ph": "X", "name": "lost})") == R"({"ph":"X","name":"lost"})");
  CHECK(repair_json(R"({"args": {"name": "lost}})") == R"({"args":{"name":"lost"}})");
}

TEST_CASE("Brackets that are missing or do not fit are set right") {
  CHECK(repair_json(R"({"a": [1, 2}, "b": 3)") == R"({"a":[1,2]})");
  CHECK(repair_json(R"({"a": 1]], "b": {"c": 3)") == R"({"a":1,"b":{"c":3}})");
  CHECK(repair_json(R"({"a": , "b": })") == R"({"a":null,"b":null})");
  CHECK(repair_json(R"({"a":: 1, : "b": 2})") == R"({"a":1,"b":2})");
}

TEST_CASE("What is no object or nests without end is not repaired") {
  CHECK(repair_json("").empty());
  CHECK(repair_json("[1]").empty());
  CHECK(repair_json("\"text\"").empty());
  const auto nested = [](int depth) {
    std::string text;
    for (int i = 0; i < depth; ++i) text += "{\"a\":";
    return text;
  };
  CHECK_FALSE(repair_json(nested(kMaxJsonDepth)).empty());
  CHECK(repair_json(nested(kMaxJsonDepth + 1)).empty());
  CHECK(repair_json("{\"a\":" + std::string(2'000'000, '[')).empty());
}

TEST_CASE("Repair takes linear time on the worst texts") {
  constexpr std::size_t kSize = 1'000'000;
  const auto repeated = [](std::string_view part) {
    std::string text = "{\"a\": \"";
    while (text.size() < kSize) text += part;
    return text;
  };
  for (const char* part : {"\"", "\" ", "\"}", "\",", "\\\"", "\n", "\n\"", "\":", "\"\n", "{\"",
                           "\",\"", "[\"", "\"a\":", "}]", "\", a"}) {
    const std::string text = repeated(part);
    const auto start = std::chrono::steady_clock::now();
    CHECK_FALSE(repair_json(text) == "x");
    const std::chrono::duration<double> taken = std::chrono::steady_clock::now() - start;
    INFO(part);
    CHECK(taken.count() < 5.0);  // a quadratic one takes minutes
  }
}

}  // namespace
}  // namespace lanescope
