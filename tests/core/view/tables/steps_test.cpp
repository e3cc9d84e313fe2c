#include <string>

#include <doctest/doctest.h>

#include "core/view/tables/data_tables.h"
#include "tests/core/fixtures/trace_text.h"

namespace lanescope {

TEST_CASE("the table of steps counts the paused ones apart from those next to lost records") {
  TraceText text;
  for (int i = 0; i < 6; ++i)
    text.cpu("user_annotation", "ProfilerStep#" + std::to_string(i), std::to_string(100 * i),
             "100");
  text.slice("overhead", "Paused", "1", "\"Capture\"", "520", "20");
  text.slice("overhead", "7 records lost: the ring was full", "1", "\"Capture\"", "290", "20");
  const auto snapshot = text.load();
  const DataTable steps = steps_table({AnalysisResults(*snapshot, whole_window())}, {});
  CHECK(steps.facts.ends_with(" · excluding 1 paused · excluding 2 next to lost records"));
}

}  // namespace lanescope
