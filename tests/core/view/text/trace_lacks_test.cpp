#include "core/view/text/trace_lacks.h"

#include <doctest/doctest.h>

#include "tests/core/fixtures/trace_text.h"

namespace lanescope {

TEST_CASE("a trace lacks what it has no event of, and nothing while it is loaded") {
  const auto marks = TraceText().instant("here", "5").load();
  const Snapshot preview;
  for (bool (*lacks)(const Snapshot&) : {lacks_operators, lacks_durations, lacks_steps,
                                         lacks_modules, lacks_compiled_code, lacks_allocations}) {
    CHECK(lacks(*marks));
    CHECK_FALSE(lacks(preview));
  }
  const auto full = TraceText()
                        .cpu("user_annotation", "ProfilerStep#1", "0", "100")
                        .cpu("cpu_op", "CompiledFunction", "10", "20")
                        .cpu("cpu_op", "nn.Module: Linear_0", "12", "5")
                        .instant("[memory]", "11",
                                 R"("Device Type":1,"Device Id":0,"Bytes":512,"Addr":16,)"
                                 R"("Total Allocated":512,"Total Reserved":4096)")
                        .load();
  for (bool (*lacks)(const Snapshot&) : {lacks_operators, lacks_durations, lacks_steps,
                                         lacks_modules, lacks_compiled_code, lacks_allocations})
    CHECK_FALSE(lacks(*full));
}

TEST_CASE("a file of allocations only has no event that takes time") {
  const auto allocation = [](TraceText text) {
    return text
        .instant("[memory]", "11",
                 R"("Device Type":1,"Device Id":0,"Bytes":512,"Addr":16,)"
                 R"("Total Allocated":512,"Total Reserved":4096)")
        .load();
  };
  CHECK(has_only_allocations(*allocation(TraceText())));
  CHECK_FALSE(has_only_allocations(*allocation(TraceText().cpu("cpu_op", "aten::mm", "5", "9"))));
  CHECK_FALSE(has_only_allocations(*TraceText().instant("here", "5").load()));
  CHECK_FALSE(has_only_allocations(Snapshot()));
}

TEST_CASE("annotations are modules where there are no others, but not those of PyTorch itself") {
  CHECK(lacks_modules(*TraceText().cpu("user_annotation", "ProfilerStep#1", "0", "9").load()));
  CHECK_FALSE(lacks_modules(*TraceText().cpu("user_annotation", "encoder", "0", "9").load()));
  CHECK_FALSE(
      lacks_modules(*TraceText().cpu("python_function", "model.py(12): forward", "0", "9").load()));
}

}  // namespace lanescope
