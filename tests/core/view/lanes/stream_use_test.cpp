#include "core/view/lanes/stream_use.h"

#include <doctest/doctest.h>
#include <fmt/format.h>

#include "tests/core/fixtures/trace_text.h"

namespace lanescope {
namespace {

StreamUse use_of(const Snapshot& snapshot, std::int64_t stream, TimeRange window) {
  RoleTable roles(snapshot.strings);
  for (const Track& track : snapshot.tracks) {
    if (track.kind == TrackKind::GpuStream && track.stream == stream) {
      return stream_use(snapshot, track, {window, window.length_ns()}, roles);
    }
  }
  FAIL("no such stream");
  return {};
}

}  // namespace

TEST_CASE("a stream is what most of its busy time is, not most of its events") {
  TraceText trace;
  trace.kernel("ncclDevKernel_AllReduce", "0", "900", "1");
  for (int i = 0; i < 50; ++i) trace.kernel("add", fmt::format("{}", 1000 + i * 2), "1", "2");
  const StreamUse use = use_of(*trace.load(), 7, {0, 1'900'000});
  CHECK(use.role == LaneRole::Communication);
  CHECK(use.busy == doctest::Approx(0.5).epsilon(0.01));
}

TEST_CASE("work that runs at once is not counted twice") {
  TraceText trace;
  trace.kernel("a", "0", "100", "1").kernel("b", "50", "100", "2").kernel("end", "300", "0", "3");
  const StreamUse use = use_of(*trace.load(), 7, {0, 300'000});
  CHECK(use.busy == doctest::Approx(0.5).epsilon(0.01));
}

TEST_CASE("a stream of events without length still has a role") {
  TraceText trace;
  trace.slice("gpu_memcpy", "Memcpy HtoD", "0", "3", "5", "0", R"("device":0,"stream":3)");
  const StreamUse use = use_of(*trace.load(), 3, {0, 10'000});
  CHECK(use.role == LaneRole::Copies);
  CHECK(use.busy == 0);
}

TEST_CASE("shares are of the steps where there are steps") {
  TraceText trace;
  trace.cpu("cpu_op", "warm up", "0", "5000");
  trace.cpu("user_annotation", "ProfilerStep#1", "6000", "100");
  trace.cpu("user_annotation", "ProfilerStep#2", "6100", "100");
  CHECK(use_window(*trace.load(), 0).range == TimeRange{6'000'000, 6'200'000});
  TraceText without;
  without.cpu("cpu_op", "a", "5", "10").kernel("k", "20", "10", "1");
  CHECK(use_window(*without.load(), 0).range == TimeRange{20'000, 30'000});
}

TEST_CASE("the steps last until the GPU work of the last ends") {
  TraceText trace;
  trace.cpu("user_annotation", "ProfilerStep#1", "0", "10");
  trace.cpu("user_annotation", "ProfilerStep#2", "10", "10");
  trace.cpu("cuda_runtime", "cudaLaunchKernel", "2", "1", R"("correlation": 1)");
  trace.cpu("cuda_runtime", "cudaLaunchKernel", "12", "1", R"("correlation": 2)");
  trace.cpu("cuda_runtime", "cudaLaunchKernel", "30", "1", R"("correlation": 3)");
  trace.kernel("a", "5", "100", "1").kernel("a", "105", "95", "2").kernel("b", "200", "100", "3");
  const auto snapshot = trace.load();
  // The last kernel was launched after the steps.
  CHECK(use_window(*snapshot, 0).range == TimeRange{0, 200'000});
  CHECK(use_of(*snapshot, 7, {0, 200'000}).busy == doctest::Approx(0.975).epsilon(0.01));
}

TEST_CASE("shares are of the time that was recorded") {
  TraceText trace;
  trace.kernel("a", "0", "10", "1").kernel("b", "70", "30", "2");
  trace.slice("overhead", "Paused", "1", "\"Capture\"", "20", "40");
  const auto snapshot = trace.load();
  const UseWindow window = use_window(*snapshot, 0);
  CHECK(window.range == TimeRange{0, 100'000});
  CHECK(window.recorded_ns == 60'000);
  RoleTable roles(snapshot->strings);
  for (const Track& track : snapshot->tracks) {
    if (track.kind != TrackKind::GpuStream) continue;
    CHECK(stream_use(*snapshot, track, window, roles).busy ==
          doctest::Approx(40.0 / 60).epsilon(0.01));
  }
}

}  // namespace lanescope
