#include "app/panes/details/what_to_click.h"

#include <doctest/doctest.h>

#include "tests/core/fixtures/trace_text.h"

namespace lanescope {
namespace {

bool speaks_of_launches(const Snapshot& trace) {
  return what_to_click(trace).find("launch") != std::string_view::npos;
}

}  // namespace

TEST_CASE("a trace with operators promises launches, one of samples only its stacks") {
  Snapshot trace = *TraceText().cpu("cpu_op", "aten::mm", "0", "10").load();
  CHECK(speaks_of_launches(trace));
  for (Track& track : trace.tracks) track.kind = TrackKind::ThreadSamples;
  CHECK_FALSE(speaks_of_launches(trace));
  CHECK(what_to_click(trace).find("stack") != std::string_view::npos);
}

}  // namespace lanescope
