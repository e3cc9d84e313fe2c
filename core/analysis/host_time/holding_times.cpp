#include "core/analysis/host_time/holding_times.h"

#include <utility>

#include "core/analysis/events/interval_union.h"
#include "core/analysis/host/sampled_threads.h"
#include "core/base/threads/work.h"
#include "core/store/thread_state.h"

namespace lanescope {

HoldingTimes holding_times(const Snapshot& snapshot, const Track& thread) {
  HoldingTimes times;
  const Track* const states = sampled_thread(snapshot, thread).states;
  if (states == nullptr) return times;
  for (const auto& chunk : states->chunks) {
    count_work(Work::Events, chunk->size());
    for (std::uint32_t i = 0; i < chunk->size(); ++i) {
      const std::uint32_t slice = chunk->in_time_order(i);
      const ThreadState state = parse_thread_state(snapshot.text(chunk->name[slice]));
      if (!state.holds_gil || !(state.runs() || state.waits_for_cpu())) continue;
      times.all.push_back(chunk->range(slice));
      if (state.runs()) times.running.push_back(chunk->range(slice));
    }
  }
  return {merged(std::move(times.all)), merged(std::move(times.running))};
}

}  // namespace lanescope
