#include "core/compare/partners.h"

#include <doctest/doctest.h>

#include "tests/core/compare/two_runs.h"

using namespace lanescope;

namespace {

struct PairedRuns {
  HandMadeTrace a, b;
  AlignedRuns runs;
  Partners partners;

  PairedRuns(const std::vector<std::string>& events_a, const std::vector<std::string>& events_b)
      : a(events_a),
        b(events_b),
        runs(align_runs(*a, *b).value()),
        partners(find_partners(*a, *b, runs)) {}

  /// The n-th event of a name.
  static EventId event(const Snapshot& trace, const std::string& name, int nth) {
    for (const Track& track : trace.tracks) {
      for (const auto& chunk : track.chunks) {
        for (std::uint32_t i = 0; i < chunk->size(); ++i) {
          const std::uint32_t slice = chunk->in_time_order(i);
          if (trace.text(chunk->name[slice]) == name && nth-- == 0) return chunk->id_of(slice);
        }
      }
    }
    FAIL("no event ", name);
    return EventId::None;
  }
  [[nodiscard]] bool are_partners(const std::string& name_a, int nth_a, const std::string& name_b,
                                  int nth_b) const {
    const EventId of_a = event(*a, name_a, nth_a), of_b = event(*b, name_b, nth_b);
    return partners.in_b(of_a) == of_b && partners.in_a(of_b) == of_a;
  }
};

}  // namespace

TEST_CASE("steps are partners even if only one run times them on the GPU") {
  const PairedRuns runs(launched_every(200), launched_every(10));
  REQUIRE_FALSE(runs.runs.a.timed_on_gpu());
  REQUIRE(runs.runs.b.timed_on_gpu());
  REQUIRE(runs.runs.a.samples.size() == 3);
  REQUIRE(runs.runs.b.samples.size() == 3);
  CHECK(runs.partners.only_a == 0);
  CHECK(runs.partners.only_b == 0);
  for (int step = 0; step < 3; ++step) {
    const std::string name = "ProfilerStep#" + std::to_string(step + 1);
    CHECK(runs.are_partners(name, 0, name, 0));
    CHECK(runs.are_partners(name, 1, name, 1));  // on the host and on the GPU
    CHECK(runs.are_partners("cudaLaunchKernel", step, "cudaLaunchKernel", step));
    CHECK(runs.are_partners("gemm", step, "gemm", step));
  }
}

TEST_CASE("every event of a run has itself as its partner") {
  const PairedRuns same(loop_events({}), loop_events({}));
  CHECK(same.partners.only_a == 0);
  CHECK(same.partners.only_b == 0);
  CHECK(same.partners.pairs == same.a->slice_count);
  for (std::uint32_t i = 0; i < same.a->slice_count; ++i) {
    CHECK(same.partners.in_b(EventId{i}) == EventId{i});
  }
}

TEST_CASE("one slower event shifts nothing") {
  LoopTimes slower;
  slower.mm_us = 5000;
  const PairedRuns runs(loop_events({}), loop_events(slower));
  CHECK(runs.partners.only_a == 0);
  for (int step = 0; step < 6; ++step) {
    CHECK(runs.are_partners("gemm", step, "gemm", step));
    CHECK(runs.are_partners("add_kernel", step, "add_kernel", step));
  }
}

TEST_CASE("what comes more often in one run has no partner there") {
  LoopTimes twice;
  twice.mm_calls = 2;
  const PairedRuns runs(loop_events({}), loop_events(twice));
  CHECK(runs.partners.only_a == 0);
  // Of each of six steps an operator, a call and a kernel.
  CHECK(runs.partners.only_b == 18);
  CHECK(runs.are_partners("gemm", 1, "gemm", 2));  // the first of the second step
  CHECK(runs.partners.in_a(PairedRuns::event(*runs.b, "gemm", 1)) == EventId::None);
}

TEST_CASE("kernels of other builds are partners") {
  std::vector<std::string> renamed = loop_events({});
  for (std::string& event : renamed) {
    const std::size_t at = event.find("\"gemm\"");
    if (at != std::string::npos) event.replace(at, 6, "\"gemm<float, 4>\"");
  }
  const PairedRuns runs(loop_events({}), renamed);
  CHECK(runs.partners.only_a == 0);
  CHECK(runs.are_partners("gemm", 3, "gemm<float, 4>", 3));
}

TEST_CASE("a run with more steps keeps those that have none beside them") {
  LoopTimes longer;
  longer.steps = 8;
  const PairedRuns runs(loop_events({}), loop_events(longer));
  CHECK(runs.partners.only_a == 0);
  CHECK(runs.are_partners("gemm", 5, "gemm", 5));
  CHECK(runs.partners.in_a(PairedRuns::event(*runs.b, "gemm", 7)) == EventId::None);
}
