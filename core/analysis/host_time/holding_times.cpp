#include "core/analysis/host_time/holding_times.h"

#include <utility>

#include "core/analysis/events/interval_union.h"
#include "core/analysis/host/sampled_threads.h"
#include "core/base/threads/work.h"
#include "core/store/thread_state.h"

namespace lanescope {
namespace {

/// Calls visit(range, state) for each stretch of a thread with the GIL, in time order.
template <typename Visit>
void each_held(const Snapshot& snapshot, const Track& thread, const Visit& visit) {
  const Track* const states = sampled_thread(snapshot, thread).states;
  if (states == nullptr) return;
  for (const auto& chunk : states->chunks) {
    count_work(Work::Events, chunk->size());
    for (std::uint32_t i = 0; i < chunk->size(); ++i) {
      const std::uint32_t slice = chunk->in_time_order(i);
      const ThreadState state = parse_thread_state(snapshot.text(chunk->name[slice]));
      if (state.holds_gil) visit(chunk->range(slice), state);
    }
  }
}

}  // namespace

HoldingTimes holding_times(const Snapshot& snapshot, const Track& thread) {
  HoldingTimes times;
  each_held(snapshot, thread, [&](const TimeRange& range, const ThreadState& state) {
    if (!state.runs() && !state.waits_for_cpu()) return;
    times.all.push_back(range);
    if (state.runs()) times.running.push_back(range);
  });
  return {merged(std::move(times.all)), merged(std::move(times.running))};
}

std::vector<TimeRange> gil_held_times(const Snapshot& snapshot, const Track& thread) {
  std::vector<TimeRange> times;
  each_held(snapshot, thread,
            [&](const TimeRange& range, const ThreadState&) { times.push_back(range); });
  return merged(std::move(times));
}

}  // namespace lanescope
