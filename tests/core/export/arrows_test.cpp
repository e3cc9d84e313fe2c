#include "core/export/arrows.h"

#include <algorithm>
#include <string>

#include <doctest/doctest.h>

#include "core/export/perfetto/perfetto_writer.h"
#include "tests/core/export/written_trace.h"
#include "tests/core/fixtures/snapshot_text.h"
#include "tests/core/fixtures/trace_text.h"

using namespace lanescope;

namespace {

/// One end of an arrow that a profiler of another make drew.
std::string end_of_arrow(const std::string& phase, const std::string& name, const std::string& ts,
                         const std::string& place) {
  return R"({"ph": ")" + phase + R"(", "id": 1, "cat": "", "name": ")" + name + R"(", "ts": )" +
         ts + ", " + place + R"(, "bp": "e"})";
}

/// A producer of host work, and two launches with their kernels.
TraceText launches() {
  TraceText text;
  text.slice("cpu_op", "enqueue", "1", "1", "1", "2");
  text.slice("cpu_op", "run", "1", "2", "5", "20");
  text.slice("cuda_runtime", "cudaLaunchKernel", "1", "2", "6", "2", R"("correlation": 1)");
  text.slice("cuda_runtime", "cudaLaunchKernel", "1", "2", "10", "2", R"("correlation": 2)");
  text.kernel("first", "30", "5", "1").kernel("second", "40", "5", "2");
  return text;
}

std::ptrdiff_t ends_at(const Snapshot& trace, std::string_view name) {
  return std::ranges::count(trace.flows->slice, event_named(trace, name));
}

}  // namespace

TEST_CASE("kernels get arrows from their launches where the file's arrows join other things") {
  TraceText text = launches();
  text.event(end_of_arrow("s", "producer to consumer", "1", R"("pid": 1, "tid": 1)"));
  text.event(end_of_arrow("f", "producer to consumer", "5", R"("pid": 1, "tid": 2)"));
  const Written trace(text.text());
  const std::string path = trace.folder.path() + "/second.pftrace";
  REQUIRE_FALSE(write_perfetto_file(path, *trace.before.snapshot, event_reader(trace.before)));
  const auto packets = load_trace(path);
  REQUIRE(packets.ok());
  for (const Snapshot* after : {trace.after.snapshot.get(), packets.value().snapshot.get()}) {
    CHECK(after->flows->size() == 6);
    CHECK(ends_at(*after, "first") == 1);
    CHECK(ends_at(*after, "second") == 1);
    CHECK(ends_at(*after, "run") == 1);
  }
}

TEST_CASE("a launch that an arrow of the file shows gets no second one") {
  TraceText text = launches();
  // From within the call, where no slice begins.
  text.event(end_of_arrow("s", "launch", "7", R"("pid": 1, "tid": 2)"));
  text.event(end_of_arrow("f", "launch", "30", R"("pid": 0, "tid": 7)"));
  const Written trace(text.text());
  REQUIRE(ends_at(*trace.before.snapshot, "first") == 1);
  CHECK(trace.after.snapshot->flows->size() == 4);
  CHECK(ends_at(*trace.after.snapshot, "first") == 1);
  CHECK(ends_at(*trace.after.snapshot, "second") == 1);
}
