#include "app/cli/events/search_hint.h"

#include <doctest/doctest.h>

#include "tests/core/fixtures/load_text.h"
#include "tests/core/fixtures/trace_text.h"

namespace lanescope {

TEST_CASE("a category that the trace does not have is told, with those it has") {
  TraceText text;
  text.cpu("cpu_op", "aten::mm", "10", "5");
  text.cpu("cuda_runtime", "cudaLaunchKernel", "11", "1");
  const auto trace = load_text(text.text());
  const auto hint = [&](const char* expression) {
    return search_hint(*trace, parse_event_query(expression).value());
  };
  CHECK(hint("cat:kernels") ==
        "the trace has no category 'kernels'; its categories are cpu_op, cuda_runtime");
  CHECK(hint("cat:cpu_op nothing").empty());
  CHECK(hint("-cat:kernels").empty());
  CHECK(hint("gemm").empty());
  CHECK(hint("Cat:kernels").starts_with("the trace has no category 'kernels'"));
  CHECK(hint("duration>1ms") == "'duration' is not a field; did you mean dur?");
}

}  // namespace lanescope
