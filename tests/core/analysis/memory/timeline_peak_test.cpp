
#include <doctest/doctest.h>

#include "core/analysis/memory/memory.h"
#include "core/analysis/results.h"
#include "tests/core/fixtures/trace_text.h"

using namespace lanescope;

namespace {

std::string point(int ts, int parameters, int activations) {
  return R"({"ph":"C","name":"Memory bytes","pid":0,"tid":0,"ts":)" + std::to_string(ts) +
         R"(,"args":{"Parameter":)" + std::to_string(parameters) + R"(,"Activation":)" +
         std::to_string(activations) + "}}";
}

TraceText timeline() {
  TraceText trace;
  for (const auto& [ts, parameters, activations] :
       {std::tuple(1, 100, 0), {2, 100, 50}, {3, 90, 80}, {4, 120, 20}, {5, 100, 70}})
    trace.event(point(ts, parameters, activations));
  return trace;
}

}  // namespace

TEST_CASE("the peak of a memory timeline is told with the categories that make it") {
  const auto trace = timeline().load();
  const auto found = find_timeline_peak(*trace, whole_window());
  REQUIRE(found);
  CHECK(found->points == 5);
  CHECK(found->peak == 170);
  CHECK(found->peak_at_ns == 3'000);  // the first of two
  REQUIRE(found->categories.size() == 2);
  CHECK(trace->text(found->categories[0].name) == "Parameter");
  CHECK(found->categories[0].at_peak == 90);
  CHECK(found->categories[0].peak == 120);
  CHECK(found->categories[0].peak_at_ns == 4'000);
  CHECK(found->categories[1].at_peak == 80);
  CHECK(analyse_memory({*trace, whole_window()}).timeline->peak == 170);
}

TEST_CASE("a window takes its points, which stand on what was before") {
  const auto trace = timeline().load();
  const auto found = find_timeline_peak(*trace, range_window({4'000, 5'000}));
  REQUIRE(found);
  CHECK(found->points == 1);
  CHECK(found->peak == 140);
  CHECK_FALSE(find_timeline_peak(*trace, range_window({9'000, 10'000})));
}

TEST_CASE("other counters are no memory timeline") {
  TraceText trace;
  trace.event(R"({"ph":"C","name":"GPU memory","pid":0,"ts":1,"args":{"bytes":5}})");
  CHECK_FALSE(find_timeline_peak(*trace.load(), whole_window()));
  CHECK_FALSE(analyse_memory({*trace.load(), whole_window()}).timeline);
}
