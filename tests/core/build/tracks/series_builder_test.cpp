#include "core/build/tracks/series_builder.h"

#include <doctest/doctest.h>

#include "tests/core/fixtures/raw_trace.h"

using namespace lanescope;

namespace {

struct BuiltSeries {
  explicit BuiltSeries(RawTrace& raw) : global(numbered_tables(raw.tables())) {
    const SeriesInput input{raw.batches(), global, 100};
    instants = build_instants(input);
    counters = build_counters(input);
  }
  [[nodiscard]] std::string text(StringId id) const { return std::string((*global.strings)[id]); }
  /// "name@time" by track and time.
  [[nodiscard]] std::string all_instants() const {
    const InstantTable& t = *instants.instants;
    std::string all;
    for (std::uint32_t i = 0; i < t.size(); ++i) {
      all += text(t.name[i]) + "@" + std::to_string(t.time_ns[i]) + " ";
    }
    return all;
  }

  GlobalTables global;
  BuiltInstants instants;
  std::vector<std::shared_ptr<const CounterTrack>> counters;
};

}  // namespace

TEST_CASE("instants stand by track and time, those of one time by name") {
  RawTrace raw(2);
  raw.instant("d", 9, "2");
  raw.instant("c", 5, "1");
  raw.begin_batch(1);
  raw.instant("b", 5, "1");
  raw.instant("a", 1, "1");
  const BuiltSeries built(raw);
  CHECK(built.all_instants() == "a@1 b@5 c@5 d@9 ");
  CHECK(built.instants.instants->first_id == EventId{100});
  CHECK(built.instants.instants->track_begin == std::vector<std::uint32_t>{0, 3, 4});
}

TEST_CASE("memory is a track a device, in time order, with its peak") {
  RawTrace raw;
  raw.memory(30, 1, -500, 100);
  raw.memory(10, 1, 600, 600);
  raw.memory(20, 0, 8, 8);
  const BuiltSeries built(raw);
  REQUIRE(built.instants.memory.size() == 2);
  CHECK(built.instants.memory[0]->device_id == 0);
  const MemoryTrack& memory = *built.instants.memory[1];
  CHECK(memory.events == 2);
  CHECK(memory.allocated[0] == 600);
  CHECK(memory.allocated[1] == 100);
  CHECK(memory.peak_allocated == 600);
  CHECK(memory.peak_reserved == 1200);
  CHECK(memory.run_max[0] == 600.0F);
  CHECK(index_of(memory.event[0]) == 100);
  CHECK(index_of(memory.event[1]) == 102);
}

TEST_CASE("without totals memory is the sum of what was taken and given back") {
  RawTrace raw;
  raw.memory(1, 0, 100);
  raw.memory(2, 0, 50);
  raw.memory(3, 0, -120);
  raw.memory(4, 0, -60);
  const BuiltSeries built(raw);
  const MemoryTrack& memory = *built.instants.memory.at(0);
  CHECK(!memory.has_totals);
  CHECK(memory.allocated[3] == -30);
  CHECK(memory.peak_allocated == 150);
}

TEST_CASE("counters are a track a series, sorted by name, with limits and runs") {
  RawTrace raw;
  for (int i = 40; i > 0; --i) raw.counter("z", "", i, i);
  raw.counter("a", "y", 1, -1);
  raw.counter("a", "x", 1, 5);
  raw.begin_batch(0);
  raw.counter("a", "y", 1, -2);  // at one time: the smaller first
  const BuiltSeries built(raw);
  REQUIRE(built.counters.size() == 3);
  CHECK(built.text(built.counters[0]->series) == "x");
  const CounterTrack& y = *built.counters[1];
  CHECK(y.events == 2);
  CHECK(y.value[0] == -2);
  CHECK(y.value[1] == -1);
  const CounterTrack& z = *built.counters[2];
  CHECK(z.time_ns[0] == 1);
  CHECK(z.min == 1);
  CHECK(z.max == 40);
  REQUIRE(z.run_max.size() == 3);
  CHECK(z.run_min[1] == 17.0F);
  CHECK(z.run_max[1] == 32.0F);
  CHECK(z.run_max[2] == 40.0F);
}
