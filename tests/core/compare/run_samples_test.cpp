#include "core/compare/run_samples.h"

#include <algorithm>

#include <doctest/doctest.h>
#include <fmt/format.h>

#include "core/analysis/results.h"
#include "core/analysis/steps/chosen_steps.h"
#include "core/analysis/steps/steps.h"
#include "core/compare/run_diff.h"
#include "core/view/results/comparison.h"
#include "tests/core/compare/two_runs.h"

using namespace lanescope;

TEST_CASE("the steps of a steady loop are all compared") {
  const HandMadeTrace trace(loop_events({}));
  const auto found = step_samples(*trace);
  REQUIRE(found);
  CHECK(found->by == AlignBy::Steps);
  CHECK(found->samples.size() == 6);
  CHECK(found->warm_up == 0);
  CHECK(found->incomplete == 0);
}

TEST_CASE("a last step that launched little is incomplete") {
  std::vector<std::string> events = loop_events({});
  events.push_back(slice("user_annotation", "ProfilerStep#6", "100000", "500"));
  const HandMadeTrace trace(events);
  const auto found = step_samples(*trace);
  REQUIRE(found);
  CHECK(found->samples.size() == 6);
  CHECK(found->incomplete == 1);
}

TEST_CASE("steps whose ends are rounded into the next one are all compared") {
  std::vector<std::string> events;
  for (int step = 0; step < 5; ++step) {
    events.push_back(slice("user_annotation", "ProfilerStep#" + std::to_string(step),
                           std::to_string(100 * step), "100.001"));
  }
  events.push_back(slice("user_annotation", "ProfilerStep#9", "210", "10"));
  const HandMadeTrace trace(events);
  const auto found = step_samples(*trace);
  REQUIRE(found);
  REQUIRE(found->samples.size() == 5);
  CHECK(found->samples[1].range == TimeRange{100'001, 200'001});
  CHECK(found->inside_others == 1);
}

