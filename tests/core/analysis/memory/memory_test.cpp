#include "core/analysis/memory/memory.h"

#include <doctest/doctest.h>

#include "core/analysis/memory/leaks.h"
#include "core/analysis/results.h"
#include "tests/core/analysis/hand_made_trace.h"

using namespace lanescope;

namespace {

/// Writes [memory] records with right totals.
class Records {
 public:
  explicit Records(std::int64_t before = 0) : total_(before) {}

  std::string operator()(const std::string& ts, std::int64_t bytes, std::int64_t address) {
    total_ += bytes;
    return R"({"ph": "i", "cat": "cpu_instant_event", "name": "[memory]", "pid": 1, "tid": 1, "s": "t", "ts": )" +
           ts + R"(, "args": {"Bytes": )" + std::to_string(bytes) +
           R"(, "Device Type": 1, "Device Id": 0, "Addr": )" + std::to_string(address) +
           R"(, "Total Allocated": )" + std::to_string(total_) + R"(, "Total Reserved": 8192}})";
  }

 private:
  std::int64_t total_;
};

std::string step(int number, const std::string& ts, const std::string& dur) {
  return slice("user_annotation", "ProfilerStep#" + std::to_string(number), ts, dur);
}

const OpMemory& op_of(const Snapshot& trace, const MemoryDevice& device, std::string_view name) {
  for (const OpMemory& op : device.ops) {
    if (trace.text(op.op) == name) return op;
  }
  FAIL("no operator " << name);
  return device.ops.front();
}

}  // namespace

