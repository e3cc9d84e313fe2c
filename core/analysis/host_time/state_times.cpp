#include "core/analysis/host_time/state_times.h"

#include <algorithm>
#include <utility>

#include "core/analysis/events/covered_time.h"
#include "core/analysis/events/interval_union.h"
#include "core/analysis/host/sampled_threads.h"
#include "core/analysis/host_time/host_time.h"
#include "core/analysis/host_time/thread_waits.h"
#include "core/analysis/results.h"
#include "core/base/check.h"
#include "core/base/threads/work.h"
#include "core/store/thread_state.h"

namespace lanescope {
namespace {

HostStateTimes::OfThread times_of(const AnalysisResults& in, const SampledThread& thread) {
  HostStateTimes::OfThread times;
  if (thread.states == nullptr) return times;
  const CoveredTime awaiting(thread.samples == nullptr
                                 ? std::vector<TimeRange>()
                                 : waits_for_threads(in.trace, *thread.samples));
  for (const auto& chunk : thread.states->chunks) {
    count_work(Work::Events, chunk->size());
    for (std::uint32_t i = 0; i < chunk->size(); ++i) {
      const std::uint32_t slice = chunk->in_time_order(i);
      const TimeRange stretch = chunk->range(slice);
      const TimeRange inside{std::max(stretch.begin_ns, in.window.range.begin_ns),
                             std::min(stretch.end_ns, in.window.range.end_ns)};
      if (inside.empty()) continue;
      const ThreadState state = parse_thread_state(in.trace.text(chunk->name[slice]));
      const HostState what = is_wait_for_thread(state, stretch, awaiting) ? HostState::OtherThread
                                                                          : host_state_of(state);
      add_later(times.at(static_cast<std::size_t>(what)), inside);
    }
  }
  return times;
}

}  // namespace

std::vector<TimeRange> HostStateTimes::in(std::uint32_t thread, bool (*is)(HostState)) const {
  LANESCOPE_CHECK(thread < threads.size(), "thread {} of {}", thread, threads.size());
  std::vector<TimeRange> times;
  std::size_t states = 0;
  for (std::size_t state = 0; state < kHostStates; ++state) {
    if (!is(static_cast<HostState>(state))) continue;
    const std::vector<TimeRange>& own = threads[thread].at(state);
    times.insert(times.end(), own.begin(), own.end());
    ++states;
  }
  if (states < 2) return times;
  std::ranges::sort(times, {}, &TimeRange::begin_ns);
  return merged(times);
}

HostStateTimes find_host_state_times(const AnalysisResults& in) {
  HostStateTimes times;
  for (const HostThreadTime& thread : in.of<HostTime>()->threads) {
    if (in.stop.stop_requested()) break;
    const Track& track = in.trace.tracks[index_of(thread.track)];
    times.threads.push_back(times_of(in, sampled_thread(in.trace, track)));
  }
  times.threads.resize(in.of<HostTime>()->threads.size());  // after a stop, the rest has none
  return times;
}

}  // namespace lanescope
