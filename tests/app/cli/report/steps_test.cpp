#include "core/analysis/steps/steps.h"

#include <doctest/doctest.h>

#include "app/cli/report/report.h"
#include "core/analysis/results.h"
#include "tests/core/fixtures/trace_text.h"

using namespace lanescope;

TEST_CASE("a report tells of each step whether the recording was paused in it or lost records") {
  TraceText trace;
  for (int i = 0; i < 5; ++i)
    trace.cpu("user_annotation", "ProfilerStep#" + std::to_string(i), std::to_string(100 * i),
              "100");
  trace.slice("overhead", "Paused", "1", "\"Capture\"", "120", "20");
  trace.slice("overhead", "7 records lost: the ring was full", "1", "\"Capture\"", "320", "20");
  const auto loaded = trace.load();
  const ReadEvent read;
  const ReportInput in{*loaded, whole_window(), read, {}};
  const Json report = to_json(in, analyse_steps({*loaded, in.window}));
  REQUIRE(report["steps"].size() == 5);
  for (std::size_t i = 0; i < 5; ++i) {
    CAPTURE(i);
    CHECK(report["steps"][i]["paused"] == (i == 1));
    CHECK(report["steps"][i]["lossy"] == (i == 3));
  }
}
