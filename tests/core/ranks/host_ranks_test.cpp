// Ranks of a run without GPUs, whose collectives are on the host. Times are in µs.
#include <doctest/doctest.h>

#include "core/analysis/host/site.h"
#include "tests/core/ranks/late_rank.h"

using namespace lanescope;

namespace {

constexpr Ns kUs = 1000;

/// Five steps of 1,000 of the training loop, whose gradients are reduced on another thread from
/// `ready_us` to 900 of each. Sleeps for `sleep_us` before.
HandMadeTrace loop_with_gloo(int ready_us, int sleep_us) {
  std::vector<std::string> events;
  for (int step = 0; step < 5; ++step) {
    const int begin = 1000 * step;
    const auto at = [](int us) { return std::to_string(us); };
    events.push_back(slice("user_annotation", "ProfilerStep#" + at(step), at(begin), "990"));
    events.push_back(slice("cpu_op", "aten::mm", at(begin + ready_us - 50), "40"));
    if (sleep_us > 0)
      events.push_back(
          slice("python_function", "<built-in function sleep>", at(begin + 10), at(sleep_us)));
    events.push_back(slice("user_annotation", "gloo:all_reduce", at(begin + ready_us),
                           at(900 - ready_us), "", "1", "2"));
  }
  return HandMadeTrace(events);
}

}  // namespace

TEST_CASE("a late rank of a run with gloo is named, with what its host did") {
  const HandMadeTrace early = loop_with_gloo(100, 0), late = loop_with_gloo(800, 700);
  const RunAnalysis run = compare_ranks(facts_of({&early, &late}));
  CHECK(run.clocks[1].state == ClockState::Aligned);
  CHECK(run.matched.collectives.size() == 5);
  REQUIRE(run.stragglers.worst() != nullptr);
  const StragglerRow& worst = *run.stragglers.worst();
  CHECK(worst.rank == 1);
  CHECK(worst.times_last == 5);
  CHECK(worst.wait_caused_ns == 5 * 700 * kUs);
  CHECK(worst.cause.culprit == "<built-in function sleep>");
  CHECK(late->text(slice_name(*late, worst.cause.culprit_event)) == "<built-in function sleep>");
  CHECK(run.summary.find("rank 1 arrived last at 5 of 5 collectives") != std::string::npos);
  CHECK(run.summary.find("more host time, Python in <built-in function sleep>") !=
        std::string::npos);
  CHECK(run.summary.find("GPU") == std::string::npos);
  REQUIRE(run.findings.size() == 1);
  CHECK(run.findings[0].title.find("Rank 1 is a straggler") != std::string::npos);
  for (const FindingEvidence& evidence : run.findings[0].evidence)
    CHECK(evidence.text.head.find("GPU") == std::string::npos);
  CHECK(run.findings[0].high_pct > 50);
}

TEST_CASE("ranks with gloo that arrive together hold nobody up") {
  const HandMadeTrace one = loop_with_gloo(100, 0), two = loop_with_gloo(100, 0);
  const RunAnalysis run = compare_ranks(facts_of({&one, &two}));
  CHECK(run.clocks[1].state == ClockState::Aligned);
  CHECK(run.findings.empty());
}
