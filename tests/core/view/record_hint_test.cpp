#include "core/view/record_hint.h"

#include <set>
#include <string_view>

#include <doctest/doctest.h>

#include "tests/core/fixtures/trace_text.h"

namespace lanescope {

TEST_CASE("whatever a trace or a recording lacks has words of its own, and an advice") {
  Snapshot trace = *TraceText().kernel("a", "20", "30", "1").load();
  for (const char* format : {"", "lanescope-capture"}) {
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

}  // namespace lanescope
