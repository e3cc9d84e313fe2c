#include "core/view/text/same_name.h"

#include <numeric>

#include <doctest/doctest.h>

#include "tests/core/fixtures/trace_text.h"

namespace lanescope {
namespace {

TraceText sample() {
  TraceText trace;
  trace.cpu("cpu_op", "x", "0", "10")
      .cpu("cpu_op", "x", "100", "40")
      .cpu("cpu_op", "x", "200", "20");
  trace.slice("cpu_op", "x", "100", "101", "50", "30").cpu("cpu_op", "y", "300", "999");
  trace.cpu("user_annotation", "x", "5000", "9");
  return trace;
}

}  // namespace

TEST_CASE("an event is placed among all of its name, on all threads") {
  const auto snapshot = sample().load();
  const DetailsSameName same = same_name_stats(*snapshot, event_named(*snapshot, "x", 3));
  CHECK(same.count == 4);
  CHECK(same.ordinal == 4);
  CHECK(same.rank == 3);
  CHECK(same.min_ns == 10'000);
  CHECK(same.max_ns == 40'000);
  CHECK(same.total_ns == 100'000);
  CHECK(same.p50_ns == 25'000);
  CHECK(same.p95_ns == 38'500);
}

TEST_CASE("the histogram holds everyone and knows its own bar") {
  const auto snapshot = sample().load();
  const DetailsSameName same = same_name_stats(*snapshot, event_named(*snapshot, "x", 2), 3);
  CHECK(same.histogram == std::vector<std::uint32_t>{1, 1, 2});
  CHECK(same.own_bin == 2);
}

TEST_CASE("a name that occurs once is first and last") {
  const auto snapshot = sample().load();
  const DetailsSameName same = same_name_stats(*snapshot, event_named(*snapshot, "y"));
  CHECK(same.count == 1);
  CHECK(same.rank == 1);
  CHECK(same.ordinal == 1);
  CHECK(same.p50_ns == 999'000);
  CHECK(std::accumulate(same.histogram.begin(), same.histogram.end(), 0U) == 1);
}

TEST_CASE("unknown ids have no statistics") {
  CHECK(same_name_stats(*sample().load(), EventId::None).count == 0);
}

}  // namespace lanescope
