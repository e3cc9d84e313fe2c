#include "core/view/text/record_hint.h"

#include <set>
#include <string_view>

#include <doctest/doctest.h>

#include "core/view/text/lacks_kernels.h"
#include "tests/core/fixtures/trace_text.h"

namespace lanescope {

TEST_CASE("whatever a trace or a recording lacks has words of its own, and an advice") {
  Snapshot trace = *TraceText().kernel("a", "20", "30", "1").load();
  for (const char* format :
       {"", "lanescope-capture", "nsys-sqlite", "xplane", "rpd", "collapsed-stacks", "perfetto"}) {
    trace.info.format = format;
    CAPTURE(format);
    std::set<std::string_view> seen;
    for (std::size_t i = 0; i < kRecordables; ++i) {
      const std::string_view hint = record_hint(trace, static_cast<Recordable>(i));
      CAPTURE(hint);
      CHECK(hint.starts_with("No "));
      const std::size_t colon = hint.find(": ");
      REQUIRE(colon != std::string_view::npos);
      CHECK(hint.size() > colon + 10);
      CHECK(seen.insert(hint).second);
    }
  }
}

TEST_CASE("what both runs need is advised in terms of the tool that recorded both") {
  Snapshot a = *TraceText().kernel("a", "20", "30", "1").load(), b = a;
  CHECK(both_need(a, b, Recordable::PythonFrames) ==
        "needs Python frames in both runs; record with with_stack=True");
  CHECK(both_need(a, b, Recordable::Allocations) ==
        "needs allocations in both runs; record with profile_memory=True");
  a.info.format = "nsys-sqlite";
  CHECK(both_need(a, b, Recordable::PythonFrames) == "needs Python frames in both runs");
  b.info.format = "nsys-sqlite";
  CHECK(both_need(a, b, Recordable::Allocations) ==
        "needs allocations in both runs; Nsight Systems exports contain no allocations by PyTorch "
        "(memory lanes, if any, show what CUDA holds)");
}

TEST_CASE("a trace of another recorder is told what to do, and not more than is true") {
  Snapshot trace = *TraceText().kernel("a", "20", "30", "1").load();
  trace.info.format = "perfetto";
  CHECK(record_hint(trace, Recordable::Shapes) ==
        "No input shapes: only Perfetto traces by torch.profiler contain input shapes");
  // A rocpd file can have memory lanes.
  trace.info.format = "rocpd";
  CHECK(record_hint(trace, Recordable::Allocations) ==
        "No allocations: ROCm profiler traces contain no allocations by PyTorch (memory lanes, if "
        "any, show what HIP holds)");
}

TEST_CASE("what was not read is not said to be missing, and an empty file says so") {
  const TraceText text = TraceText().cpu("cpu_op", "a", "1", "2");
  Snapshot trace = *text.load();
  CHECK(unread_hint(trace).empty());
  trace.report.complete = false;
  CHECK(record_hint(trace, Recordable::GpuWork).starts_with("No GPU events were read"));
  CHECK(record_hint(trace, Recordable::Shapes).starts_with("No input shapes: "));
  CHECK(unread_hint(trace).ends_with("the file is truncated"));
  trace.report.stopped = true;
  CHECK(unread_hint(trace).ends_with("before loading was stopped"));
  // What there is of the GPU was read.
  Snapshot copies = *TraceText().kernel("a", "20", "30", "1").load();
  copies.report.complete = false;
  CHECK(unread_hint(copies).empty());
  CHECK(record_hint(copies, Recordable::GpuWork).starts_with("No kernels: "));
  const auto empty = TraceText().load();
  CHECK(record_hint(*empty, Recordable::GpuWork) == "This file has no events");
  CHECK(record_hint(*empty, Recordable::Operators) == "This file has no events");
}

TEST_CASE("events of the host are missed where there are only those of a GPU, or marks") {
  CHECK_FALSE(lacks_host_events(*TraceText().cpu("cpu_op", "aten::mm", "0", "10").load()));
  CHECK_FALSE(
      lacks_host_events(*TraceText().cpu("python_sample", "train.py(9): main", "0", "10").load()));
  CHECK(lacks_host_events(*TraceText().kernel("a", "20", "30", "1").load()));
  CHECK(lacks_host_events(*TraceText().instant("here", "5").load()));
  CHECK_FALSE(lacks_host_events(Snapshot()));
}

TEST_CASE("Python stacks without modules do not ask for Python stacks") {
  const auto trace = TraceText().cpu("python_function", "train.py(3): step", "1", "2").load();
  CHECK(record_hint(*trace, Recordable::Modules).find("newer PyTorch") != std::string_view::npos);
  CHECK(record_hint(*trace, Recordable::Modules).find("with_stack") == std::string_view::npos);
}

}  // namespace lanescope
