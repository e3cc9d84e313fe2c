// What a thread was doing at a time does not depend on where the last look was.
#include "core/analysis/idle/host_activity.h"

#include <random>
#include <vector>

#include <doctest/doctest.h>

#include "tests/core/fixtures/training_trace.h"

namespace lanescope {
namespace {

LoadedText many_steps() {
  TrainingTrace trace;
  for (int i = 0; i < 40; ++i) {
    trace.step([&] {
      for (int k = 0; k < 5; ++k) trace.op("aten::mm", "gemm", 100, 80).pause(k);
      trace.call("cudaMalloc", 20);
    });
  }
  return trace.load();
}

TEST_CASE("a cursor finds the same wherever it was before") {
  const LoadedText loaded = many_steps();
  const Snapshot& trace = *loaded.snapshot;
  const HostActivities activities(trace);
  const HostActivity& thread = activities.of(activities.step_thread());
  HostActivityCursor near(thread);
  std::mt19937_64 random(3);
  const auto look = [&](Ns time_ns) {
    HostActivityCursor fresh(thread);
    CHECK(near.segment_at(time_ns).begin_ns == fresh.segment_at(time_ns).begin_ns);
    CHECK(near.segment_at(time_ns).begin_ns <= time_ns);
    CHECK(near.segment_at(time_ns).cause == fresh.segment_at(time_ns).cause);
  };
  const TimeRange extent = trace.extent;
  for (Ns time_ns = extent.begin_ns; time_ns < extent.end_ns; time_ns += 1'700) look(time_ns);
  for (Ns time_ns = extent.end_ns; time_ns > extent.begin_ns; time_ns -= 2'300) look(time_ns);
  for (int i = 0; i < 2'000; ++i)
    look(extent.begin_ns +
         static_cast<Ns>(random() % static_cast<std::uint64_t>(extent.length_ns())));
  look(kMinNs);
  look(kMaxNs);
}

TEST_CASE("the parts that a cursor visits cover the range, from anywhere") {
  const LoadedText loaded = many_steps();
  const HostActivities activities(*loaded.snapshot);
  HostActivityCursors threads(*loaded.snapshot, activities);
  const TimeRange extent = loaded.snapshot->extent;
  std::mt19937_64 random(5);
  for (int i = 0; i < 300; ++i) {
    const Ns from_ns = extent.begin_ns + static_cast<Ns>(random() % 1'000'000);
    const TimeRange range{from_ns, from_ns + static_cast<Ns>(random() % 300'000)};
    Ns until_ns = range.begin_ns;
    threads.of(activities.step_thread())
        .visit(range, [&](TimeRange part, const HostSegment& segment) {
          CHECK(part.begin_ns == until_ns);
          CHECK(segment.begin_ns <= part.begin_ns);
          until_ns = part.end_ns;
        });
    CHECK(until_ns == range.end_ns);
  }
  // Nothing is known of what is no thread of the host.
  CHECK(threads.of(TrackId::None).segment_at(0).what == IdleClass::Untraced);
}

}  // namespace
}  // namespace lanescope
