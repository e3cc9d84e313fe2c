#include "core/view/events/range_stats.h"

#include <array>

#include <doctest/doctest.h>

#include "tests/core/fixtures/trace_text.h"

namespace lanescope {
namespace {

TraceText sample() {
  TraceText trace;
  trace.cpu("cpu_op", "a", "0", "100")
      .cpu("cpu_op", "b", "50", "20")
      .cpu("cpu_op", "b", "80", "10");
  trace.cpu("user_annotation", "b", "200", "5");
  trace.kernel("k", "0", "60", "1").kernel("k", "100", "50", "2");
  trace.kernel("k2", "40", "40", "3", "13");
  return trace;
}

const NameStats& named(const Snapshot& snapshot, const RangeStats& stats, std::string_view name,
                       CategoryKind kind) {
  for (const NameStats& row : stats.names) {
    if (snapshot.text(row.name) == name && row.kind == kind) return row;
  }
  FAIL("no such name");
  return stats.names.front();
}

}  // namespace

TEST_CASE("slices are counted and clipped to the range") {
  const auto snapshot = sample().load();
  const RangeStats stats = range_stats(*snapshot, {60'000, 120'000});
  CHECK(stats.complete);
  CHECK(stats.slices == 5);
  const NameStats& b = named(*snapshot, stats, "b", CategoryKind::CpuOp);
  CHECK(b.count == 2);
  CHECK(b.total_ns == 20'000);
  CHECK(b.max_ns == 10'000);
  const NameStats& k = named(*snapshot, stats, "k", CategoryKind::Kernel);
  CHECK(k.count == 1);
  CHECK(k.total_ns == 20'000);
  CHECK(k.longest == event_named(*snapshot, "k", 1));
}

TEST_CASE("one name under two kinds is two rows, the largest total comes first") {
  const auto snapshot = sample().load();
  const RangeStats stats = range_stats(*snapshot, snapshot->extent);
  CHECK(named(*snapshot, stats, "b", CategoryKind::CpuOp).count == 2);
  CHECK(named(*snapshot, stats, "b", CategoryKind::UserAnnotation).count == 1);
  for (std::size_t i = 1; i < stats.names.size(); ++i) {
    CHECK(stats.names[i - 1].total_ns >= stats.names[i].total_ns);
  }
  CHECK(stats.kinds.front().kind == CategoryKind::Kernel);
  CHECK(stats.kinds.front().total_ns == 150'000);
}

TEST_CASE("a device is as busy as the union of its streams") {
  const auto snapshot = sample().load();
  const RangeStats stats = range_stats(*snapshot, {0, 200'000});
  REQUIRE(stats.devices.size() == 1);
  CHECK(stats.devices[0].busy_ns == 130'000);
  CHECK(stats.devices[0].share == doctest::Approx(0.65));
  CHECK(device_busy_ns(*snapshot, 0, {50'000, 110'000}) == 40'000);
  CHECK(device_busy_ns(*snapshot, 7, {0, 200'000}) == 0);
}

TEST_CASE("only the tracks asked for are counted") {
  const auto snapshot = sample().load();
  const TrackId track = snapshot->find_slice(event_named(*snapshot, "k2"))->track->id;
  const RangeStats stats = range_stats(*snapshot, snapshot->extent, std::array{track});
  CHECK(stats.slices == 1);
}

TEST_CASE("a range with nothing in it has no rows") {
  const auto snapshot = sample().load();
  const RangeStats stats = range_stats(*snapshot, {1'000'000, 2'000'000});
  CHECK(stats.slices == 0);
  CHECK(stats.names.empty());
  CHECK(stats.complete);
}

TEST_CASE("a stopped computation says that it is not complete") {
  const auto snapshot = sample().load();
  std::stop_source stop;
  stop.request_stop();
  CHECK_FALSE(range_stats(*snapshot, snapshot->extent, {}, stop.get_token()).complete);
}

}  // namespace lanescope
