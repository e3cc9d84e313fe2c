#include "core/analysis/host_time/workers.h"

#include <algorithm>
#include <map>
#include <string_view>

#include "core/analysis/events/covered_time.h"
#include "core/analysis/events/interval_union.h"
#include "core/analysis/host/process_parents.h"
#include "core/analysis/host/sampled_threads.h"
#include "core/analysis/host_time/host_states.h"
#include "core/base/threads/work.h"
#include "core/store/thread_state.h"

namespace lanescope {
namespace {

template <typename Visit>
void each_slice(const Track& track, const Visit& visit) {
  for (const auto& chunk : track.chunks) {
    count_work(Work::Events, chunk->size());
    for (std::uint32_t i = 0; i < chunk->size(); ++i) visit(*chunk, chunk->in_time_order(i));
  }
}

const Track* track_of(const Snapshot& snapshot, TrackId id) {
  const auto at = std::ranges::find(snapshot.tracks, id, &Track::id);
  return at == snapshot.tracks.end() ? nullptr : &*at;
}

bool is_sending(std::string_view state) {
  return state.starts_with("write ") || state.starts_with("writev ") || state.starts_with("send");
}

/// Whether a worker does something that its parent may wait for: it runs, is blocked, or sends.
bool is_busy(const ThreadState& state) {
  switch (host_state_of(state)) {
    case HostState::Channel:
      return is_sending(state.name);
    case HostState::EventLoop:
    case HostState::Other:
      return false;
    default:
      return true;
  }
}

std::vector<TimeRange> busy_times(const Snapshot& snapshot, const Track& states) {
  std::vector<TimeRange> times;
  each_slice(states, [&](const TrackChunk& chunk, std::uint32_t slice) {
    if (is_busy(parse_thread_state(snapshot.text(chunk.name[slice]))))
      times.push_back(chunk.range(slice));
  });
  return merged(times);
}

struct Sum {
  Ns ns = 0, longest_ns = 0;
  StringId name = StringId::Empty;
  EventId longest = EventId::None;

  void add(Ns length_ns, StringId of, EventId event) {
    ns = saturating_add(ns, length_ns);
    if (length_ns <= longest_ns) return;
    longest_ns = length_ns;
    name = of;
    longest = event;
  }
};
using Sums = std::map<std::string_view, Sum>;

Sum longest_of(const Sums& sums) {
  Sum most;
  for (const auto& [name, sum] : sums) {
    if (sum.ns > most.ns) most = sum;
  }
  return most;
}

void add_states(const Snapshot& snapshot, const Track& states, const CoveredTime& during,
                WorkerTime& worker) {
  Sums blocked;
  each_slice(states, [&](const TrackChunk& chunk, std::uint32_t slice) {
    const Ns inside_ns = during.length_in(chunk.range(slice));
    const StringId name = chunk.name[slice];
    const ThreadState state = parse_thread_state(snapshot.text(name));
    if (inside_ns == 0 || !is_busy(state)) return;
    const bool is_blocked = !state.runs() && !state.waits_for_cpu();
    Ns& sum_ns = is_blocked     ? worker.blocked_ns
                 : state.runs() ? worker.running_ns
                                : worker.runnable_ns;
    sum_ns = saturating_add(sum_ns, inside_ns);
    if (is_blocked) blocked[state.name].add(inside_ns, name, chunk.id_of(slice));
  });
  const Sum most = longest_of(blocked);
  worker.blocked_in = most.name;
  worker.blocked_at = most.longest;
  worker.blocked_most_ns = most.ns;
}

void add_lines(const Snapshot& snapshot, const Track& samples, const CoveredTime& busy,
               WorkerTime& worker) {
  Sums lines;
  each_slice(samples, [&](const TrackChunk& chunk, std::uint32_t slice) {
    if (snapshot.kind_of(chunk.category[slice]) != CategoryKind::SampledLine) return;
    const Ns inside_ns = busy.length_in(chunk.range(slice));
    const StringId name = chunk.name[slice];
    if (inside_ns > 0) lines[snapshot.text(name)].add(inside_ns, name, chunk.id_of(slice));
  });
  const Sum most = longest_of(lines);
  worker.line = most.name;
  worker.line_event = most.longest;
  worker.line_ns = most.ns;
}

}  // namespace

std::vector<WorkerTime> workers_during(const Snapshot& snapshot, const HostTime& time,
                                       StringId process, std::span<const TimeRange> ranges) {
  std::vector<WorkerTime> workers;
  const ProcessParents parents(snapshot);
  const CoveredTime during(std::vector<TimeRange>(ranges.begin(), ranges.end()));
  for (const HostThreadTime& thread : time.threads) {
    const std::string_view pid = snapshot.text(thread.process);
    if (pid != snapshot.text(thread.thread) || !parents.descends(pid, snapshot.text(process)))
      continue;
    const Track* const track = track_of(snapshot, thread.track);
    const SampledThread of = track == nullptr ? SampledThread() : sampled_thread(snapshot, *track);
    if (of.states == nullptr) continue;
    WorkerTime worker{.track = thread.track, .process = thread.process, .name = thread.name};
    add_states(snapshot, *of.states, during, worker);
    if (worker.busy_ns() == 0) continue;
    if (of.samples != nullptr)
      add_lines(snapshot, *of.samples,
                CoveredTime(common_parts(ranges, busy_times(snapshot, *of.states))), worker);
    workers.push_back(worker);
  }
  std::ranges::stable_sort(workers, std::greater(), &WorkerTime::busy_ns);
  return workers;
}

bool waits_for_other(const ThreadState& state) {
  const HostState what = host_state_of(state);
  return what == HostState::Lock || what == HostState::Channel || what == HostState::EventLoop ||
         state.name.starts_with("wait4") || state.name.starts_with("waitid");
}

std::vector<TimeRange> waits_for_others(const Snapshot& snapshot, const Track& thread) {
  std::vector<TimeRange> times;
  const Track* const states = sampled_thread(snapshot, thread).states;
  if (states == nullptr) return times;
  each_slice(*states, [&](const TrackChunk& chunk, std::uint32_t slice) {
    if (waits_for_other(parse_thread_state(snapshot.text(chunk.name[slice]))))
      times.push_back(chunk.range(slice));
  });
  return merged(times);
}

Ns covered_by_workers(const Snapshot& snapshot, std::span<const WorkerTime> workers,
                      std::span<const TimeRange> ranges) {
  std::vector<TimeRange> busy;
  for (const WorkerTime& worker : workers) {
    const Track* const track = track_of(snapshot, worker.track);
    const Track* const states =
        track == nullptr ? nullptr : sampled_thread(snapshot, *track).states;
    if (states == nullptr) continue;
    const std::vector<TimeRange> of = busy_times(snapshot, *states);
    busy.insert(busy.end(), of.begin(), of.end());
  }
  std::ranges::sort(busy, {}, &TimeRange::begin_ns);
  Ns covered_ns = 0;
  for (const TimeRange& part : common_parts(ranges, merged(busy)))
    covered_ns = saturating_add(covered_ns, length_of(part));
  return covered_ns;
}

}  // namespace lanescope
