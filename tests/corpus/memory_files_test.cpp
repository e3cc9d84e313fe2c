// Snapshots and timelines of memory against what others found in them.
#include <algorithm>
#include <array>

#include <doctest/doctest.h>

#include "core/analysis/registry.h"
#include "core/analysis/results.h"
#include "tests/corpus/corpus.h"

using namespace lanescope;

TEST_CASE("the raw memory timeline of HTA has its points and their sizes") {
  const auto trace = corpus_trace("other-formats/memory-timeline-raw-hta.json.gz");
  constexpr std::array<std::pair<std::string_view, double>, 8> kAtPoint744 = {
      {{"Parameter", 102440608},
       {"Optimizer state", 102228128},
       {"Input", 19395584},
       {"Temporary", 0},
       {"Activation", 2618160128},
       {"Gradient", 58417152},
       {"Autograd detail", 41811968},
       {"Unknown", 25494440}}};
  REQUIRE(trace->counters.size() == kAtPoint744.size());
  for (const auto& [series, bytes] : kAtPoint744) {
    const auto counter =
        std::find_if(trace->counters.begin(), trace->counters.end(),
                     [&](const auto& track) { return trace->text(track->series) == series; });
    REQUIRE(counter != trace->counters.end());
    CHECK((*counter)->events == 7'721);
    CHECK((*counter)->value[744] == bytes);
  }
}

TEST_CASE("the sums of a memory timeline are all there") {
  const auto trace = corpus_trace("other-formats/memory-timeline-galore.json.gz");
  REQUIRE(trace->counters.size() == 8);
  for (const auto& counter : trace->counters) CHECK(counter->events == 25'043);
}

TEST_CASE("a memory snapshot's blocks are paired up to what its segments hold") {
  const auto trace = corpus_trace("other-formats/memory-snapshot-cs336-windows.pickle");
  const MemoryTable table = analyse_memory({*trace, whole_window()});
  REQUIRE(table.devices.size() == 1);
  const MemoryDevice& gpu = table.devices[0];
  CHECK(gpu.pairs == 1'721);  // each free of the history
  CHECK(gpu.unmatched_frees == 0);
  CHECK(gpu.open_at_end == 229);  // each block in use in the segments
  const MemoryTrack& memory = *trace->memory[0];
  CHECK(memory.allocated[memory.events - 1] == 1'377'753'600);
  CHECK(memory.peak_reserved == 14'180'941'824);
}
