#include "core/analysis/host_time/host_time.h"

#include <algorithm>
#include <string_view>
#include <unordered_map>
#include <utility>

#include "core/analysis/events/covered_time.h"
#include "core/analysis/events/interval_union.h"
#include "core/analysis/host/sampled_threads.h"
#include "core/analysis/host_time/code_sums.h"
#include "core/analysis/host_time/holding_times.h"
#include "core/analysis/host_time/host_states.h"
#include "core/analysis/host_time/lines_in_time.h"
#include "core/analysis/host_time/sampling.h"
#include "core/analysis/host_time/switch_gaps.h"
#include "core/analysis/host_time/thread_waits.h"
#include "core/analysis/host_time/wait_sums.h"
#include "core/base/threads/work.h"
#include "core/store/thread_state.h"

namespace lanescope {
namespace {

TimeRange clipped(const TimeRange& range, const AnalysisWindow& window) {
  return {std::max(range.begin_ns, window.range.begin_ns),
          std::min(range.end_ns, window.range.end_ns)};
}

/// Calls visit(slice) for the slices of a track in time order; false if stopped.
template <typename Visit>
bool each_in_time(const Track& track, const std::stop_token& stop, const Visit& visit) {
  for (const auto& chunk : track.chunks) {
    if (stop.stop_requested()) return false;
    count_work(Work::Events, chunk->size());
    for (std::uint32_t i = 0; i < chunk->size(); ++i)
      visit(SliceRef{&track, chunk.get(), chunk->in_time_order(i)});
  }
  return true;
}

class HostTimeSums {
 public:
  HostTimeSums(const Snapshot& snapshot, const AnalysisWindow& window, const std::stop_token& stop)
      : snapshot_(snapshot),
        window_(window),
        stop_(stop),
        gaps_(snapshot),
        holders_(snapshot, stop),
        period_ns_(sampling_period_ns(snapshot)) {}

  HostTime run() {
    for (const SampledThread& thread : sampled_threads(snapshot_)) {
      if (stop_.stop_requested()) break;
      add(thread);
    }
    out_.functions = std::move(functions_).sorted(snapshot_);
    lines_of_.name_top_lines(out_.functions);
    out_.lines = std::move(lines_).sorted(snapshot_);
    out_.native_functions = std::move(native_).sorted(snapshot_);
    return std::move(out_);
  }

 private:
  struct Open {
    StringId name = StringId::Empty;
    Ns end_ns = 0;
  };
  /// A slice's length, how much of it the thread ran, had the GIL, and ran with it.
  struct Spent {
    Ns all_ns = 0, running_ns = 0, held_ns = 0, held_running_ns = 0;
  };

  void add(const SampledThread& thread) {
    const Track& any = thread.any();
    HostThreadTime& row = out_.threads.emplace_back();
    row.track = any.id;
    row.process = any.process;
    row.thread = any.thread;
    row.process_name = any.process_name;
    row.name = any.name;
    if (thread.states != nullptr) add_states(thread, row);
    if (thread.samples != nullptr) add_samples(thread, row);
    // A thread that was not sampled in the window has no row.
    if (row.sampled_ns == 0) out_.threads.pop_back();
  }

  void add_states(const SampledThread& thread, HostThreadTime& row) {
    WaitSums waits(period_ns_);
    const CoveredTime awaiting(thread.samples == nullptr
                                   ? std::vector<TimeRange>()
                                   : waits_for_threads(snapshot_, *thread.samples));
    const LinesInTime lines(snapshot_, thread.samples);
    const CoveredTime held(holders_.of(*thread.states).held);
    each_in_time(*thread.states, stop_, [&](const SliceRef& slice) {
      const TimeRange range = clipped(slice.chunk->range(slice.slice), window_);
      const Ns length_ns = length_of(range);
      if (length_ns == 0) return;
      const StringId name = slice.chunk->name[slice.slice];
      const ThreadState state = parse_thread_state(snapshot_.text(name));
      row.sampled_ns = saturating_add(row.sampled_ns, length_ns);
      Ns& sum = state.runs()            ? row.running_ns
                : state.waits_for_cpu() ? row.runnable_ns
                : state.waits_for_gil() ? row.gil_wait_ns
                                        : row.other_wait_ns;
      sum = saturating_add(sum, length_ns);
      const Ns held_ns = state.holds_gil ? held.length_in(range) : 0;
      row.gil_held_ns = saturating_add(row.gil_held_ns, held_ns);
      if (gaps_.any()) add_gap(gaps_.length_in(row.process, range), state.runs());
      if (state.runs()) return;
      // Of all of the wait: it is for the same in every window.
      const bool for_thread = is_wait_for_thread(state, slice.chunk->range(slice.slice), awaiting);
      waits.add({slice, state, lines.at(range), length_ns, held_ns, for_thread});
    });
    const auto thread_index = static_cast<std::uint32_t>(out_.threads.size() - 1);
    for (HostWait& wait : waits.rows()) {
      wait.thread = thread_index;
      out_.waits.push_back(wait);
    }
  }

  void add_gap(Ns length_ns, bool runs) {
    out_.switch_gap_ns = saturating_add(out_.switch_gap_ns, length_ns);
    if (runs) out_.switch_gap_running_ns = saturating_add(out_.switch_gap_running_ns, length_ns);
  }

