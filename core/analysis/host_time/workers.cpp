#include "core/analysis/host_time/workers.h"

#include <algorithm>
#include <map>
#include <set>
#include <string_view>
#include <utility>

#include "core/analysis/events/covered_time.h"
#include "core/analysis/events/interval_union.h"
#include "core/analysis/host/process_parents.h"
#include "core/analysis/host/sampled_threads.h"
#include "core/analysis/host_time/host_states.h"
#include "core/analysis/host_time/thread_waits.h"
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

/// When a thread is busy, except while it waits for the lock of the queue that tasks come from.
std::vector<TimeRange> busy_times(const Snapshot& snapshot, const SampledThread& thread) {
  std::vector<TimeRange> times, locked;
  each_slice(*thread.states, [&](const TrackChunk& chunk, std::uint32_t slice) {
    const ThreadState state = parse_thread_state(snapshot.text(chunk.name[slice]));
    const bool waits_for_lock = host_state_of(state) == HostState::Lock;
    if (is_busy(state)) (waits_for_lock ? locked : times).push_back(chunk.range(slice));
  });
  locked = merged(locked);
  if (thread.samples != nullptr)
    locked = common_parts(locked, left_out(waits_for_tasks(snapshot, *thread.samples)));
  times.insert(times.end(), locked.begin(), locked.end());
  std::ranges::sort(times, {}, &TimeRange::begin_ns);
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

/// `busy`: those of its busy times that count.
void add_states(const Snapshot& snapshot, const Track& states, const CoveredTime& busy,
                WorkerTime& worker) {
  Sums blocked;
  each_slice(states, [&](const TrackChunk& chunk, std::uint32_t slice) {
    const Ns inside_ns = busy.length_in(chunk.range(slice));
    const StringId name = chunk.name[slice];
    const ThreadState state = parse_thread_state(snapshot.text(name));
    if (inside_ns == 0) return;
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

/// Where the life or a busy time of a worker begins or ends.
struct Edge {
  Ns time_ns = 0;
  std::size_t worker = 0;
  bool of_busy = false, begins = false;
};

void add_edges(const TimeRange& range, std::size_t worker, bool of_busy, std::vector<Edge>& edges) {
  if (range.empty()) return;
  edges.push_back({range.begin_ns, worker, of_busy, true});
  edges.push_back({range.end_ns, worker, of_busy, false});
}

TimeRange life_of(const Track& states) {
  TimeRange life{kMaxNs, kMinNs};
  each_slice(states, [&](const TrackChunk& chunk, std::uint32_t slice) {
    life.begin_ns = std::min(life.begin_ns, chunk.start_ns[slice]);
    life.end_ns = std::max(life.end_ns, chunk.end_ns(slice));
  });
  return life;
}

}  // namespace

std::vector<WorkerTime> workers_during(const Snapshot& snapshot, const HostTime& time,
                                       StringId process, std::span<const TimeRange> ranges) {
  std::vector<WorkerTime> workers;
  const ProcessParents parents(snapshot);
  for (const HostThreadTime& thread : time.threads) {
    const std::string_view pid = snapshot.text(thread.process);
    if (pid != snapshot.text(thread.thread) || !parents.descends(pid, snapshot.text(process)))
      continue;
    const Track* const track = track_of(snapshot, thread.track);
    const SampledThread of = track == nullptr ? SampledThread() : sampled_thread(snapshot, *track);
    if (of.states == nullptr) continue;
    WorkerTime worker;
    worker.track = thread.track;
    worker.process = thread.process;
    worker.name = thread.name;
    worker.busy = common_parts(ranges, busy_times(snapshot, of));
    if (worker.busy.empty()) continue;
    worker.life = life_of(*of.states);
    const CoveredTime busy(worker.busy);
    add_states(snapshot, *of.states, busy, worker);
    if (of.samples != nullptr) add_lines(snapshot, *of.samples, busy, worker);
    workers.push_back(std::move(worker));
  }
  std::ranges::stable_sort(workers, std::greater(), &WorkerTime::busy_ns);
  return workers;
}

bool waits_for_end(const ThreadState& state) {
  return state.name.starts_with("wait4") || state.name.starts_with("waitid");
}

bool waits_for_other(const ThreadState& state) {
  const HostState what = host_state_of(state);
  return what == HostState::Lock || what == HostState::Channel || what == HostState::EventLoop ||
         waits_for_end(state);
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

WorkersTogether workers_together(std::span<const WorkerTime> workers) {
  std::vector<Edge> edges;
  for (std::size_t w = 0; w < workers.size(); ++w) {
    add_edges(workers[w].life, w, false, edges);
    for (const TimeRange& range : workers[w].busy) add_edges(range, w, true, edges);
  }
  std::ranges::sort(edges, {}, &Edge::time_ns);
  WorkersTogether together;
  std::multiset<std::size_t> busy;
  std::size_t alive = 0;
  Ns at_ns = 0;
  for (const Edge& edge : edges) {
    const Ns length_ns = saturating_sub(edge.time_ns, at_ns);
    if (!busy.empty()) together.any_ns = saturating_add(together.any_ns, length_ns);
    if (busy.size() == 1 && alive > 1) {
      Ns& alone_ns = together.alone_ns[*busy.begin()];
      alone_ns = saturating_add(alone_ns, length_ns);
    }
    at_ns = edge.time_ns;
    if (!edge.of_busy)
      alive = edge.begins ? alive + 1 : alive - 1;
    else if (edge.begins)
      busy.insert(edge.worker);
    else
      busy.erase(busy.find(edge.worker));
  }
  return together;
}

}  // namespace lanescope
