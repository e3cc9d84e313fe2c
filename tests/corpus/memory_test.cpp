// Memory numbers that others published, and the live set against a plain count.
#include <algorithm>
#include <filesystem>
#include <string>
#include <vector>

#include <doctest/doctest.h>
#include <nlohmann/json.hpp>

#include "core/analysis/registry.h"
#include "core/analysis/results.h"
#include "core/base/bytes/byte_source.h"
#include "tests/corpus/corpus.h"

using namespace lanescope;

namespace {

constexpr const char* kRawTimeline = "other-formats/memory-timeline-raw-hta.json.gz";

}  // namespace

TEST_CASE("the memory of a DDP rank is paired up, peak and all") {
  const auto trace = corpus_trace("ddp-memory-v100-rank1of2.json.gz");
  const MemoryTable table = analyse_memory({*trace, whole_window()});
  REQUIRE(table.devices.size() == 2);
  CHECK(table.devices[0].device_type == 0);
  CHECK(table.devices[0].records == 1'240);
  const MemoryDevice& gpu = table.devices[1];
  CHECK(gpu.device_id == 1);
  CHECK(gpu.records == 26'770);
  CHECK(gpu.pairs == 13'385);
  CHECK(gpu.unmatched_frees == 0);
  CHECK(gpu.open_at_end == 0);
  CHECK(gpu.peak_allocated == 6'629'508'096);
  CHECK(gpu.reserved_at_peak == 12'782'141'440);
  CHECK(gpu.before_bytes == 4'096'614'400);
  CHECK(gpu.other_at_peak == 4'096'614'400);
  Ns first_ns = kMaxNs;
  for (const auto& memory : trace->memory) first_ns = std::min(first_ns, memory->time_ns[0]);
  CHECK(*gpu.peak_at_ns - first_ns == 175'037'000);
}

TEST_CASE("allocations by operator are those of the TensorBoard plugin") {
  const auto trace = corpus_trace("references/tb-resnet50-workers0-v100.json.gz");
  const MemoryTable table = analyse_memory({*trace, whole_window()});
  REQUIRE(!table.devices.empty());
  const MemoryDevice& gpu = table.devices.back();
  const auto empty = std::find_if(gpu.ops.begin(), gpu.ops.end(), [&](const OpMemory& op) {
    return trace->text(op.op) == "aten::empty";
  });
  REQUIRE(empty != gpu.ops.end());
  CHECK(empty->allocations == 2'694);
  CHECK(empty->bytes == 34'000'779'264);
}

TEST_CASE("bytes by category over time are those of torch's raw memory timeline") {
  auto source = open_byte_source(corpus_file(kRawTimeline).string());
  REQUIRE(source.ok());
  std::string text;
  std::vector<char> block(1U << 20U);
  for (std::size_t n = 0; (n = source.value()->read(block)) != 0;) text.append(block.data(), n);
  std::vector<MemoryChange> changes;
  // Rows of time, action, bytes, category; time -1 is "before".
  for (const auto& row : nlohmann::json::parse(text)) {
    changes.push_back({row[0], row[2], static_cast<MemoryCategory>(row[3].get<int>())});
  }
  CHECK(changes.size() == 16'845);
  const CategoryCurve curve = category_curve(changes);
  REQUIRE(curve.time_ns.size() == 7'721);
  CHECK(curve.bytes[744] == CategoryBytes{102'440'608, 102'228'128, 19'395'584, 0, 2'618'160'128,
                                          58'417'152, 41'811'968, 25'494'440});
}

TEST_CASE("blocks by category add up to all blocks") {
  const auto trace = corpus_trace("ddp-memory-v100-rank1of2.json.gz");
  for (const AllocationList& list : find_allocations(*trace)) {
    const auto categories = estimate_categories(*trace, list);
    const CategoryCurve curve = category_curve(category_changes(list, categories));
    for (std::size_t i = 0; i < curve.time_ns.size(); i += 97) {
      std::int64_t sum = 0;
      for (const std::int64_t bytes : curve.bytes[i]) sum += bytes;
      CHECK(sum == live_set_at(list, curve.time_ns[i]).bytes);
    }
  }
}

TEST_CASE("the live set at any record is what a plain count finds") {
  for (const char* name : {"qwen05b-h100-stacks-memory.json.gz", "ddp-memory-v100-rank1of2.json.gz",
                           "clockskew-gtx1650-stacks-memory.json.gz"}) {
    const auto trace = corpus_trace(name);
    CAPTURE(name);
    for (const AllocationList& list : find_allocations(*trace)) {
      const MemoryTrack& memory = *list.memory;
      const std::size_t stride = 1 + memory.time_ns.size() / 40;
      for (std::size_t i = 0; i < memory.time_ns.size(); i += stride) {
        const Ns now = memory.time_ns[i];
        std::int64_t bytes = 0;
        std::size_t count = 0;
        for (const Allocation& block : list.blocks) {
          if (block.range.begin_ns > now || block.range.end_ns <= now) continue;
          bytes += block.bytes;
          ++count;
        }
        const LiveSet live = live_set_at(list, now);
        CHECK(live.bytes == bytes);
        CHECK(live.blocks.size() == count);
        if (list.unmatched_frees == 0) CHECK(live.other_bytes == list.before_bytes);
      }
    }
  }
}
