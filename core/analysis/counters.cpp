#include "core/analysis/counters.h"

#include <algorithm>
#include <array>
#include <string_view>
#include <tuple>
#include <unordered_map>
#include <utility>

#include "core/analysis/event_arguments.h"
#include "core/analysis/kernels.h"
#include "core/base/work.h"

namespace lanescope {
namespace {

/// CUDA's, and those of forks for other vendors, such as musa_profiler_range.
constexpr std::string_view kRangeCategory = "_profiler_range";
constexpr std::string_view kAddsUp = ".sum";

/// What one of the instructions that a metric counts does, after the roofline of Nsight Compute.
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
  Ns start_ns = 0;
  StringId op = StringId::Empty;
  std::vector<std::pair<std::string, double>> metrics;
};

/// A range or a launch call.
struct TimedEvent {
  EventId event = EventId::None;
  Ns start_ns = 0;
};

template <typename Item>
void put_in_time_order(std::vector<Item>& items) {
  std::ranges::sort(items, {}, [](const Item& one) { return std::tuple(one.start_ns, one.event); });
}

void add(CounterRow& row, const CounterRange& range) {
  if (row.first == EventId::None) row.first = range.event;
  ++row.ranges;
  for (const auto& [name, number] : range.metrics) {
    auto at = std::ranges::find(row.values, name, &CounterValue::name);
    if (at == row.values.end())
      at = row.values.insert(at, CounterValue{name, name.ends_with(kAddsUp)});
    ++at->ranges;
    at->total += number;
  }
}

void count_flops(CounterRow& row) {
  for (const CounterValue& value : row.values) {
    const auto* const known = std::ranges::find(kInstructions, value.name, &InstructionFlops::name);
    if (known != kInstructions.end())
      row.flops = row.flops.value_or(0) + known->flops * value.total;
  }
}

class CounterReader {
 public:
  CounterReader(const Snapshot& snapshot, const AnalysisWindow& window, const ReadEvent& read)
      : snapshot_(snapshot), window_(window), read_(read) {}

  CounterTable run() {
    find_events();
    out_.ranges = ranges_.size();
    if (ranges_.empty()) return std::move(out_);
    give_operators();
    read_metrics();
    for (const CounterRange& range : ranges_) add(out_.all, range);
    count_flops(out_.all);
    out_.kernels = rows_by(&CounterRange::name);
    if (out_.launches == all_ranges_.size()) out_.ops = rows_by(&CounterRange::op);
    return std::move(out_);
  }

 private:
  void find_events() {
    for (const Track& track : snapshot_.tracks) {
      const bool host = track.kind == TrackKind::CpuThread;
      for (const auto& chunk : track.chunks) {
        count_work(Work::Events, chunk->size());
        for (std::uint32_t i = 0; i < chunk->size(); ++i) {
          host ? note_launch(*chunk, i) : note_range(track, *chunk, i);
        }
      }
    }
    put_in_time_order(all_ranges_);
    put_in_time_order(launches_);
    out_.launches = launches_.size();
  }

  void note_range(const Track& track, const TrackChunk& chunk, std::uint32_t slice) {
    const Category& category = snapshot_.categories[index_of(chunk.category[slice])];
    if (category.kind != CategoryKind::DeviceWork && category.kind != CategoryKind::Other) return;
    if (!snapshot_.text(category.name).ends_with(kRangeCategory)) return;
    all_ranges_.push_back({chunk.id_of(slice), chunk.start_ns[slice]});
    if (!window_.has_start(chunk.start_ns[slice])) return;
    if (track.kind == TrackKind::GpuStream && !window_.has_device(track.device)) return;
    ranges_.push_back(
        {chunk.id_of(slice), chunk.name[slice], chunk.start_ns[slice], StringId::Empty, {}});
  }

  void note_launch(const TrackChunk& chunk, std::uint32_t slice) {
    if (snapshot_.kind_of(chunk.category[slice]) != CategoryKind::HostCall) return;
    if (snapshot_.text(chunk.name[slice]).find("LaunchKernel") == std::string_view::npos) return;
    launches_.push_back({chunk.id_of(slice), chunk.start_ns[slice]});
  }

  void give_operators() {
    put_in_time_order(ranges_);
    if (launches_.size() != all_ranges_.size()) return;
    std::unordered_map<EventId, EventId> launch_of;
    for (std::size_t i = 0; i < launches_.size(); ++i)
      launch_of.emplace(all_ranges_[i].event, launches_[i].event);
    for (CounterRange& range : ranges_) {
      const auto op = snapshot_.find_slice(op_around(snapshot_, launch_of.at(range.event)));
      if (op) range.op = op->chunk->name[op->slice];
    }
  }

  void read_metrics() {
    std::vector<EventId> events;
    for (const CounterRange& range : ranges_) events.push_back(range.event);
    out_.arguments_read =
        read_arguments(snapshot_, events, read_, [&](std::size_t i, const JsonValue& args) {
          if (args.object() == nullptr) return;
          for (const JsonMember& member : *args.object()) {
            const auto number = number_argument(args, member.first);
            if (number) ranges_[i].metrics.emplace_back(member.first, *number);
          }
        });
  }

  [[nodiscard]] std::vector<CounterRow> rows_by(StringId CounterRange::*key) const {
    std::vector<CounterRow> rows;
    std::unordered_map<StringId, std::size_t> known;
    for (const CounterRange& range : ranges_) {
      const auto [at, fresh] = known.try_emplace(range.*key, rows.size());
      if (fresh) rows.emplace_back().name = range.*key;
      add(rows[at->second], range);
    }
    for (CounterRow& row : rows) count_flops(row);
    std::ranges::stable_sort(rows, [](const CounterRow& a, const CounterRow& b) {
      const double of_a = a.flops.value_or(0), of_b = b.flops.value_or(0);
      return of_a != of_b ? of_a > of_b : a.ranges > b.ranges;
    });
    return rows;
  }

  const Snapshot& snapshot_;
  const AnalysisWindow& window_;
  const ReadEvent& read_;
  std::vector<TimedEvent> all_ranges_;  // of the whole trace
  std::vector<TimedEvent> launches_;    // likewise
  std::vector<CounterRange> ranges_;    // of the window
  CounterTable out_;
};

}  // namespace

CounterTable analyse_counters(const Snapshot& snapshot, const AnalysisWindow& window,
                              const ReadEvent& read) {
  return CounterReader(snapshot, window, read).run();
}

}  // namespace lanescope
