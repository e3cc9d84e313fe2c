#include <string>

#include <doctest/doctest.h>

#include "core/analysis/host/recorder.h"
#include "core/export/perfetto/perfetto_writer.h"
#include "core/readers/trace_loader.h"
#include "tests/core/base/temp_folder.h"
#include "tests/core/fixtures/event_reader.h"
#include "tests/core/fixtures/trace_text.h"

using namespace lanescope;

TEST_CASE("advice about what torch.profiler left out is the same in Perfetto's format") {
  const TempFolder folder;
  TraceText text;
  text.top_level(R"("schemaVersion": 1)");
  text.slice("cpu_op", "aten::mm", "1", "1", "1", "2").kernel("gemm", "2", "3", "1");
  const auto first = load_trace(folder.write("run.json", text.text()));
  REQUIRE(first.ok());
  const std::string path = folder.path() + "/run.pftrace";
  REQUIRE_FALSE(write_perfetto_file(path, *first.value().snapshot, event_reader(first.value())));
  const auto again = load_trace(path);
  REQUIRE(again.ok());
  CHECK(again.value().snapshot->info.format == "perfetto");
  CHECK(recorder_of(*again.value().snapshot) == Recorder::TorchProfiler);
}
