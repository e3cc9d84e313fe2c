#include "core/analysis/events/loop_steps.h"

#include <doctest/doctest.h>

#include "core/analysis/results.h"
#include "core/analysis/steps/steps.h"
#include "core/view/results/comparison.h"
#include "tests/core/analysis/hand_made_trace.h"

using namespace lanescope;

namespace {

std::string step(int number, int ts_us, const std::string& dur_us, const std::string& pid = "1",
                 const std::string& tid = "1") {
  return slice("user_annotation", "ProfilerStep#" + std::to_string(number), std::to_string(ts_us),
               dur_us, "", pid, tid);
}

void add_loop(std::vector<std::string>& events, int steps, int ts_us, int period_us,
              const std::string& pid, const std::string& tid = "1") {
  for (int i = 0; i < steps; ++i) events.push_back(step(i, ts_us + period_us * i, "900", pid, tid));
}

}  // namespace

TEST_CASE("steps of two processes at the same time do not cut each other") {
  std::vector<std::string> events;
  add_loop(events, 5, 1000, 1000, "20");
  add_loop(events, 6, 400, 1000, "10");
  const HandMadeTrace trace(events);
  const StepTable table = analyse_steps({*trace, whole_window()});
  REQUIRE(table.rows.size() == 6);
  for (std::size_t i = 0; i < 5; ++i) CHECK(table.rows[i].step.range.length_ns() == 1'000'000);
  CHECK(table.rows[5].step.range.length_ns() == 900'000);
  CHECK(table.other_threads == 5);
  CHECK(left_out_words(table) == "5 on other threads");
  CHECK(steps_window(*trace)->steps == 6);  // as many as have rows
}

TEST_CASE("of two threads with as many steps the one that began first has the loop") {
  std::vector<std::string> events;
  add_loop(events, 3, 1500, 1000, "1", "1");
  add_loop(events, 3, 1000, 1000, "1", "2");
  const HandMadeTrace trace(events);
  const LoopSteps loop = loop_steps(*trace);
  REQUIRE(loop.steps.size() == 3);
  CHECK(loop.steps[0].range == TimeRange{1'000'000, 1'900'000});
  CHECK(loop.other_threads == 3);
}

TEST_CASE("a loop may move to another thread") {
  std::vector<std::string> events;
  add_loop(events, 2, 0, 1000, "1", "1");
  add_loop(events, 3, 5000, 1000, "1", "2");
  const HandMadeTrace trace(events);
  CHECK(loop_steps(*trace).steps.size() == 5);
  CHECK(loop_steps(*trace).other_threads == 0);
}

TEST_CASE("a step inside another one does not cut it") {
  const HandMadeTrace trace(
      {step(0, 0, "1000"), step(7, 200, "100"), step(1, 1000, "1000"), step(8, 1100, "100")});
  const StepTable table = analyse_steps({*trace, whole_window()});
  REQUIRE(table.rows.size() == 2);
  CHECK(table.rows[0].step.range.length_ns() == 1'000'000);
  CHECK(table.rows[1].step.range.length_ns() == 1'000'000);
  CHECK(left_out_words(table) == "2 nested in others");
}
