#include "core/compare/run_diff.h"

#include <cmath>

#include <doctest/doctest.h>

#include "core/compare/run_environment.h"
#include "core/view/results/diff_text.h"
#include "tests/core/compare/two_runs.h"

using namespace lanescope;

namespace {

/// Rows and idle classes explain the change of the step to the last nanosecond.
void check_that_it_adds_up(const RunDiff& diff) {
  double sum = 0;
  for (const DiffRow& row : diff.rows) {
    sum += row.delta_ns();
    CHECK(row.count_effect_ns + row.duration_effect_ns == doctest::Approx(row.delta_ns()));
  }
  for (const MetricDiff& metric : diff.classes) sum += metric.delta();
  CHECK(sum == doctest::Approx(diff.step.delta()));
  CHECK(diff.busy.delta() + diff.idle.delta() == doctest::Approx(diff.step.delta()));
}

}  // namespace

TEST_CASE("a run compared with itself has no difference") {
  const TwoRuns runs(LoopTimes{}, LoopTimes{});
  CHECK(runs.diff.runs.a.by == AlignBy::Steps);
  CHECK(runs.diff.step.delta() == 0);
  CHECK(*runs.diff.step.p == doctest::Approx(1));
  CHECK(runs.diff.significant_rows() == 0);
  for (const DiffRow& row : runs.diff.rows) {
    CHECK(row.status == DiffStatus::Same);
    CHECK(row.delta_ns() == 0);
  }
  CHECK(diff_sentence(runs.diff).find("is the same in both") != std::string::npos);
  CHECK(compare_environments(*runs.a, *runs.b).empty());
}