TEST_CASE(
    "steps of a second process at the same time leave those of the first as long as they are") {
  const auto loop = [](std::vector<std::string> events, int steps, int ts_us,
                       const std::string& pid) {
    for (int step = 0; step < steps; ++step) {
      events.push_back(slice("user_annotation", "ProfilerStep#" + std::to_string(step),
                             std::to_string(ts_us + 1000 * step), "900", "", pid));
    }
    return events;
  };
  const TwoRuns runs(loop(loop({}, 6, 0, "1"), 5, 600, "2"), loop({}, 6, 0, "1"));
  CHECK(runs.diff.step.a == 900'000);
  CHECK(runs.diff.step.b == 900'000);
  CHECK(runs.diff.runs.a.samples.size() == 6);
  CHECK(runs.diff.runs.a.other_threads == 5);
  CHECK(left_out_words(runs.diff.runs.a) == "5 on other threads");
  const HandMadeTrace two(loop(loop({}, 6, 0, "1"), 7, 600, "2"));
  CHECK(numbered_step(*two, 3)->samples.at(0).range == TimeRange{3'600'000, 4'500'000});
  CHECK(numbered_step(*two, 6)->samples.size() == 1);
}

TEST_CASE("a step is found by its number, however its name has it") {
  for (const char* name : {"step {}", "it [{}] (x+y)", "Iteration: {}", "train_step_{}"}) {
    std::vector<std::string> events;
    for (int step = 10; step < 16; ++step) {
      events.push_back(slice("user_annotation", fmt::format(fmt::runtime(name), step),
                             std::to_string(1000 * step), "900"));
    }
    const HandMadeTrace trace(events);
    const auto chosen = with_steps(trace.snapshot, fmt::format(fmt::runtime(name), "*"));
    REQUIRE(chosen.ok());
    const auto found = numbered_step(*chosen.value(), 13);
    REQUIRE(found);
    CHECK(found->samples.at(0).range == TimeRange{13'000'000, 13'900'000});
    CHECK_FALSE(numbered_step(*chosen.value(), 3));
    const auto why = cannot_align(*chosen.value(), {.annotation = "", .step = 3});
    REQUIRE(why);
    CHECK(why->starts_with("has no step 3; its steps are '"));
  }
}

TEST_CASE("steps without numbers are counted in their order") {
  std::vector<std::string> events;
  for (int i = 0; i < 4; ++i)
    events.push_back(slice("user_annotation", "train", std::to_string(1000 * i), "900"));
  const HandMadeTrace trace(events);
  const auto chosen = with_steps(trace.snapshot, "train");
  REQUIRE(chosen.ok());
  const auto third = numbered_step(*chosen.value(), 3);
  REQUIRE(third);
  CHECK(third->samples.at(0).range == TimeRange{2'000'000, 2'900'000});
  CHECK(cannot_align(*chosen.value(), {.annotation = "", .step = 5}) ==
        "has no step 5; it has 4 steps named 'train'");
}

TEST_CASE("ranges of one name on two threads at once are compared on one") {
  std::vector<std::string> events;
  for (int i = 0; i < 5; ++i) {
    events.push_back(slice("user_annotation", "work", std::to_string(1000 * i), "900"));
    events.push_back(
        slice("user_annotation", "work", std::to_string(1000 * i + 500), "900", "", "1", "2"));
  }
  const HandMadeTrace trace(events);
  const auto found = annotation_samples(*trace, "work");
  REQUIRE(found);
  REQUIRE(found->samples.size() == 5);
  for (const RunSample& sample : found->samples) CHECK(sample.range.length_ns() == 900'000);
  CHECK(found->other_threads == 5);
}

TEST_CASE("steps in which the recording was paused are left out, unless there are no others") {
  const auto pause = [](const std::string& ts, const std::string& dur) {
    return slice("overhead", "Paused", ts, dur, "", "1", R"("Capture")");
  };
  std::vector<std::string> events = loop_events({});
  events.push_back(pause("1000", "10"));
  const HandMadeTrace once(events);
  const auto found = step_samples(*once);
  REQUIRE(found);
  CHECK(found->samples.size() == 5);
  CHECK(found->paused == 1);
  events.push_back(pause("0", "100000"));
  const HandMadeTrace always(events);
  CHECK(step_samples(*always)->samples.size() == 6);
  CHECK(step_samples(*always)->paused == 0);
}

TEST_CASE("steps next to lost records are left out as in a report, unless there are no others") {
  const auto loss = [](const std::string& ts, const std::string& dur) {
    return slice("overhead", "543,232 records lost: the ring was full", ts, dur, "", "1",
                 R"("Capture")");
  };
  std::vector<std::string> events = loop_events({});
  events.push_back(slice("overhead", "Paused", "1000", "10", "", "1", R"("Capture")"));
  events.push_back(loss("2000", "10"));
  const HandMadeTrace once(events);
  const auto found = step_samples(*once);
  REQUIRE(found);
  CHECK(found->samples.size() == 4);
  CHECK(found->paused == 1);
  CHECK(found->lossy == 1);
  CHECK(left_out_words(*found) == "1 overlapping a pause, 1 next to lost records");
  const StepTable steps = analyse_steps({*once, whole_window()});
  CHECK(std::ranges::count_if(steps.rows,
                              [&](const StepRow& row) { return steps.is_steady(row); }) == 4);
  events.push_back(loss("0", "100000"));
  const HandMadeTrace always(events);
  CHECK(step_samples(*always)->samples.size() == 6);
  CHECK(step_samples(*always)->lossy == 0);
}

TEST_CASE("steps that warm up are left out") {
  std::vector<std::string> events = loop_events({});
  // The first step takes memory from the driver, which a steady loop does not.
  events.push_back(slice("cuda_runtime", "cudaMalloc", "5", "20"));
  const HandMadeTrace trace(events);
  const auto found = step_samples(*trace);
  REQUIRE(found);
  CHECK(found->warm_up == 1);
  CHECK(found->samples.size() == 5);
}

TEST_CASE("a trace without steps is one sample, by ranges it has several") {
  LoopTimes plain;
  plain.with_steps = false;
  const HandMadeTrace trace(loop_events(plain));
  CHECK_FALSE(step_samples(*trace));
  CHECK(whole_sample(*trace).samples.size() == 1);
  CHECK_FALSE(annotation_samples(*trace, "no such range"));
  const auto named = annotation_samples(*trace, "aten::add");
  REQUIRE(named);
  CHECK(named->samples.size() == 6);
}

TEST_CASE("of very many samples some are taken evenly") {
  std::vector<std::string> events;
  for (int i = 0; i < 2500; ++i) {
    events.push_back(slice("user_annotation", "work", std::to_string(10 * i), "5"));
  }
  const HandMadeTrace trace(events);
  const auto found = annotation_samples(*trace, "work");
  REQUIRE(found);
  CHECK(found->samples.size() == kMostSamples);
  CHECK(found->thinned == 1500);
  CHECK(found->samples.back().range.begin_ns > 24'900'000);
}
