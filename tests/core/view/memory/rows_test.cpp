// Blocks as rows: alive at a moment, or all of a range; by block and by who allocated them.
#include "core/view/memory/rows.h"

#include <array>
#include <memory>
#include <string>
#include <vector>

#include <doctest/doctest.h>
#include <fmt/format.h>

#include "core/analysis/results.h"
#include "core/view/memory/block_colors.h"
#include "core/view/memory/layout.h"
#include "core/view/memory/report.h"
#include "core/view/memory/text.h"
#include "tests/core/view/memory/records.h"

namespace lanescope {
namespace {

/// Two operators called from a line of the user's; in µs. aten::empty allocates 100 and 300 bytes,
/// aten::mm 500, nobody 50.
struct Example {
  explicit Example(std::int64_t before = 1000) {
    TraceText text;
    text.cpu("python_function", "work/train.py(9): step", "0", "60");
    text.cpu("python_function", "torch/nn/linear.py(3): forward", "1", "50");
    text.cpu("cpu_op", "aten::empty", "5", "10");
    text.cpu("cpu_op", "aten::mm", "20", "10");
    MemoryRecords{text, before}(6, 100, 16)(7, 300, 32)(22, 500, 48)(40, -300, 32)(70, 50, 64)(
        80, -500, 48);
    snapshot = text.load();
    device = read_device_blocks(*snapshot, {}).front();
    sources = find_block_sources(*snapshot, device, {}, {});
  }
  [[nodiscard]] BlockTexts texts() const { return {*snapshot, device, sources}; }
  [[nodiscard]] BlockRows alive(Ns time_ns) const {
    BlockRowsQuery query;
    query.alive_at = MemoryCursor{time_ns, kNoBlock};
    return list_blocks(texts(), query, {});
  }

