#include <string>

#include <doctest/doctest.h>

#include "core/view/timeline/busiest_tracks.h"
#include "tests/core/fixtures/trace_text.h"

namespace lanescope {
namespace {

TraceText busy_second() {
  TraceText trace;
  for (int i = 0; i < 200; ++i) {
    trace.cpu("cpu_op", "aten::mm", std::to_string(900'000'000 + i * 5000), "4000");
  }
  return trace;
}

TEST_CASE("everything is shown first") {
  const auto snapshot = busy_second().load();
  CHECK(first_view(*snapshot) == snapshot->extent);
}

TEST_CASE("a stray event far off does not make the rest vanish") {
  const auto snapshot = busy_second().slice("cpu_op", "stray", "5", "5", "7", "1").load();
  const TimeRange view = first_view(*snapshot);
  CHECK(snapshot->extent.length_ns() > 890'000'000'000);
  CHECK(view.length_ns() < 1'100'000'000);
  CHECK(view.begin_ns <= 900'000'000'000);
  CHECK(view.end_ns >= 900'999'000'000);
}

/// 200 calls on the host, each of `call_us` right after the other, and a kernel.
TraceText host_and_kernel(int call_us, const std::string& kernel_at_us,
                          const std::string& kernel_us) {
  TraceText trace;
  for (int i = 0; i < 200; ++i) {
    trace.cpu("cpu_op", "start_trace", std::to_string(i * call_us), std::to_string(call_us));
  }
  trace.kernel("gemm", kernel_at_us, kernel_us, "1");
  return trace;
}

TEST_CASE("GPU work that would be a hairline is shown first, with the host around it") {
  const auto snapshot = host_and_kernel(50'000, "9000000", "13000").load();
  const TimeRange view = first_view(*snapshot);
  CHECK(snapshot->extent.length_ns() == 10'000'000'000);
  CHECK(view.begin_ns < snapshot->extent.begin_ns + 9'000'000'000);
  CHECK(view.end_ns > snapshot->extent.begin_ns + 9'013'000'000);
  CHECK(view.length_ns() < 40'000'000);
}

TEST_CASE("GPU work that takes a visible part of a trace leaves the host in the first view") {
  const auto snapshot = host_and_kernel(50'000, "7000000", "2000000").load();
  CHECK(first_view(*snapshot) == snapshot->extent);
}

TEST_CASE("a short trace is shown as a whole, however little of it is GPU work") {
  const auto snapshot = host_and_kernel(4'000, "700000", "50").load();
  CHECK(first_view(*snapshot) == snapshot->extent);
}

TEST_CASE("a trace without slices shows what there is") {
  TraceText trace;
  trace.instant("mark", "5");
  const auto snapshot = trace.load();
  CHECK(first_view(*snapshot) == snapshot->extent);
}

}  // namespace
}  // namespace lanescope
