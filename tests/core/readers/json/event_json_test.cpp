#include <doctest/doctest.h>

#include "core/readers/json/event_texts.h"
#include "core/readers/trace_loader.h"

using namespace lanescope;

namespace {

/// The arguments of the only slice of a trace of these events.
std::string arguments(const std::string& events) {
  auto loaded =
      load_trace(std::shared_ptr<ByteSource>(memory_byte_source("[" + events + "]")), "pairs");
  REQUIRE(loaded.ok());
  REQUIRE(loaded.value().snapshot->slice_count == 1);
  const auto json = event_json(*loaded.value().snapshot, *loaded.value().texts, EventId{0});
  REQUIRE(json.ok());
  const JsonValue* args = json.value().find("args");
  return args == nullptr ? "none" : args->to_text();
}

std::string event(const std::string& phase, const std::string& ts, const std::string& args) {
  return R"({"ph":")" + phase + R"(","name":"n","pid":1,"tid":1,"ts":)" + ts + args + "}";
}

}  // namespace

TEST_CASE("a pair of begin and end has the arguments of both, and of equal ones those of the end") {
  const std::string begin = R"(,"args":{"x":1,"y":1})", end = R"(,"args":{"y":2,"z":3})";
  CHECK(arguments(event("B", "1", begin) + "," + event("E", "2", end)) == R"({"x":1,"y":2,"z":3})");
  CHECK(arguments(event("B", "1", "") + "," + event("E", "2", end)) == R"({"y":2,"z":3})");
  CHECK(arguments(event("B", "1", begin) + "," + event("E", "2", "")) == R"({"x":1,"y":1})");
  CHECK(arguments(event("B", "1", begin)) == R"({"x":1,"y":1})");
  CHECK(arguments(event("B", "1", R"(,"args":null)") + "," + event("E", "2", end)) != "none");
  CHECK(arguments(event("X", "1", R"(,"dur":1)" + begin)) == R"({"x":1,"y":1})");
}
