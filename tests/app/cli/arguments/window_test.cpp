#include "app/cli/arguments/window.h"

#include <doctest/doctest.h>

#include "tests/core/fixtures/trace_text.h"

using namespace lanescope;

TEST_CASE("a window that reaches past the trace ends with it") {
  TraceText trace;
  trace.slice("cpu_op", "aten::add", "1", "1", "0", "1000");
  const auto loaded = trace.load();
  const auto window = window_in_trace(parse_window("500us:90ms").value(), *loaded);
  REQUIRE(window.ok());
  CHECK(window.value().range.length_ns() == 500'000);
  const auto early = window_in_trace(parse_window("-5ms:200us").value(), *loaded);
  REQUIRE(early.ok());
  CHECK(early.value().range.length_ns() == 200'000);
}
