#include "core/analysis/gpu_time/roofline.h"

#include <doctest/doctest.h>

#include "app/cli/report/report.h"
#include "core/analysis/results.h"
#include "tests/core/analysis/gpu_time/roofline_trace.h"

namespace lanescope {

TEST_CASE("the report of the roofline says of what a share is modeled: copies are part of it") {
  TraceText trace;
  trace.top_level(kV100);
  add_op(trace, 0, "aten::mul", shapes("[[1048576],[1048576]]", "float"), "elementwise", "20");
  trace.slice("gpu_memcpy", "Memcpy HtoD (Pinned -> Device)", "0", "7", "200", "30",
              R"("device": 0, "stream": 7)");
  const LoadedText loaded = load_with_source(trace);
  const ReadEvent read = [&](EventId event) { return loaded.json(event); };
  const ReportInput in{*loaded.snapshot, whole_window(), read, {}};
  const std::string text = to_text(in, analyse_roofline({*loaded.snapshot, whole_window(), read}));
  CHECK_MESSAGE(
      text.starts_with("GPU 0: 40.0 % of 50.00 µs of compute, copies and memsets modeled"), text);
}

}  // namespace lanescope
