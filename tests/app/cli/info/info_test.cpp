#include "app/cli/info/info.h"

#include <doctest/doctest.h>

#include "tests/core/fixtures/load_text.h"

namespace lanescope {

TEST_CASE("the time of a trace of begins and ends is that of its slices") {
  const auto trace = load_text(R"({"traceEvents":[
    {"ph":"B","name":"a","pid":1,"tid":1,"ts":10},{"ph":"E","pid":1,"tid":1,"ts":30}]})");
  const Json time = info_json(*trace, 0)["time"];
  CHECK(time["start_ns"] == 10'000);
  CHECK(time["end_ns"] == 30'000);
  CHECK(time["span_ns"] == 20'000);
  CHECK_FALSE(time.contains("why"));
}

TEST_CASE("a trace without slices has no time, and says why") {
  const auto trace = load_text(R"({"traceEvents":[
    {"ph":"C","name":"c","pid":1,"ts":10,"args":{"v":1}}]})");
  const Json time = info_json(*trace, 0)["time"];
  CHECK(time["start_ns"].is_null());
  CHECK(time["why"] == "the trace has no complete events (ph X)");
}

}  // namespace lanescope
