#include "core/view/results/comparison.h"

#include <chrono>
#include <string>
#include <thread>

#include <doctest/doctest.h>

#include "tests/core/compare/two_runs.h"

namespace lanescope {
namespace {

using namespace std::chrono_literals;

/// Two loops held against each other, as a window does it.
struct TwoLoops {
  TwoLoops(const LoopTimes& times_a, const LoopTimes& times_b)
      : a(loop_events(times_a)), b(loop_events(times_b)) {
    compare();
  }

  static RunOfPair run(const HandMadeTrace& trace) {
    return {trace.snapshot, [trace](EventId event) { return trace.json(event); }};
  }
  void compare() { comparison.compare(run(a), run(b)); }
  void wait() {
    for (int i = 0; i < 10'000 && comparison.busy(); ++i) {
      comparison.refresh();
      std::this_thread::sleep_for(1ms);
    }
    REQUIRE_FALSE(comparison.busy());
  }

  HandMadeTrace a, b;
  Comparison comparison{[] {}};
};

}  // namespace

TEST_CASE("two runs are compared while the window asks again and again") {
  TwoLoops two({}, {.mm_us = 700});
  CHECK(two.comparison.busy());
  CHECK(two.comparison.value() == nullptr);
  two.wait();
  const auto& pair = two.comparison.value();
  REQUIRE(pair);
  // A step of A: 50 + 2 of loading, 10 + 500 + step, 10 + 200 µs; of B 200 µs more each.
  CHECK(pair->words.sentence.starts_with("Mean host step time rose 25.8 %"));
  CHECK(two.comparison.problem().empty());
  REQUIRE(pair->aligned->steps() == 6);
  CHECK(pair->aligned->step_delta_ns(0) == 200'000);
  CHECK(pair->aligned->step_delta_ns(5) == 200'000);
  const RunSample& second_a = pair->aligned->runs.a.samples[1];
  CHECK(pair->aligned->time_in(RunSide::B, second_a.range.begin_ns) ==
        pair->aligned->runs.b.samples[1].range.begin_ns);
  CHECK(pair->aligned->partner_in(RunSide::B, second_a.event) ==
        pair->aligned->runs.b.samples[1].event);
}

TEST_CASE("another level tells other rows and leaves the alignment alone") {
  TwoLoops two({}, {.mm_us = 700});
  two.wait();
  const auto by_op = two.comparison.value();
  CHECK(by_op->diff->part(by_op->diff->rows.front()).name == "aten::mm");
  two.comparison.show(PartLevel::Kernel);
  CHECK(two.comparison.busy());
  CHECK(two.comparison.value() == by_op);
  two.wait();
  const auto by_kernel = two.comparison.value();
  CHECK(by_kernel->level == PartLevel::Kernel);
  CHECK(by_kernel->diff->part(by_kernel->diff->rows.front()).name == "gemm");
  CHECK(by_kernel->aligned == by_op->aligned);
  CHECK(by_kernel->words.sentence == by_op->words.sentence);
}

TEST_CASE("a run against itself: every event has its partner, nothing changed") {
  TwoLoops two({}, {});
  two.comparison.compare(TwoLoops::run(two.a), TwoLoops::run(two.a));
  two.wait();
  const AlignedPair& pair = *two.comparison.aligned();
  CHECK(pair.lone_in(RunSide::A).among(EventId{0}, two.a->slice_count) == 0);
  CHECK(pair.lone_in(RunSide::B).among(EventId{0}, two.a->slice_count) == 0);
  CHECK(two.comparison.value()->words.sentence.starts_with(
      "Mean host step time is the same in both"));
  for (std::size_t n = 0; n < pair.steps(); ++n) CHECK(pair.step_delta_ns(n) == 0);
}

TEST_CASE("runs that can not be aligned as asked for face each other by start, and it says why") {
  TwoLoops two({}, {.add_us = 300});
  AlignQuery unknown;
  unknown.annotation = "nothing of that name";
  two.comparison.align(unknown);
  two.wait();
  CHECK(two.comparison.problem() ==
        "the first run has fewer than two annotations named 'nothing of that name'; give the full "
        "name");
  const AlignedPair& pair = *two.comparison.aligned();
  CHECK(pair.runs.a.by == AlignBy::Start);
  CHECK(pair.time_in(RunSide::B, two.a->extent.begin_ns) == two.b->extent.begin_ns);
  CHECK_FALSE(typical_step(pair, RunSide::A));
  two.comparison.align({});
  two.wait();
  CHECK(two.comparison.problem().empty());
  CHECK(two.comparison.aligned()->runs.a.by == AlignBy::Steps);
}

TEST_CASE("what is asked for by start has no steps, though the runs have some") {
  TwoLoops two({}, {.add_us = 300});
  AlignQuery start;
  start.by_start = true;
  two.comparison.align(start);
  two.wait();
  CHECK(two.comparison.problem().empty());
  CHECK(two.comparison.aligned()->steps() == 1);
  CHECK(two.comparison.value()->diff->runs.a.by == AlignBy::Start);
}

TEST_CASE("nothing of two runs is shown for two others") {
  TwoLoops two({}, {.mm_us = 700});
  two.wait();
  two.comparison.compare(TwoLoops::run(two.b), TwoLoops::run(two.a));
  CHECK(two.comparison.aligned() == nullptr);
  CHECK(two.comparison.value() == nullptr);
  two.wait();
  CHECK(two.comparison.value()->words.sentence.starts_with("Mean host step time fell"));
}

TEST_CASE("swapped runs keep their alignment, and it is told again what changed") {
  TwoLoops two({}, {.mm_us = 700});
  two.wait();
  const std::shared_ptr<const AlignedPair> before = two.comparison.aligned();
  two.comparison.swap();
  CHECK(two.comparison.is_about(two.b.snapshot, two.a.snapshot));
  CHECK(two.comparison.value() == nullptr);
  CHECK(two.comparison.waiting_words().ends_with("…"));
  REQUIRE(two.comparison.aligned());
  CHECK_FALSE(two.comparison.aligning());
  const AlignedPair& after = *two.comparison.aligned();
  CHECK(after.a == before->b);
  CHECK(after.of_a == before->of_b);
  CHECK(after.step_delta_ns(0) == -before->step_delta_ns(0));
  const RunSample& sample = before->runs.a.samples[1];
  CHECK(after.time_in(RunSide::A, sample.range.begin_ns) ==
        before->time_in(RunSide::B, sample.range.begin_ns));
  CHECK(after.partner_in(RunSide::A, sample.event) == before->partner_in(RunSide::B, sample.event));
  two.wait();
  CHECK(two.comparison.value()->words.sentence.starts_with("Mean host step time fell"));
  CHECK(two.comparison.value()->aligned == two.comparison.aligned());
}

TEST_CASE("runs that are swapped before they are aligned are aligned then, and so are other ones") {
  TwoLoops two({}, {.mm_us = 700});
  CHECK(two.comparison.waiting_words().starts_with("Matching events"));
  two.comparison.swap();
  CHECK(two.comparison.aligned() == nullptr);
  two.wait();
  CHECK(two.comparison.value()->words.sentence.starts_with("Mean host step time fell"));
  two.comparison.swap();
  two.comparison.align({.by_start = true});
  two.wait();
  CHECK(two.comparison.aligned()->runs.a.by == AlignBy::Start);
  CHECK(two.comparison.aligned()->a == two.a.snapshot);
}

TEST_CASE("of two paths only what differs is shown") {
  CHECK(differing_paths("/data/runs/slow/t.json", "/data/runs/fast/t.json") ==
        std::pair<std::string, std::string>("…/slow/t.json", "…/fast/t.json"));
  CHECK(differing_paths("/data/a.json", "/data/ab.json") ==
        std::pair<std::string, std::string>("…/a.json", "…/ab.json"));
  CHECK(differing_paths("a.json", "b.json").first == "a.json");
  CHECK(differing_paths("/data/t.json", "/data/t.json").second == "/data/t.json");
}

TEST_CASE("the step of median length is the one to look at first") {
  // Step i takes i µs more, so that of six the third is the lower median.
  TwoLoops two({}, {.mm_us = 700});
  two.wait();
  const AlignedPair& pair = *two.comparison.aligned();
  CHECK(*typical_step(pair, RunSide::A) == pair.runs.a.samples[2].range);
  CHECK(*typical_step(pair, RunSide::B) == pair.runs.b.samples[2].range);
}

TEST_CASE("events without a partner are counted in runs of them") {
  const LoneEvents lone({EventId{4}, EventId::None, EventId::None, EventId{1}});
  CHECK(lone.among(EventId{0}, 1) == 0);
  CHECK(lone.among(EventId{1}, 1) == 1);
  CHECK(lone.among(EventId{0}, 4) == 2);
  CHECK(lone.among(EventId{2}, 100) == 1);
  CHECK(lone.among(EventId{9}, 1) == 0);
  CHECK(LoneEvents().among(EventId{0}, 5) == 0);
}

}  // namespace lanescope