  std::shared_ptr<const Snapshot> snapshot;
  DeviceBlocks device;
  BlockSources sources;
};

using Blocks = std::vector<std::uint32_t>;

TEST_CASE("the blocks alive at a moment are listed by size, with what is known of the rest") {
  const Example example;
  const BlockRows rows = example.alive(30'000);
  CHECK(rows.blocks == Blocks{2, 1, 0});
  CHECK(rows.all_bytes == 900);
  CHECK(rows.all_count == 3);
  CHECK(rows.other_bytes == 1000);
  REQUIRE(rows.groups.size() == 2);
  CHECK(example.texts().name(rows.groups[0].largest) == "aten::mm");
  CHECK(rows.groups[1].count == 2);
  CHECK(rows.groups[1].bytes == 400);
  CHECK(rows.groups[1].largest == 1);
  CHECK(example.alive(45'000).blocks == Blocks{2, 0});
  CHECK(example.alive(5'000).blocks.empty());
}

TEST_CASE("a cursor after a record tells records of the same time apart") {
  TraceText text;
  MemoryRecords{text}(5, 100, 16)(5, -100, 16);
  const auto snapshot = text.load();
  const DeviceBlocks device = read_device_blocks(*snapshot, {}).front();
  const BlockSources none;
  BlockRowsQuery query;
  query.alive_at = MemoryCursor{5'000, 0};
  CHECK(list_blocks({*snapshot, device, none}, query, {}).blocks == Blocks{0});
  query.alive_at = MemoryCursor{5'000, kNoBlock};
  CHECK(list_blocks({*snapshot, device, none}, query, {}).blocks.empty());
}

TEST_CASE("a block tells its operator, its line, its category and how long it lived") {
  const Example example;
  const BlockTexts texts = example.texts();
  CHECK(texts.name(0) == "aten::empty");
  CHECK(texts.place(0) == "train.py:9");
  CHECK(texts.name(3) == "outside operators");
  CHECK(texts.place(3).empty());
  CHECK(texts.category(2) == "Unknown");
  CHECK(texts.lifetime(1) == 33'000);
  CHECK_FALSE(texts.lifetime(0));
}

TEST_CASE(
    "blocks of a memory snapshot have no category, since nothing is recorded to tell it from") {
  TraceText text;
  MemoryRecords{text}(5, 100, 16);
  Snapshot snapshot = *text.load();
  snapshot.info.format = "cuda-memory-snapshot";
  const DeviceBlocks device = read_device_blocks(snapshot, {}).front();
  const BlockSources none;
  const BlockTexts texts{snapshot, device, none};
  CHECK(texts.category(0).empty());
  CHECK(color_blocks(texts).owners.front().title == "no stack recorded");
}

TEST_CASE("all allocations of a range can be sorted and filtered") {
  const Example example;
  BlockRowsQuery query;
  query.range = TimeRange{0, 50'000};
  CHECK(list_blocks(example.texts(), query, {}).blocks == Blocks{2, 1, 0});
  query.order = BlockOrder::Time;
  query.falling = false;
  CHECK(list_blocks(example.texts(), query, {}).blocks == Blocks{0, 1, 2});
  query.order = BlockOrder::Lifetime;
  query.falling = true;  // what is never freed lives longest
  CHECK(list_blocks(example.texts(), query, {}).blocks == Blocks{0, 2, 1});
  query.filter = "EMPTY";
  const BlockRows rows = list_blocks(example.texts(), query, {});
  CHECK(rows.blocks == Blocks{0, 1});
  CHECK(rows.bytes == 400);
  CHECK(rows.all_bytes == 900);
  CHECK(rows.all_count == 3);
  query.filter = "train.py";
  CHECK(list_blocks(example.texts(), query, {}).blocks.size() == 3);
}

TEST_CASE("allocators tell how much of theirs is alive at the peak") {
  const Example example;
  const auto rows =
      list_allocators(example.texts(), std::nullopt, MemoryCursor{45'000, kNoBlock}, {});
  REQUIRE(rows.size() == 3);
  CHECK(rows[0].all.bytes == 500);
  CHECK(rows[0].bytes_at_peak == 500);
  CHECK(rows[1].all.bytes == 400);
  CHECK(rows[1].at_peak == 1);
  CHECK(rows[1].bytes_at_peak == 100);
  CHECK(rows[2].bytes_at_peak == 0);
}

TEST_CASE("rows are copied as plain numbers") {
  const Example example;
  BlockRowsQuery query;
  query.filter = "outside";
  const DataTable table = block_table(example.texts(), list_blocks(example.texts(), query, {}));
  REQUIRE(table.rows.size() == 1);
  const std::array<std::uint32_t, 1> row{0};
  const std::array<std::size_t, 8> columns{0, 1, 2, 3, 4, 5, 6, 7};
  const std::string csv = table_csv(*example.snapshot, table, row, columns);
  CHECK(csv ==
        "Allocated by,Size (bytes),Allocated (ns),Freed (ns),Lifetime (ns),Category (estimated),"
        "Source,Device,Address\r\n"
        "outside operators,50,70000,,,Unknown,,CUDA 0,64\r\n");
}

TEST_CASE("one sentence says what holds the peak") {
  const Example example;
  const MemoryTable table = analyse_memory({*example.snapshot, whole_window()});
  REQUIRE(table.devices.size() == 1);
  CHECK(peak_sentence(example.texts(), table.devices[0]) ==
        "At peak, 500 B (26 %) was allocated by aten::mm, 400 B (21 %) by aten::empty; "
        "1000 B (53 %) was allocated before the trace");
  CHECK(memory_facts(*example.snapshot, table.devices[0]) ==
        "peak 1.855 KiB at 22 µs · 8.000 KiB reserved at that point · 1000 B allocated before the "
        "trace");
}

TEST_CASE("functions of one name in two files are told apart in what holds the peak") {
  TraceText text;
  const auto allocate = [&](const std::string& function, const std::string& ts, int bytes) {
    text.cpu("python_function", function, ts, "5");
    text.instant("[memory]", ts,
                 fmt::format(R"("Device Type":1,"Device Id":0,"Bytes":{0},"Addr":{0})", bytes));
  };
  allocate("model.py(54): forward", "10", 300);
  allocate("head.py(7): forward", "20", 200);
  const auto snapshot = text.load();
  const DeviceBlocks device = read_device_blocks(*snapshot, {}).front();
  const BlockSources sources = find_block_sources(*snapshot, device, {}, {});
  const MemoryTable table = analyse_memory({*snapshot, whole_window()});
  CHECK(peak_sentence({*snapshot, device, sources}, table.devices[0]) ==
        "At peak, 300 B (60 %) was allocated by forward (model.py:54), 200 B (40 %) by forward "
        "(head.py:7)");
}

TEST_CASE("a trace without addresses says what can not be known") {
  TraceText text;
  text.instant("[memory]", "5", R"("Device Type":1,"Device Id":0,"Bytes":100)");
  const auto snapshot = text.load();
  const DeviceBlocks device = read_device_blocks(*snapshot, {}).front();
  CHECK(missing_blocks(device).find("no addresses") != std::string_view::npos);
  CHECK(lay_out_blocks(device, {}, {}, {}).bands.empty());
  const BlockSources none;
  BlockRowsQuery query;
  query.alive_at = MemoryCursor{9'000, kNoBlock};
  CHECK(list_blocks({*snapshot, device, none}, query, {}).blocks.empty());
  query.alive_at.reset();
  CHECK(list_blocks({*snapshot, device, none}, query, {}).blocks.size() == 1);
  const MemoryTable table = analyse_memory({*snapshot, whole_window()});
  CHECK(peak_sentence({*snapshot, device, none}, table.devices[0]).empty());
}

}  // namespace
}  // namespace lanescope