TEST_CASE("blocks live from their allocation to their release") {
  Records record(1000);
  const HandMadeTrace trace({slice("cpu_op", "aten::empty", "0", "10.5"), record("2", 100, 16),
                             record("20", 50, 32), record("30", -100, 16), record("40", 70, 16),
                             record("50", -999, 64), record("60", -70, 16)});
  const auto lists = find_allocations(*trace);
  REQUIRE(lists.size() == 1);
  const AllocationList& list = lists.front();
  REQUIRE(list.blocks.size() == 3);
  CHECK(list.blocks[0].range == TimeRange{2'000, 30'000});
  CHECK(list.blocks[0].op != EventId::None);
  CHECK(list.blocks[1].range == TimeRange{20'000, kMaxNs});
  CHECK(list.blocks[1].op == EventId::None);
  CHECK(list.blocks[2].range == TimeRange{40'000, 60'000});
  CHECK(list.frees == 3);
  CHECK(list.unmatched_frees == 1);
  CHECK(list.unmatched_freed_bytes == 999);
  CHECK(list.before_bytes == 1000);
  const MemoryTable table = analyse_memory({*trace, whole_window()});
  REQUIRE(table.devices.size() == 1);
  CHECK(table.devices[0].unmatched_frees == 1);
  CHECK(table.devices[0].unmatched_freed_bytes == 999);
  CHECK(table.devices[0].open_at_end == 1);
  CHECK(table.devices[0].open_at_end_bytes == 50);
}

TEST_CASE("the live set at a time has bytes, operator, address and age, the largest first") {
  Records record(1000);
  const HandMadeTrace trace({slice("cpu_op", "aten::empty", "0", "10.5"), record("2", 100, 16),
                             record("20", 500, 32), record("30", -100, 16)});
  const AllocationList list = find_allocations(*trace).front();
  const LiveSet live = live_set_at(list, 25'000);
  REQUIRE(live.blocks.size() == 2);
  CHECK(live.bytes == 600);
  CHECK(live.other_bytes == 1000);
  CHECK(live.blocks[0].bytes == 500);
  CHECK(live.blocks[0].age_ns == 5'000);
  CHECK(live.blocks[1].address == 16);
  CHECK(live.blocks[1].age_ns == 23'000);
  const auto op = trace->find_slice(live.blocks[1].op);
  REQUIRE(op);
  CHECK(trace->text(op->chunk->name[op->slice]) == "aten::empty");
  CHECK(live_set_at(list, 1'000).blocks.empty());
  CHECK(live_set_at(list, 1'000).other_bytes == 1000);
  CHECK(live_set_at(list, 2'000).blocks.size() == 1);
  CHECK(live_set_at(list, 29'999).blocks.size() == 2);
  CHECK(live_set_at(list, 30'000).blocks.size() == 1);
  CHECK(live_set_at(list, kMaxNs).bytes == 500);
}

TEST_CASE("of records of one nanosecond a block is released after it was allocated") {
  Records record;
  const HandMadeTrace trace({record("10", 100, 16), record("10", -100, 16), record("10", 30, 16)});
  const AllocationList list = find_allocations(*trace).front();
  CHECK(live_set_at(list, 10'000).bytes == 30);
  CHECK(live_set_after(list, 0).bytes == 100);
  CHECK(live_set_after(list, 1).blocks.empty());
  CHECK(list.unmatched_frees == 0);
}

TEST_CASE("an address that is allocated twice was freed unseen") {
  Records record;
  const HandMadeTrace trace({record("10", 100, 16), record("20", 30, 16)});
  const AllocationList list = find_allocations(*trace).front();
  CHECK(list.blocks[0].range == TimeRange{10'000, 20'000});
  CHECK(live_set_at(list, 20'000).bytes == 30);
}

TEST_CASE("the peak, who allocates, and what is alive at the peak") {
  Records record(1000);
  const HandMadeTrace trace({slice("cpu_op", "aten::mm", "0", "10.5"), record("2", 100, 16),
                             record("3", 300, 32), record("9", -100, 16),
                             slice("cpu_op", "aten::add", "20", "10"), record("22", 150, 48),
                             record("28", -150, 48), record("40", 10, 64)});
  const MemoryTable table = analyse_memory({*trace, whole_window()});
  REQUIRE(table.devices.size() == 1);
  const MemoryDevice& device = table.devices.front();
  CHECK(device.records == 6);
  CHECK(device.allocations == 4);
  CHECK(device.frees == 2);
  CHECK(device.allocated_bytes == 560);
  CHECK(device.freed_bytes == 250);
  CHECK(device.pairs == 2);
  CHECK(device.open_at_end == 2);
  CHECK(device.peak_allocated == 1450);
  CHECK(*device.peak_at_ns == 22'000);
  CHECK(device.reserved_at_peak == 8192);
  CHECK(device.other_at_peak == 1000);
  CHECK(op_of(*trace, device, "aten::mm").allocations == 2);
  CHECK(op_of(*trace, device, "aten::mm").bytes == 400);
  CHECK(op_of(*trace, device, "aten::mm").largest == 300);
  CHECK(op_of(*trace, device, "aten::mm").live_at_peak == 1);
  CHECK(op_of(*trace, device, "aten::mm").bytes_at_peak == 300);
  CHECK(op_of(*trace, device, "aten::add").bytes_at_peak == 150);
  CHECK(op_of(*trace, device, "").bytes == 10);
  CHECK(!device.spikes);
  CHECK(*analyse_memory({*trace, range_window({0, 20'000})}).devices[0].peak_at_ns == 3'000);
}

TEST_CASE("a stretch far above the steps' usual peaks is one spike") {
  Records record;
  const HandMadeTrace trace({step(1, "0.5", "9.5"), step(2, "10", "10"), step(3, "20", "10"),
                             record("2", 100, 16), record("5", -100, 16), record("12", 100, 16),
                             record("15", -100, 16), slice("cpu_op", "aten::cat", "21", "8"),
                             record("22", 100, 16), record("23", 50, 32), record("24", 70, 48),
                             record("25", -70, 48), record("26", -50, 32), record("27", -100, 16)});
  const MemoryTable table = analyse_memory({*trace, whole_window()});
  REQUIRE(table.devices[0].spikes);
  REQUIRE(table.devices[0].spikes->size() == 1);
  const MemorySpike& spike = table.devices[0].spikes->front();
  CHECK(spike.time_ns == 24'000);
  CHECK(spike.allocated == 220);
  const auto op = trace->find_slice(spike.op);
  REQUIRE(op);
  CHECK(trace->text(op->chunk->name[op->slice]) == "aten::cat");
}

TEST_CASE("records of old traces have neither addresses nor totals") {
  const auto old_record = [](const std::string& ts, int bytes) {
    return R"({"ph": "i", "name": "[memory]", "pid": 1, "tid": 1, "s": "t", "ts": )" + ts +
           R"(, "args": {"Bytes": )" + std::to_string(bytes) +
           R"(, "Device Type": 1, "Device Id": 0}})";
  };
  const HandMadeTrace trace({slice("cpu_op", "aten::empty", "0", "10.5"), old_record("2", 100),
                             old_record("4", 50), old_record("20", -100)});
  const MemoryDevice device = analyse_memory({*trace, whole_window()}).devices.at(0);
  CHECK(!device.has_addresses);
  CHECK(!device.has_totals);
  CHECK(device.peak_allocated == 150);
  CHECK(op_of(*trace, device, "aten::empty").allocations == 2);
  CHECK(op_of(*trace, device, "aten::empty").bytes == 150);
  CHECK(live_set_at(find_allocations(*trace).front(), 5'000).blocks.empty());
  CHECK(live_set_at(find_allocations(*trace).front(), 5'000).other_bytes == 150);
}

TEST_CASE("memory that grows with every step is told, with what keeps it") {
  constexpr std::int64_t kMiB = std::int64_t{1} << 20U;
  Records record;
  std::vector<std::string> events;
  for (int i = 0; i < 5; ++i) {
    const auto at = [&](int us) { return std::to_string(10 * i + us) + ".5"; };
    events.push_back(step(i, at(0), "10"));
    events.push_back(slice("cpu_op", "aten::cat", at(1), "3"));
    events.push_back(record(at(2), 2 * kMiB, 1000 + i));
    events.push_back(record(at(3), 64, 2000 + i));
    events.push_back(record(at(5), -64, 2000 + i));
  }
  const HandMadeTrace trace(events);
  const LeakTable table = analyse_leaks({*trace, whole_window()});
  REQUIRE(table.devices.size() == 1);
  CHECK(table.steps == 5);
  const LeakDevice& device = table.devices.front();
  CHECK(device.grows);
  CHECK(device.bytes_per_step == 2.0 * kMiB);
  CHECK(device.step_end_bytes ==
        std::vector<std::int64_t>{2 * kMiB, 4 * kMiB, 6 * kMiB, 8 * kMiB, 10 * kMiB});
  REQUIRE(device.suspects.size() == 1);
  CHECK(trace->text(device.suspects[0].op) == "aten::cat");
  CHECK(device.suspects[0].bytes == 2 * kMiB);
  CHECK(device.suspects[0].survivors == 3);
  CHECK(device.suspects[0].steps == 3);
}

TEST_CASE("what the first step allocates and keeps is no leak") {
  constexpr std::int64_t kMiB = std::int64_t{1} << 20U;
  Records record;
  const HandMadeTrace trace({step(1, "0.5", "9.5"), step(2, "10", "10"), step(3, "20", "10"),
                             step(4, "30", "10"), record("2", 8 * kMiB, 16), record("12", kMiB, 32),
                             record("15", -kMiB, 32)});
  const LeakDevice device = analyse_leaks({*trace, whole_window()}).devices.at(0);
  CHECK(!device.grows);
  CHECK(device.suspects.empty());
}

TEST_CASE("a trace without memory records has no tables") {
  const HandMadeTrace trace({slice("cpu_op", "aten::add", "0", "1.5")});
  CHECK(analyse_memory({*trace, whole_window()}).devices.empty());
  CHECK(analyse_leaks({*trace, whole_window()}).devices.empty());
}

TEST_CASE("what a block is for is told by where it is allocated and freed") {
  Records record;
  const HandMadeTrace trace(
      {step(1, "0.5", "99.5"),
       step(2, "100", "100"),
       step(3, "200", "100"),
       slice("user_annotation", "enumerate(DataLoader)#_Iter.__next__", "1", "3"),
       record("2", 1, 1),  // input
       slice("cpu_op", "aten::conv2d", "10", "10"),
       record("12", 2, 2),
       record("13", 4, 3),
       record("14", -4, 3),  // temporary
       slice("cpu_op", "autograd::engine::evaluate_function: A", "30", "10"),
       record("31", 8, 4),
       record("32", 16, 5),
       record("33", -2, 2),  // activation
       slice("cpu_op", "autograd::engine::evaluate_function: B", "45", "10"),
       record("46", -16, 5),  // autograd detail
       slice("user_annotation", "Optimizer.step#SGD.step", "60", "10"),
       slice("user_annotation", "first group of parameters", "61", "5"),
       record("62", 32, 6),
       slice("user_annotation", "Optimizer.zero_grad#SGD.zero_grad", "80", "10"),
       record("82", -8, 4),  // gradient
       slice("cpu_op", "aten::ones", "90", "5"),
       record("91", 64, 7)});
  const AllocationList list = find_allocations(*trace).front();
  std::string found;
  for (const MemoryCategory category : estimate_categories(*trace, list)) {
    found += std::string(memory_category_name(category)) + " ";
  }
  CHECK(found == "input activation temporary gradient autograd_detail optimizer_state unknown ");
  const CategoryBytes peaks = analyse_memory({*trace, whole_window()}).devices[0].peak_categories;
  CHECK(peaks == CategoryBytes{0, 32, 1, 4, 2, 8, 16, 64});
}

TEST_CASE("bytes by category have a point for each time") {
  const std::vector<MemoryChange> changes = {{5, 10, MemoryCategory::Input},
                                             {5, 20, MemoryCategory::Gradient},
                                             {7, -10, MemoryCategory::Input}};
  const CategoryCurve curve = category_curve(changes);
  CHECK(curve.time_ns == std::vector<Ns>{5, 7});
  CHECK(curve.bytes[0] == CategoryBytes{0, 0, 10, 0, 0, 20, 0, 0});
  CHECK(curve.bytes[1] == CategoryBytes{0, 0, 0, 0, 0, 20, 0, 0});
}
