#include "core/analysis/host_time/holding_times.h"

#include <algorithm>
#include <functional>

#include "core/analysis/events/interval_union.h"
#include "core/analysis/host/sampled_threads.h"
#include "core/analysis/host_time/sampling.h"
#include "core/base/check.h"
#include "core/base/threads/work.h"
#include "core/store/thread_state.h"

namespace lanescope {
namespace {

/// By the states of one thread alone.
HoldingTimes claimed_times(const Snapshot& snapshot, const Track& states) {
  HoldingTimes times;
  for (const auto& chunk : states.chunks) {
    count_work(Work::Events, chunk->size());
    for (std::uint32_t i = 0; i < chunk->size(); ++i) {
      const std::uint32_t slice = chunk->in_time_order(i);
      const ThreadState state = parse_thread_state(snapshot.text(chunk->name[slice]));
      if (!state.holds_gil) continue;
      const TimeRange range = chunk->range(slice);
      times.held.push_back(range);
      if (state.runs() || state.waits_for_cpu()) times.working.push_back(range);
      if (state.runs()) times.running.push_back(range);
    }
  }
  return {merged(times.held), merged(times.working), merged(times.running)};
}

struct Claim {
  TimeRange range;
  HoldingTimes* of = nullptr;
};

/// Claims that do not overlap, in order.
struct Settled {
  std::vector<Claim> kept;
  Ns kept_ns = 0;
  Ns long_lost_ns = 0;  // at least so long in a row was claimed by two threads
};

/// Each moment stays with the claim that ends last.
Settled settle(std::vector<Claim> claims, Ns long_ns) {
  std::ranges::sort(claims, std::greater(), [](const Claim& claim) {
    return std::pair(claim.range.end_ns, -claim.range.begin_ns);
  });
  Settled settled;
  Ns taken_ns = kMaxNs;  // from then on
  for (Claim& claim : claims) {
    const Ns claimed_ns = length_of(claim.range);
    claim.range.end_ns = std::min(claim.range.end_ns, taken_ns);
    taken_ns = std::min(taken_ns, claim.range.begin_ns);
    const Ns own_ns = length_of(claim.range), lost_ns = claimed_ns - own_ns;
    LANESCOPE_CHECK(lost_ns >= 0, "{} ns of {}", own_ns, claimed_ns);
    settled.kept_ns = saturating_add(settled.kept_ns, own_ns);
    if (lost_ns >= long_ns) settled.long_lost_ns = saturating_add(settled.long_lost_ns, lost_ns);
    if (own_ns > 0) settled.kept.push_back(claim);
  }
  std::ranges::reverse(settled.kept);
  return settled;
}

/// Of the threads of one process.
void share_out(const std::vector<HoldingTimes*>& threads, Ns period_ns) {
  // Each sample tells of one holder only, unless there are several GILs. The rate may have been a
  // fourth of what it is in the end, and some samples may be missing.
  constexpr Ns kLongPeriods = 10, kOfKept = 20;
  std::vector<Claim> claims;
  for (HoldingTimes* const thread : threads) {
    for (const TimeRange& range : thread->held) claims.push_back({range, thread});
  }
  const Settled settled = settle(std::move(claims), kLongPeriods * period_ns);
  if (settled.long_lost_ns > settled.kept_ns / kOfKept) return;
  for (HoldingTimes* const thread : threads) thread->held.clear();
  for (const Claim& claim : settled.kept) claim.of->held.push_back(claim.range);
  for (HoldingTimes* const thread : threads) {
    thread->working = common_parts(thread->working, thread->held);
    thread->running = common_parts(thread->running, thread->held);
  }
}

}  // namespace

GilHolders::GilHolders(const Snapshot& snapshot, const std::stop_token& stop) {
  std::map<StringId, std::vector<HoldingTimes*>> processes;
  for (const SampledThread& thread : sampled_threads(snapshot)) {
    if (stop.stop_requested()) return;
    if (thread.states == nullptr) continue;
    const Track& track = *thread.states;
    HoldingTimes& times = times_[{track.process, track.thread}];
    times = claimed_times(snapshot, track);
    processes[track.process].push_back(&times);
  }
  const Ns period_ns = sampling_period_ns(snapshot);
  for (const auto& [process, threads] : processes) share_out(threads, period_ns);
}

const HoldingTimes& GilHolders::of(const Track& thread) const {
  static const HoldingTimes none;
  const auto at = times_.find({thread.process, thread.thread});
  return at == times_.end() ? none : at->second;
}

}  // namespace lanescope
