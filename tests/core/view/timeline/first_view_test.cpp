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

TEST_CASE("a trace without slices shows what there is") {
  TraceText trace;
  trace.instant("mark", "5");
  const auto snapshot = trace.load();
  CHECK(first_view(*snapshot) == snapshot->extent);
}

}  // namespace
}  // namespace lanescope
