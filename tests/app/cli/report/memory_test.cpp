#include "core/analysis/memory/memory.h"

#include <doctest/doctest.h>
#include <fmt/format.h>

#include "app/cli/report/report.h"
#include "core/analysis/results.h"
#include "tests/core/fixtures/trace_text.h"

using namespace lanescope;

TEST_CASE("blocks from before a snapshot's history are not reported as allocations of it") {
  TraceText trace;
  const auto block = [&](const char* category, int address, int bytes, int total) {
    trace.event(fmt::format(
        R"({{"ph":"i","s":"t","cat":"{}","name":"[memory]","pid":0,"tid":"stream 0","ts":{},)"
        R"("args":{{"Device Type":1,"Device Id":0,"Addr":{},"Bytes":{},"Total Allocated":{},)"
        R"("Total Reserved":4096}}}})",
        category, address, address, bytes, total));
  };
  block("allocated_before_history", 1, 100, 100);
  block("allocated_before_history", 2, 200, 300);
  block("cpu_instant_event", 3, 700, 1000);
  const auto loaded = trace.load();
  const ReadEvent read;
  const ReportInput in{*loaded, whole_window(), read, {}};
  const std::string text = to_text(in, *in.of<MemoryTable>());
  CHECK(text.find("  1 allocation (700 B total), 0 frees (0 B total)\n") != text.npos);
}