TEST_CASE("a recording that was paused is no slower than one that was not") {
  LoopTimes plain;
  plain.with_steps = false;
  std::vector<std::string> paused;
  // The same loop, and between two rounds nothing was recorded for a second.
  for (std::string event : loop_events(plain)) paused.push_back(std::move(event));
  const TwoRuns same(paused, paused);
  paused.push_back(gpu_slice("kernel", "add_kernel", "1005000", "200"));
  std::vector<std::string> marked = paused;
  marked.push_back(slice("overhead", "Paused", "5000", "1000000", "", "1", R"("Capture")"));
  const TwoRuns runs(loop_events(plain), marked);
  CHECK(runs.diff.runs.b.by == AlignBy::Start);
  check_that_it_adds_up(runs.diff);
  CHECK(runs.diff.paused.b == 1'000'000'000);
  CHECK(runs.diff.step.b - same.diff.step.b < 1'000'000);
  CHECK(runs.diff.idle.b < 2'000'000);
}

TEST_CASE("an operator that takes 10 % longer is the one that is named") {
  LoopTimes slower;
  slower.mm_us = 550;
  const TwoRuns runs({}, slower);
  check_that_it_adds_up(runs.diff);
  // Every step is 50 µs longer; 12 over 6 ways to part the steps, two of them as extreme.
  CHECK(runs.diff.step.delta() == doctest::Approx(50'000));
  CHECK(*runs.diff.step.p == doctest::Approx(2.0 / 924));
  CHECK(runs.diff.step.significant);
  CHECK(runs.diff.significant_rows() == 1);
  CHECK(&runs.diff.rows.front() == &runs.row("aten::mm"));
  const DiffRow& mm = runs.row("aten::mm");
  CHECK(mm.significant);
  CHECK(mm.status == DiffStatus::Changed);
  CHECK(mm.delta_ns() == doctest::Approx(50'000));
  CHECK(mm.count_effect_ns == 0);
  CHECK(*runs.diff.share_pct(mm.delta_ns()) == doctest::Approx(100));
  const std::string sentence = diff_sentence(runs.diff);
  CHECK(sentence.starts_with("Mean host step time rose 6.5 %"));
  CHECK(sentence.ends_with(": aten::mm explains 100 %."));
}

TEST_CASE("more calls and longer calls are told apart") {
  LoopTimes twice;
  twice.mm_calls = 2;
  const TwoRuns runs({}, twice, PartLevel::Kernel);
  check_that_it_adds_up(runs.diff);
  const DiffRow& gemm = runs.row("gemm");
  CHECK(gemm.count_a == 1);
  CHECK(gemm.count_b == 2);
  CHECK(gemm.count_effect_ns == doctest::Approx(502'500));  // steps take 500 … 505 µs
  CHECK(std::abs(gemm.duration_effect_ns) < 1);
  CHECK(gemm.significant);
}

TEST_CASE("that there are more calls makes no change of time real that longer ones make up for") {
  LoopTimes varied, twice;
  varied.spread_us = 100;
  twice.mm_calls = 2;
  twice.mm_us = 325;
  twice.spread_us = 50;
  const TwoRuns runs(varied, twice, PartLevel::Kernel);
  const DiffRow& gemm = runs.row("gemm");
  CHECK(gemm.delta_ns() == doctest::Approx(150'000));
  CHECK(*gemm.p > kSignificantP);
  CHECK_FALSE(gemm.significant);
  CHECK(gemm.status == DiffStatus::Changed);
}

TEST_CASE("where one slow step hides in the mean that all others moved, the median leads") {
  LoopTimes before, after;
  before.steps = after.steps = 8;
  after.mm_us = 400;
  after.slow_us = 1500;
  const TwoRuns runs(before, after);
  REQUIRE_FALSE(runs.diff.step.significant);
  const std::string sentence = diff_sentence(runs.diff);
  CHECK_MESSAGE(
      sentence.starts_with("Median host step time fell 12.9 %, from 775.5 µs to 675.5 µs"),
      sentence);
  CHECK_MESSAGE(sentence.find("because one step of B takes 3.2 × its median") != std::string::npos,
                sentence);
}

TEST_CASE(
    "an interval that the change of the mean lies outside of is said to be the typical step's") {
  LoopTimes before, after;
  before.steps = after.steps = 8;
  after.mm_us = 700;
  after.slow_us = 400;
  const TwoRuns runs(before, after);
  REQUIRE(runs.diff.step.significant);
  REQUIRE(runs.diff.step.delta() > runs.diff.step.shift->high);
  const std::string sentence = diff_sentence(runs.diff);
  CHECK_MESSAGE(sentence.find("(typical step +200.0 µs, 95 % CI +") != std::string::npos, sentence);
  const TwoRuns without(before, LoopTimes{.mm_us = 700});
  CHECK(diff_sentence(without.diff).find("(95 % CI +") != std::string::npos);
}

TEST_CASE("waiting for data is an idle class that grows") {
  LoopTimes slower;
  slower.loader_us = 250;
  const TwoRuns runs({}, slower, PartLevel::Kernel);
  check_that_it_adds_up(runs.diff);
  CHECK(runs.diff.significant_rows() == 0);
  CHECK(runs.idle(IdleClass::DataLoading).delta() == doctest::Approx(200'000));
  CHECK(runs.idle(IdleClass::DataLoading).significant);
  CHECK(diff_sentence(runs.diff).find(": data loading (idle) explains 100 %") != std::string::npos);
}

TEST_CASE("what only one run has is added or removed") {
  std::vector<std::string> renamed = loop_events({});
  for (std::string& event : renamed) {
    const std::size_t at = event.find("add_kernel");
    if (at != std::string::npos) event.replace(at, 10, "mul_kernel");
  }
  const TwoRuns runs(loop_events({}), renamed, PartLevel::Kernel);
  CHECK(runs.row("add_kernel").status == DiffStatus::Removed);
  CHECK(runs.row("mul_kernel").status == DiffStatus::Added);
  CHECK(runs.row("mul_kernel").significant);
  CHECK(runs.diff.step.delta() == 0);
  check_that_it_adds_up(runs.diff);
}

TEST_CASE("what took the place of a part that is gone is named beside it") {
  LoopTimes faster;
  faster.mm_us = 400;
  std::vector<std::string> renamed = loop_events(faster);
  for (std::string& event : renamed) {
    const std::size_t at = event.find("\"gemm\"");
    if (at != std::string::npos) event.replace(at, 6, "\"tuned\"");
  }
  const TwoRuns runs(loop_events({}), renamed, PartLevel::Kernel);
  const std::string sentence = diff_sentence(runs.diff);
  CHECK(
      sentence.ends_with(": GPU busy −100.0 µs; the largest parts are gemm (gone) −502.5 µs, "
                         "partly offset by tuned (new) "
                         "+402.5 µs."));
  CHECK(sentence.find("explains") == std::string::npos);
}

TEST_CASE("the sentence has shapes only where names alone would not do") {
  const std::string shapes = "[[64, 64], [64, 64]]", others = "[[32, 32], [32, 32]]";
  LoopTimes slower;
  slower.mm_us = 550;
  const TwoRuns alone(LoopTimes{}, slower);
  CHECK(diff_words(alone.diff).parts == "aten::mm explains 100 %");
  CHECK(causes_of(alone.diff).front().name == "aten::mm " + shapes);
  // Gone with these shapes, but not from the run.
  const auto twice = [&](const std::string& second, int mm_us) {
    std::vector<std::string> events = loop_events({.mm_us = mm_us, .mm_calls = 2});
    bool odd = false;
    for (std::string& event : events) {
      if (event.find("aten::mm") == std::string::npos || !(odd = !odd)) continue;
      event.replace(event.find(shapes), shapes.size(), second);
    }
    return events;
  };
  const TwoRuns some(twice(others, 500), twice(shapes, 100));
  CHECK(diff_words(some.diff).parts.find("aten::mm " + others + " (gone)") != std::string::npos);
}

TEST_CASE("a row that others share their name with is called by its shapes, as in the table") {
  const std::string shapes = "[[64, 64], [64, 64]]", others = "[[32, 32], [32, 32]]";
  const auto two_of_one_name = [&](int mm_us) {
    std::vector<std::string> events = loop_events({.mm_us = mm_us});
    for (std::string& event : events) {
      const std::size_t at = event.find("aten::add");
      if (at == std::string::npos) continue;
      event.replace(at, 9, "aten::mm");
      event.replace(event.find(shapes), shapes.size(), others);
    }
    return events;
  };
  const TwoRuns runs(two_of_one_name(500), two_of_one_name(550));
  CHECK(diff_words(runs.diff).parts == "aten::mm " + shapes + " explains 100 %");
}

TEST_CASE("a step that varies too much to tell has its medians, and what would tell more") {
  LoopTimes other;
  other.mm_us = 530;
  std::vector<std::string> late = loop_events(other);
  const TwoRuns runs(loop_events({}), late);
  REQUIRE(runs.diff.step.p);
  RunDiff unsure = runs.diff;
  unsure.step.significant = false;
  const std::string sentence = diff_sentence(unsure);
  CHECK(sentence.starts_with("Not significant: the mean host step time is"));
  CHECK(sentence.find(", medians ") != std::string::npos);
  CHECK(sentence.ends_with(" Record more steps to find out."));
}

TEST_CASE("events that were set aside are said of the run that has them") {
  std::vector<std::string> broken = loop_events({});
  broken.push_back(slice("cpu_op", "aten::far", "9e15", "5"));
  const TwoRuns runs(loop_events({}), broken);
  const auto warnings = comparison_warnings(*runs.a, *runs.b, runs.diff);
  REQUIRE(warnings.size() == 1);
  CHECK(warnings[0] == "In B, events with impossible times were set aside: 1.");
  CHECK(comparison_warnings(*runs.a, *runs.a, runs.difference(PartLevel::Op)).empty());
}

TEST_CASE("events that could not be used are said of the run that has them") {
  std::vector<std::string> broken = loop_events({});
  broken.push_back(R"({"ph": "X", "cat": "cpu_op", "name": "aten::lost", "pid": 1, "tid": 1})");
  broken.push_back("7");
  const TwoRuns runs(broken, loop_events({}));
  const auto warnings = comparison_warnings(*runs.a, *runs.b, runs.diff);
  REQUIRE(warnings.size() == 1);
  CHECK(warnings[0] == "In A, 2 events could not be used: 1 not_an_object, 1 unusable_time.");
}

TEST_CASE("other shapes are matched, and said") {
  LoopTimes wider;
  wider.shapes = "[[128, 64], [64, 64]]";
  const TwoRuns runs({}, wider);
  CHECK(runs.row("aten::mm").pair.by == MatchedBy::Name);
  const auto warnings = comparison_warnings(*runs.a, *runs.b, runs.diff);
  REQUIRE(warnings.size() == 1);
  CHECK(warnings[0] == "100 % of operator time has different input shapes.");
}

TEST_CASE("operators of one name are one row if the other run has no shapes, and it is said") {
  const std::string shapes = "[[64, 64], [64, 64]]", others = "[[32, 32], [32, 32]]";
  std::vector<std::string> some = loop_events({.mm_calls = 2}), none = some;
  bool odd = false;
  for (std::string& event : some) {
    if (event.find("aten::mm") == std::string::npos || !(odd = !odd)) continue;
    event.replace(event.find(shapes), shapes.size(), others);
  }
  for (std::string& event : none) {
    if (const std::size_t at = event.find("Input Dims"); at != std::string::npos)
      event.replace(at, 10, "sequence");
  }
  for (const bool swapped : {false, true}) {
    const TwoRuns runs(swapped ? none : some, swapped ? some : none);
    CHECK(runs.diff.rows.size() == 2);
    const DiffRow& row = runs.row("aten::mm");
    CHECK(row.count_a == 2);
    CHECK(row.count_b == 2);
    CHECK(row.status == DiffStatus::Same);
    CHECK(row.sum_a_ns == row.sum_b_ns);
    const auto warnings = comparison_warnings(*runs.a, *runs.b, runs.diff);
    REQUIRE(warnings.size() == 1);
    CHECK(warnings[0] ==
          (swapped ? "A" : "B") + std::string(" has no input shapes of operators, so operators are "
                                              "compared by name alone."));
  }
}

TEST_CASE("a change of next to nothing is no change") {
  // 10 µs of 773 µs are real by the test, but below the least that counts.
  LoopTimes slower;
  slower.mm_us = 510;
  const TwoRuns runs(LoopTimes{}, slower);
  CHECK(runs.diff.significant_rows() == 0);
  CHECK(diff_sentence(runs.diff).starts_with("About the same: the mean host step time is"));
}

TEST_CASE("three steps are compared and not tested") {
  LoopTimes few, slower;
  few.steps = slower.steps = 3;
  slower.mm_us = 900;
  const TwoRuns runs(few, slower);
  check_that_it_adds_up(runs.diff);
  CHECK_FALSE(runs.diff.step.p);
  CHECK(runs.diff.tested == 0);
  CHECK(runs.diff.significant_rows() == 0);
  CHECK(diff_sentence(runs.diff).find("3 and 3 steps; not tested") != std::string::npos);
}

TEST_CASE("of one step each, no mean is told") {
  LoopTimes few, slower;
  few.steps = slower.steps = 3;
  slower.mm_us = 900;
  TwoRuns runs(few, slower);
  REQUIRE_FALSE(runs.diff.step.p);
  CHECK(diff_sentence(runs.diff).starts_with("Mean host step time rose "));
  for (RunSamples* one : {&runs.diff.runs.a, &runs.diff.runs.b}) one->samples.resize(1);
  const std::string sentence = diff_sentence(runs.diff);
  CAPTURE(sentence);
  CHECK(sentence.starts_with("Host step time rose "));
  CHECK(sentence.find("(one step each; not tested)") != std::string::npos);
}

TEST_CASE("of a step that fell, what fell is named before a part that rose more than each of it") {
  const LoopTimes before{.mm_us = 500, .add_us = 200, .loader_us = 260};
  const LoopTimes after{.mm_us = 350, .add_us = 400, .loader_us = 100};
  const std::string parts = diff_words(TwoRuns(before, after).diff).parts;
  CAPTURE(parts);
  CHECK(parts.find("; the largest decreases are data loading (idle) −") != std::string::npos);
  CHECK(parts.find(", partly offset by aten::add +200.0 µs") != std::string::npos);
}

TEST_CASE("a run without a GPU beside one with is compared by what the host does, and it is said") {
  std::vector<std::string> host = loop_events({});
  std::erase_if(host, [](const std::string& event) {
    return event.find(R"("cat": "kernel")") != std::string::npos;
  });
  LoopTimes slower;
  slower.loader_us = 4000;
  const TwoRuns runs(host, loop_events(slower));
  CHECK(runs.diff.without_gpu == "A");
  const std::string sentence = diff_sentence(runs.diff);
  CHECK(sentence.starts_with("A has no GPU events, so host work is compared. "));
  CAPTURE(sentence);
  CHECK(sentence.find("Mean host step time rose") != std::string::npos);
  CHECK(sentence.find("(idle)") == std::string::npos);
  CHECK(TwoRuns(LoopTimes{}, LoopTimes{}).diff.without_gpu.empty());
}

TEST_CASE("runs without steps are compared as a whole") {
  LoopTimes plain;
  plain.with_steps = false;
  const TwoRuns runs(plain, plain);
  CHECK(runs.diff.runs.a.by == AlignBy::Start);
  CHECK(runs.diff.runs.a.samples.size() == 1);
  check_that_it_adds_up(runs.diff);
}

TEST_CASE("recordings of the same length are not the same where a part of them changed") {
  LoopTimes plain, faster;
  plain.with_steps = faster.with_steps = false;
  faster.mm_us = 300;
  std::vector<std::string> shorter = loop_events(faster);
  const TwoRuns unequal(loop_events(plain), shorter);
  // Something at the end makes both equally long.
  const Ns end_ns = unequal.a->slices_extent.end_ns - unequal.a->slices_extent.begin_ns;
  std::vector<std::string> whole = loop_events(plain);
  for (auto* events : {&whole, &shorter})
    events->push_back(slice("user_annotation", "all", "0", std::to_string(end_ns / 1000 + 10)));
  const TwoRuns runs(whole, shorter);
  CHECK(runs.diff.step.delta() == 0);
  const DiffWords words = diff_words(runs.diff);
  CHECK(words.sentence.starts_with("Recording length is the same in both, "));
  CHECK(words.brief == "±0.0 % recording length");
  CHECK(words.parts.find("aten::mm −1.200 ms") != std::string::npos);
  CHECK(runs.row("aten::mm").status == DiffStatus::Changed);
  CHECK(runs.row("aten::add").status == DiffStatus::Same);
}

TEST_CASE("what grows many times over has a factor, not percent") {
  LoopTimes plain, slow;
  plain.with_steps = slow.with_steps = false;
  slow.mm_us = 50'000;
  const DiffWords words = diff_words(TwoRuns(plain, slow).diff);
  CHECK(words.sentence.starts_with("Recording length rose by a factor of "));
  CHECK(words.brief.ends_with(" × recording length"));
  CHECK(words.sentence.find("0.0 %") == std::string::npos);
}

TEST_CASE(
    "other tools than torch.profiler have no options of it, and it is said that they differ") {
  const TwoRuns runs(LoopTimes{}, LoopTimes{});
  Snapshot nsight = *runs.a;
  nsight.info.format = "nsys-sqlite";
  const auto differs = compare_environments(nsight, *runs.b);
  REQUIRE(differs.size() == 1);
  CHECK(differs[0].key == "recorder");
  CHECK(differs[0].a == "Nsight Systems");
  const auto warnings = comparison_warnings(nsight, *runs.b, runs.diff);
  REQUIRE(warnings.size() == 1);
  CHECK(
      warnings[0].starts_with("The runs were recorded with different tools (Nsight Systems and "));
}

TEST_CASE("of several GPUs it is said what times are") {
  std::vector<std::string> events = loop_events({});
  events.push_back(gpu_slice("kernel", "gemm", "100", "50", "", "7", "1"));
  const TwoRuns runs(loop_events({}), events);
  CHECK(runs.diff.a.gpus == 1);
  CHECK(runs.diff.b.gpus == 2);
  const auto warnings = comparison_warnings(*runs.a, *runs.b, runs.diff);
  REQUIRE(warnings.size() == 1);
  CHECK(warnings[0] ==
        "Times are means per GPU (A uses 1 GPU and B 2 GPUs); calls and sums of durations are of "
        "all GPUs.");
}

TEST_CASE("ranges of a name and steps of a number can be asked for") {
  const HandMadeTrace a(loop_events({})), b(loop_events({}));
  const auto by_name = align_runs(*a, *b, {"aten::mm", {}});
  REQUIRE(by_name.ok());
  CHECK(by_name.value().a.by == AlignBy::Annotation);
  CHECK(by_name.value().a.samples.size() == 6);
  const auto missing = align_runs(*a, *b, {"nothing", {}});
  REQUIRE_FALSE(missing.ok());
  CHECK(missing.error().message ==
        "the first run has fewer than two annotations named 'nothing'; give the full name");
  const auto one = align_runs(*a, *b, {"", 3});
  REQUIRE(one.ok());
  CHECK(one.value().b.samples.size() == 1);
  CHECK_FALSE(align_runs(*a, *b, {"", 99}).ok());
}

TEST_CASE("an empty run can not be compared") {
  const HandMadeTrace a(loop_events({}));
  const HandMadeTrace empty({R"({"ph": "i", "name": "x", "pid": 1, "tid": 1, "ts": 5, "s": "t"})"});
  const auto runs = align_runs(*a, *empty);
  REQUIRE_FALSE(runs.ok());
  CHECK(runs.error().message ==
        "the second run has no events with a duration, so there is nothing to compare");
}

TEST_CASE("a change has its sign, and none that it is not known to have") {
  CHECK(format_change_pct(8.14) == "+8.1 %");
  CHECK(format_change_pct(-6.66) == "−6.7 %");
  CHECK(format_change_pct(-0.04) == "±0.0 %");
}
