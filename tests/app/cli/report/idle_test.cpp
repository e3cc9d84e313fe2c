#include "core/analysis/idle/idle.h"

#include <doctest/doctest.h>

#include "app/cli/report/report.h"
#include "core/analysis/results.h"
#include "tests/core/fixtures/trace_text.h"

using namespace lanescope;

TEST_CASE("the report of idle time leaves out the pauses of the recording, and says so") {
  TraceText trace;
  trace.kernel("a", "0", "100", "1").kernel("b", "900", "100", "2");
  const auto text_of = [&] {
    const auto loaded = trace.load();
    const ReadEvent read;
    const ReportInput in{*loaded, whole_window(), read, {}};
    return to_text(in, analyse_idle({*loaded, in.window}));
  };
  CHECK(text_of().starts_with("GPU 0: idle 800.0 µs of 1.000 ms (80.0 %) in 1 gap\n"));
  trace.slice("overhead", "Paused", "1", "\"Capture\"", "200", "600");
  CHECK(
      text_of().starts_with("GPU 0: idle 200.0 µs of 400.0 µs (50.0 %) in 1 gap, excluding 600.0 "
                            "µs while the recording was paused\n"));
}