  void add_samples(const SampledThread& thread, HostThreadTime& row) {
    const Track& track = *thread.samples;
    const CoveredTime running(running_times(snapshot_, track));
    if (thread.states == nullptr)
      row.sampled_ns = row.running_ns = running.length_in(window_.range);
    const HoldingTimes& held = holders_.of(track);
    const CoveredTime holding(held.working), holding_cpu(held.running);
    ++thread_;
    std::vector<Open> open, native;
    each_in_time(track, stop_, [&](const SliceRef& slice) {
      const TimeRange range = clipped(slice.chunk->range(slice.slice), window_);
      if (range.empty()) return;
      const Spent spent{length_of(range), running.length_in(range), holding.length_in(range),
                        holding_cpu.length_in(range)};
      const CategoryKind kind = snapshot_.kind_of(slice.chunk->category[slice.slice]);
      close_until(range.begin_ns, functions_, open);
      close_until(range.begin_ns, native_, native);
      if (kind == CategoryKind::SampledLine) {
        add_line(slice, range, spent);
        if (!open.empty())
          lines_of_.add(open.back().name, slice.chunk->name[slice.slice], spent.all_ns,
                        slice.chunk->id_of(slice.slice));
      } else if (kind == CategoryKind::SampledFrame) {
        add_function(slice, range, spent, functions_, open);
      } else if (kind == CategoryKind::NativeFrame) {
        // Of its own list: what Python calls is a Python function's own time all the same.
        add_function(slice, range, spent, native_, native);
      }
    });
    close_until(kMaxNs, functions_, open);
    close_until(kMaxNs, native_, native);
    note_thread();
  }

  /// Of the last thread, the time in which it ran with the GIL in each function.
  void note_thread() {
    for (const auto& [name, held_running_ns] : held_running_) {
      SampledCode& row = functions_.of(name);
      if (held_running_ns <= row.top_thread_held_running_ns) continue;
      row.top_thread_held_running_ns = held_running_ns;
      row.top_thread = static_cast<std::uint32_t>(out_.threads.size() - 1);
    }
    held_running_.clear();
  }

  static void close_until(Ns time_ns, CodeSums& sums, std::vector<Open>& open) {
    for (; !open.empty() && open.back().end_ns <= time_ns; open.pop_back())
      --sums.open(open.back().name);
  }

  void add_line(const SliceRef& slice, const TimeRange& range, const Spent& spent) {
    lines_.note(slice, range, thread_);
    SampledCode& line = lines_.of(slice.chunk->name[slice.slice]);
    for (Ns* sum : {&line.total_ns, &line.self_ns}) *sum = saturating_add(*sum, spent.all_ns);
    for (Ns* sum : {&line.running_ns, &line.self_running_ns})
      *sum = saturating_add(*sum, spent.running_ns);
    line.self_held_ns = saturating_add(line.self_held_ns, spent.held_ns);
    line.self_held_running_ns = saturating_add(line.self_held_running_ns, spent.held_running_ns);
  }

  /// `open`: the functions of the same list around it.
  void add_function(const SliceRef& slice, const TimeRange& range, const Spent& spent,
                    CodeSums& sums, std::vector<Open>& open) {
    const StringId name = slice.chunk->name[slice.slice];
    if (!open.empty()) take_from(sums.of(open.back().name), spent);
    if (&sums == &functions_)
      note_held(open.empty() ? StringId::Empty : open.back().name, name, spent);
    sums.note(slice, range, thread_);
    SampledCode& row = sums.of(name);
    row.self_ns = saturating_add(row.self_ns, spent.all_ns);
    row.self_running_ns = saturating_add(row.self_running_ns, spent.running_ns);
    row.self_held_ns = saturating_add(row.self_held_ns, spent.held_ns);
    row.self_held_running_ns = saturating_add(row.self_held_running_ns, spent.held_running_ns);
    open.push_back({name, range.end_ns});
    if (sums.open(name)++ != 0) return;
    row.total_ns = saturating_add(row.total_ns, spent.all_ns);
    row.running_ns = saturating_add(row.running_ns, spent.running_ns);
  }

  /// Time of a function that it called is not its own.
  static void take_from(SampledCode& row, const Spent& spent) {
    row.self_ns = saturating_sub(row.self_ns, spent.all_ns);
    row.self_running_ns = saturating_sub(row.self_running_ns, spent.running_ns);
    row.self_held_ns = saturating_sub(row.self_held_ns, spent.held_ns);
    row.self_held_running_ns = saturating_sub(row.self_held_running_ns, spent.held_running_ns);
  }

  /// The GIL's time is the called function's, no longer its caller's.
  void note_held(StringId caller, StringId name, const Spent& spent) {
    if (caller != StringId::Empty) {
      Ns& callers_ns = held_running_[caller];
      callers_ns = saturating_sub(callers_ns, spent.held_running_ns);
    }
    Ns& held_ns = held_running_[name];
    held_ns = saturating_add(held_ns, spent.held_running_ns);
  }

  const Snapshot& snapshot_;
  const AnalysisWindow& window_;
  const std::stop_token& stop_;
  const SwitchGaps gaps_;
  const GilHolders holders_;
  const Ns period_ns_;
  HostTime out_;
  CodeSums functions_, lines_, native_;
  LinesOfFunctions lines_of_;
  std::unordered_map<StringId, Ns> held_running_;  // by function, of the thread at hand
  std::uint32_t thread_ = 0;
};

}  // namespace

HostTime analyse_host_time(const Snapshot& snapshot, const AnalysisWindow& window,
                           const std::stop_token& stop) {
  return HostTimeSums(snapshot, window, stop).run();
}

}  // namespace lanescope
