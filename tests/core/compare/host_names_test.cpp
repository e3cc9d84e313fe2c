#include "core/compare/host_names.h"

#include <doctest/doctest.h>

#include "tests/core/compare/two_runs.h"

using namespace lanescope;

TEST_CASE("names of the host are the same, changed, added or removed by how often they come") {
  LoopTimes twice;
  twice.mm_calls = 2;
  std::vector<std::string> events = loop_events(twice);
  events.push_back(slice("cpu_op", "aten::new", "1", "2"));
  const HandMadeTrace a(loop_events({})), b(events);
  const auto runs = align_runs(*a, *b);
  REQUIRE(runs.ok());
  const auto rows = compare_host_names(*a, *b, runs.value());
  const auto row = [&](const std::string& name) {
    for (const HostNameDiff& one : rows) {
      if (one.name == name) return one;
    }
    FAIL("no row ", name);
    return rows.front();
  };
  CHECK(row("aten::add").status == DiffStatus::Same);
  CHECK(row("aten::mm").status == DiffStatus::Changed);
  CHECK(row("aten::mm").count_b == 2);
  CHECK(row("aten::new").status == DiffStatus::Added);
  CHECK(row("ProfilerStep#").status == DiffStatus::Same);
  CHECK(row("ProfilerStep#").count_a == 1);
}
