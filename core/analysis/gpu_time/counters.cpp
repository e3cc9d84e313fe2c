#include "core/analysis/gpu_time/counters.h"

#include <algorithm>
#include <array>
#include <map>
#include <string_view>
#include <unordered_map>
#include <unordered_set>
#include <utility>

#include "core/analysis/events/event_arguments.h"
#include "core/analysis/host/profiler_ranges.h"
#include "core/analysis/kernels/kernels.h"
#include "core/base/threads/work.h"

namespace lanescope {
namespace {

constexpr std::string_view kAddsUp = ".sum";

/// Floating-point operations per instruction that a metric counts, as in Nsight Compute's roofline.
struct InstructionFlops {
  std::string_view name;
  double flops;
};
constexpr std::array<InstructionFlops, 9> kInstructions{{
    {"smsp__sass_thread_inst_executed_op_dadd_pred_on.sum", 1},
    {"smsp__sass_thread_inst_executed_op_dfma_pred_on.sum", 2},
    {"smsp__sass_thread_inst_executed_op_dmul_pred_on.sum", 1},
    {"smsp__sass_thread_inst_executed_op_fadd_pred_on.sum", 1},
    {"smsp__sass_thread_inst_executed_op_ffma_pred_on.sum", 2},
    {"smsp__sass_thread_inst_executed_op_fmul_pred_on.sum", 1},
    {"smsp__sass_thread_inst_executed_op_hadd_pred_on.sum", 1},
    {"smsp__sass_thread_inst_executed_op_hfma_pred_on.sum", 2},
    {"smsp__sass_thread_inst_executed_op_hmul_pred_on.sum", 1},
}};

struct CounterRange {
  EventId event = EventId::None;
  StringId name = StringId::Empty;
  StringId op = StringId::Empty;
  std::vector<std::pair<std::string, double>> metrics;
};

/// A row with an index of its values: in a malicious trace, a range may have tens of thousands of
/// metrics.
struct GrowingRow {
  CounterRow row;
  std::unordered_map<std::string_view, std::size_t> known;  // by metric name

  void add(const CounterRange& range) {
    if (row.first == EventId::None) row.first = range.event;
    ++row.ranges;
    count_work(Work::Lookups, range.metrics.size());
    for (const auto& [name, number] : range.metrics) {
      const auto [at, fresh] = known.try_emplace(name, row.values.size());
      if (fresh) row.values.push_back({name, name.ends_with(kAddsUp)});
      CounterValue& value = row.values[at->second];
      ++value.ranges;
      value.total += number;
    }
  }
};

void count_flops(CounterRow& row) {
  for (const CounterValue& value : row.values) {
    const auto* const known = std::ranges::find(kInstructions, value.name, &InstructionFlops::name);
    if (known != kInstructions.end())
      row.flops = row.flops.value_or(0) + known->flops * value.total;
  }
}

/// The ranges of the window, without their metrics.
std::vector<CounterRange> find_ranges(const Snapshot& snapshot, const AnalysisWindow& window,
                                      const ProfilerRanges& all) {
  std::vector<CounterRange> ranges;
  for (std::size_t i = 0; i < all.ranges().size(); ++i) {
    const ProfilerRanges::Range& range = all.ranges()[i];
    if (!window.has_start(range.start_ns)) continue;
    if (range.track->kind == TrackKind::GpuStream && !window.has_device(range.track->device))
      continue;
    const auto op = snapshot.find_slice(op_around(snapshot, all.launch_of(i)));
    ranges.push_back(
        {range.event, range.name, op ? op->chunk->name[op->slice] : StringId::Empty, {}});
  }
  return ranges;
}

/// False if there are too many to read.
bool read_metrics(const Snapshot& snapshot, const ReadEvent& read,
                  std::vector<CounterRange>& ranges) {
  std::vector<EventId> events;
  for (const CounterRange& range : ranges) events.push_back(range.event);
  return read_arguments(snapshot, events, {}, read, [&](std::size_t i, const JsonValue& args) {
    if (args.object() == nullptr) return;
    std::unordered_set<std::string_view> seen;  // the first of duplicate names counts
    count_work(Work::Lookups, args.object()->size());
    for (const JsonMember& member : *args.object()) {
      if (!seen.insert(member.first).second) continue;
      const auto number = number_of(member.second);
      if (number) ranges[i].metrics.emplace_back(member.first, *number);
    }
  });
}

std::vector<CounterRow> rows_by(StringId CounterRange::*key,
                                const std::vector<CounterRange>& ranges) {
  std::vector<GrowingRow> growing;
  std::unordered_map<StringId, std::size_t> known;
  for (const CounterRange& range : ranges) {
    const auto [at, fresh] = known.try_emplace(range.*key, growing.size());
    if (fresh) growing.emplace_back().row.name = range.*key;
    growing[at->second].add(range);
  }
  std::vector<CounterRow> rows;
  for (GrowingRow& one : growing) {
    count_flops(one.row);
    rows.push_back(std::move(one.row));
  }
  std::ranges::stable_sort(rows, [](const CounterRow& a, const CounterRow& b) {
    const double of_a = a.flops.value_or(0), of_b = b.flops.value_or(0);
    return of_a != of_b ? of_a > of_b : a.ranges > b.ranges;
  });
  return rows;
}

/// Sets the operators of each kernel, those with the most ranges first.
void give_operators(const Snapshot& snapshot, const std::vector<CounterRange>& ranges,
                    std::vector<CounterRow>& kernels) {
  std::map<std::pair<StringId, StringId>, std::uint64_t> pairs;  // kernel, operator
  for (const CounterRange& range : ranges) {
    if (range.op != StringId::Empty) ++pairs[{range.name, range.op}];
  }
  for (CounterRow& row : kernels) {
    std::vector<std::pair<std::uint64_t, StringId>> ops;
    for (auto at = pairs.lower_bound({row.name, StringId::Empty});
         at != pairs.end() && at->first.first == row.name; ++at)
      ops.emplace_back(at->second, at->first.second);
    std::ranges::sort(ops, [&](const auto& a, const auto& b) {
      if (a.first != b.first) return a.first > b.first;
      return snapshot.text(a.second) < snapshot.text(b.second);
    });
    for (const auto& [count, op] : ops) row.ops.push_back(op);
  }
}

}  // namespace

CounterTable analyse_counters(const Snapshot& snapshot, const AnalysisWindow& window,
                              const ReadEvent& read) {
  CounterTable out;
  const ProfilerRanges all(snapshot);
  out.launches = all.launches();
  std::vector<CounterRange> ranges = find_ranges(snapshot, window, all);
  out.ranges = ranges.size();
  if (ranges.empty()) return out;
  out.arguments_read = read_metrics(snapshot, read, ranges);
  GrowingRow sum;
  for (const CounterRange& range : ranges) sum.add(range);
  out.all = std::move(sum.row);
  count_flops(out.all);
  out.kernels = rows_by(&CounterRange::name, ranges);
  if (!all.tells_launches()) return out;
  out.ops = rows_by(&CounterRange::op, ranges);
  give_operators(snapshot, ranges, out.kernels);
  return out;
}

}  // namespace lanescope
