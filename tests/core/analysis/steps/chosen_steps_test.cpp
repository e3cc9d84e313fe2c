#include "core/analysis/steps/chosen_steps.h"

#include <algorithm>

#include <doctest/doctest.h>

#include "core/analysis/results.h"
#include "core/analysis/steps/steps.h"
#include "tests/core/analysis/hand_made_trace.h"

using namespace lanescope;

namespace {

std::string range(const std::string& name, const std::string& ts, const std::string& dur,
                  const std::string& thread = "1") {
  return slice("user_annotation", name, ts, dur, "", "1", thread);
}

/// Two ProfilerSteps, three batches inside each, and a name that only begins like theirs.
HandMadeTrace training() {
  std::vector<std::string> events = {
      range("ProfilerStep#0", "0", "300"), range("ProfilerStep#1", "300", "300"),
      range("batches", "610", "5"), slice("cpu_op", "batch 9", "620", "5"),
      slice("python_function", "train.py(3): batch", "0", "600")};
  for (int i = 0; i < 6; ++i)
    events.push_back(
        range("batch " + std::to_string(i), std::to_string(100 * i), i == 5 ? "90.5" : "90"));
  return HandMadeTrace(events);
}

std::string names(const Snapshot& trace) {
  std::string all;
  for (const Step& step : trace.steps) all += std::string(trace.text(step.name)) + ", ";
  return all;
}

std::string why_not(const HandMadeTrace& trace, const std::string& pattern) {
  const auto with = with_steps(trace.snapshot, pattern);
  REQUIRE_FALSE(with.ok());
  return with.error().message;
}

}  // namespace

TEST_CASE("the user says which ranges are the steps, and all that follows steps has these") {
  const HandMadeTrace trace = training();
  CHECK(steps_pattern(*trace) == "ProfilerStep#*");
  const auto with = with_steps(trace.snapshot, "batch ?*");
  CHECK_FALSE(with.ok());  // only * stands for other text
  const auto batches = with_steps(trace.snapshot, "batch *");
  REQUIRE(batches.ok());
  const Snapshot& chosen = *batches.value();
  CHECK(names(chosen) == "batch 0, batch 1, batch 2, batch 3, batch 4, batch 5, batch 9, ");
  CHECK(steps_pattern(chosen) == "batch *");
  const StepTable table = analyse_steps({chosen, whole_window()});
  REQUIRE(table.rows.size() == 7);
  CHECK(table.rows[0].step.range.length_ns() == 100'000);  // until the next begins
  CHECK(trace->steps.size() == 2);                         // the trace itself is what it was
  CHECK(chosen.slice_count == trace->slice_count);
}

TEST_CASE("a name without a star is that name alone, and may be one that steps never have") {
  const HandMadeTrace trace = training();
  CHECK(names(*with_steps(trace.snapshot, "batch 3").value()) == "batch 3, ");
  CHECK(names(*with_steps(trace.snapshot, "train.py(*): batch").value()) == "train.py(3): batch, ");
}

TEST_CASE("if nothing has the name, what repeats is named, the longest in all first") {
  const HandMadeTrace trace = training();
  CHECK(why_not(trace, "step *") ==
        "has no range named 'step *'; these repeat: 'ProfilerStep#*' (2 times), 'batch *' (6 "
        "times)");
  const HandMadeTrace alone({slice("cpu_op", "aten::mm", "0", "5"), range("once", "0", "9")});
  CHECK(why_not(alone, "step *") ==
        "has no range named 'step *'; no annotation or operator repeats");
}

TEST_CASE("spans that overlap, and ranges that the recording cuts, are no steps") {
  const auto span = [](const std::string& id, const std::string& begin, const std::string& end) {
    const std::string rest = R"(", "cat": "req", "name": "request", "pid": 1, "tid": 1, "id": )";
    return R"({"ph": "b)" + rest + id + R"(, "ts": )" + begin + R"(}, {"ph": "e)" + rest + id +
           R"(, "ts": )" + end + "}";
  };
  const HandMadeTrace served({span("1", "0", "20"), span("2", "10", "30")});
  CHECK(why_not(served, "request") ==
        "has ranges named 'request' that overlap, so they cannot be steps");
  const HandMadeTrace one_by_one({span("1", "0", "10"), span("2", "10", "30")});
  CHECK(with_steps(one_by_one.snapshot, "request").value()->steps.size() == 2);
  const HandMadeTrace cut({R"({"ph": "B", "cat": "user_annotation", "name": "train", "pid": 1,)"
                           R"( "tid": 1, "ts": 5})",
                           slice("cpu_op", "aten::mm", "6", "5")});
  CHECK(why_not(cut, "train") ==
        "has no whole range named 'train': the trace starts or ends within it");
}

TEST_CASE("the load report is about the steps that are chosen") {
  const auto reported = [](const Snapshot& trace) {
    return std::ranges::count(trace.report.issues, "repeated_step", &LoadIssue::kind);
  };
  const HandMadeTrace trace({range("ProfilerStep#0", "0", "10"), range("ProfilerStep#0", "0", "9"),
                             range("loop", "0", "10"), range("loop", "10", "10")});
  CHECK(reported(*trace) == 1);
  const auto chosen = with_steps(trace.snapshot, "loop");
  REQUIRE(chosen.ok());
  CHECK(chosen.value()->steps.size() == 2);
  CHECK(reported(*chosen.value()) == 0);
}

TEST_CASE("numbers of a name are what varies, digits in its words are not") {
  CHECK(numbered_pattern("step 12") == "step *");
  CHECK(numbered_pattern("step12") == "step*");
  CHECK(numbered_pattern("train_step_7") == "train_step_*");
  CHECK(numbered_pattern("step_12_train") == "step_*_train");
  CHECK(numbered_pattern("epoch 1 step 12 of 40 (train)") == "epoch * step * of * (train)");
  CHECK(numbered_pattern("aten::conv2d") == "aten::conv2d");
  CHECK(numbered_pattern("train_step") == "train_step");
  CHECK(numbered_pattern("12") == "12");
}
