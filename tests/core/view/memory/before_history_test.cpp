// Blocks of a memory snapshot that its history does not allocate.
#include <string>

#include <doctest/doctest.h>

#include "core/analysis/results.h"
#include "core/readers/trace_loader.h"
#include "core/view/details/model.h"
#include "core/view/details/text.h"
#include "core/view/memory/rows.h"
#include "core/view/memory/text.h"
#include "tests/core/base/temp_folder.h"
#include "tests/core/fixtures/pickle_text.h"

namespace lanescope {
namespace {

std::string entry(const char* action, int address, int bytes, int time_us) {
  return pickled::dict({{"action", pickled::text(action)},
                        {"addr", pickled::integer(address)},
                        {"size", pickled::integer(bytes)},
                        {"stream", pickled::integer(0)},
                        {"time_us", pickled::integer(time_us)},
                        {"frames", pickled::list({})}});
}

/// Of 100 bytes in use at the end no allocation is known, nor of the 200 that are freed first.
std::string snapshot_pickle() {
  const std::string block = pickled::dict({{"address", pickled::integer(1000)},
                                           {"size", pickled::integer(100)},
                                           {"state", pickled::text("active_allocated")}});
  const std::string segment = pickled::dict({{"device", pickled::integer(0)},
                                             {"address", pickled::integer(1000)},
                                             {"total_size", pickled::integer(4096)},
                                             {"allocated_size", pickled::integer(100)},
                                             {"stream", pickled::integer(0)},
                                             {"blocks", pickled::list({block})}});
  const std::string history =
      pickled::list({entry("alloc", 1300, 700, 20), entry("free_requested", 1300, 700, 30),
                     entry("free_requested", 1100, 200, 40)});
  return pickled::file(pickled::dict(
      {{"segments", pickled::list({segment})}, {"device_traces", pickled::list({history})}}));
}

struct Loaded {
  TempFolder folder;
  Result<LoadedTrace> result = load_trace(folder.write("memory.pickle", snapshot_pickle()));
};

TEST_CASE("blocks without an allocation in a snapshot's history are told as allocated before it") {
  const Loaded loaded;
  REQUIRE(loaded.result.ok());
  const Snapshot& trace = *loaded.result.value().snapshot;
  const MemoryTable table = analyse_memory({trace, whole_window()});
  REQUIRE(table.devices.size() == 1);
  CHECK(memory_facts(trace, table.devices[0]).find("300 B allocated before the snapshot's") !=
        std::string::npos);
  const DeviceBlocks device = read_device_blocks(trace, {}).front();
  const BlockSources sources;
  CHECK(peak_sentence({trace, device, sources}, table.devices[0]) ==
        "At peak, 700 B (70 %) was allocated without a stack; 300 B (30 %) was allocated before "
        "the snapshot's history");
}

TEST_CASE("such blocks are no allocations of the history") {
  const Loaded loaded;
  REQUIRE(loaded.result.ok());
  const Snapshot& trace = *loaded.result.value().snapshot;
  const MemoryDevice device = analyse_memory({trace, whole_window()}).devices.at(0);
  CHECK(device.allocations == 3);
  CHECK(device.allocated_bytes == 1000);
  CHECK(device.before_history_allocations == 2);
  CHECK(device.before_history_allocated_bytes == 300);
}

TEST_CASE("what a snapshot counts beyond its blocks is rounding, in a trace it is from before") {
  const Loaded loaded;
  REQUIRE(loaded.result.ok());
  CHECK(unlisted_memory(*loaded.result.value().snapshot, 508) ==
        "508 B more due to the allocator's rounding");
  CHECK(unlisted_memory(Snapshot(), 508) == "508 B allocated before the trace");
}

TEST_CASE("details of such a block have no time of its allocation") {
  const Loaded loaded;
  REQUIRE(loaded.result.ok());
  const Snapshot& trace = *loaded.result.value().snapshot;
  const MemoryTrack& memory = *trace.memory.at(0);
  REQUIRE(memory.events == 5);
  // By address: first the block in use at the end, then the freed one.
  for (const std::size_t record : {0U, 1U, 4U}) {
    const auto block = allocation_at(trace, memory.event[record], memory.time_ns[record]);
    REQUIRE(block);
    CHECK_FALSE(block->allocation);
    CHECK_FALSE(block->alive_ns);
    CHECK(block->release.has_value() == (record != 0));
  }
  bool says_so = false;
  for (const DetailSection& section :
       details_text(trace, build_details(trace, memory.event[0])).sections)
    for (const DetailLine& line : section.lines)
      says_so = says_so || line.value == "Allocated before the snapshot's history";
  CHECK(says_so);
  for (const std::size_t record : {0U, 2U})
    CHECK(details_text(trace, build_details(trace, memory.event[record]))
              .subtitle.starts_with("memory event · "));
  const auto known = allocation_at(trace, memory.event[2], memory.time_ns[2]);
  REQUIRE(known);
  CHECK(known->allocation);
  CHECK(known->alive_ns == 10'000);
}

}  // namespace
}  // namespace lanescope
