// Every report about traces that no profiler should write: windows, steps and gaps of no length,
// one event alone, everything at one instant, numbers at their limits.
#include <doctest/doctest.h>

#include "tests/app/cli/report/all_reports.h"
#include "tests/core/fixtures/hostile_traces.h"

using namespace lanescope;

TEST_CASE("every report about a hostile trace is printed, with numbers that are some") {
  for (const HostileTrace& trace : hostile_traces()) {
    CAPTURE(trace.name);
    const auto loaded = load_trace(memory_byte_source(trace.text), trace.name, {});
    REQUIRE(loaded.ok());
    const LoadReport& report = loaded.value().snapshot->report;
    CHECK(report.kept + report.listed == loaded.value().snapshot->counts.total);
    for (const PrintedReport& printed : all_reports(loaded.value())) {
      CHECK(!printed.text.empty());
      CHECK(report_faults(printed) == "");
    }
  }
}
