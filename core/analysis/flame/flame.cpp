#include "core/analysis/flame/flame.h"

#include <algorithm>
#include <array>
#include <memory>
#include <optional>
#include <set>
#include <utility>
#include <vector>

#include "core/analysis/events/gpu_events.h"
#include "core/analysis/flame/sweep.h"
#include "core/analysis/host/forward_twins.h"
#include "core/analysis/host/record_advice.h"
#include "core/analysis/host/sampled_threads.h"
#include "core/analysis/host/stacks.h"
#include "core/base/threads/parallel.h"

namespace lanescope {
namespace {

constexpr std::uint32_t kUnknown = 0xFFFFFFFFU;
constexpr std::uint32_t kOnTheWay = 0xFFFFFFFEU;
constexpr std::size_t kNoSweep = static_cast<std::size_t>(-1);

class Joiner {
 public:
  Joiner(const Snapshot& snapshot, const std::vector<std::unique_ptr<FlameSweep>>& sweeps,
         FlameGrower& all)
      : snapshot_(snapshot),
        sweeps_(sweeps),
        all_(all),
        places_(sweeps.size()),
        sweep_of_track_(snapshot.tracks.size(), kNoSweep) {
    for (std::size_t s = 0; s < sweeps.size(); ++s) {
      if (sweeps[s]) sweep_of_track_[index_of(sweeps[s]->track())] = s;
    }
  }

  void run() {
    // Finding places adds calls to the sweeps' frames, so all must be found before grafting.
    for (std::size_t s = 0; s < sweeps_.size(); ++s) {
      for (std::uint32_t node = 0; sweeps_[s] && node < sweeps_[s]->grower().size(); ++node)
        find_place({s, node});
    }
    for (std::size_t s = 0; s < sweeps_.size(); ++s) {
      if (sweeps_[s]) all_.graft(sweeps_[s]->grower(), places_[s]);
    }
  }

 private:
  struct Spot {
    std::size_t sweep = 0;
    std::uint32_t node = 0;
  };

  std::uint32_t& place(Spot spot) {
    std::vector<std::uint32_t>& places = places_[spot.sweep];
    if (spot.node >= places.size()) places.resize(sweeps_[spot.sweep]->grower().size(), kUnknown);
    return places[spot.node];
  }

  /// The parent of a node in the joined graph; a root if unknown.
  Spot around(Spot spot) {
    const FlameGrower& grower = sweeps_[spot.sweep]->grower();
    const FlameGrower::Frame& frame = grower.frame(spot.node);
    if (frame.what != FlameFrame::Forward) return {spot.sweep, grower.parent(spot.node)};
    const EventId forward{index_of(frame.name)};
    const std::size_t sweep = sweep_of_track_[index_of(snapshot_.find_slice(forward)->track->id)];
    if (sweep == kNoSweep) return {spot.sweep, 0};
    return {sweep, sweeps_[sweep]->node_of(forward)};
  }

  void find_place(Spot spot) {
    way_.assign(1, spot);
    while (!way_.empty()) {
      const Spot at = way_.back();
      if (at.node == 0) place(at) = 0;
      if (place(at) < kOnTheWay) {
        way_.pop_back();
        continue;
      }
      const Spot up = around(at);
      const std::uint32_t there = up.node == 0 ? 0 : place(up);
      if (there == kUnknown) {
        place(at) = kOnTheWay;
        way_.push_back(up);
      } else {
        place(at) = below(at, there == kOnTheWay ? 0 : there);
      }
    }
  }

  std::uint32_t below(Spot spot, std::uint32_t around) {
    const FlameGrower::Frame& frame = sweeps_[spot.sweep]->grower().frame(spot.node);
    return frame.what == FlameFrame::Forward ? around : all_.child(around, frame);
  }

  const Snapshot& snapshot_;
  const std::vector<std::unique_ptr<FlameSweep>>& sweeps_;
  FlameGrower& all_;
  std::vector<std::vector<std::uint32_t>> places_;  // nodes of `all_`, by sweep and node
  std::vector<std::size_t> sweep_of_track_;
  std::vector<Spot> way_;
};

/// `sweeps` have run; those of threads without weight may be null. A cycle of forward and backward
/// operators, possible only in a broken file, is cut at the root. Cost: one lookup in `all` for
/// each node of all threads.
void join_at_forward(const Snapshot& snapshot,
                     const std::vector<std::unique_ptr<FlameSweep>>& sweeps, FlameGrower& all) {
  Joiner(snapshot, sweeps, all).run();
}

constexpr std::array<std::string_view, 5> kStackNames{"mixed", "ops", "python", "modules",
                                                      "samples"};
constexpr std::array<std::string_view, 5> kWeightNames{"cpu_time", "wall_time", "gpu_time",
                                                       "launches", "bytes"};
constexpr std::int64_t kHostMemory = 0;

bool is_gpu_weight(FlameWeight weight) {
  return weight == FlameWeight::GpuTime || weight == FlameWeight::Launches;
}

/// Tracks of the threads that were chosen, by whichever of its tracks a thread was. All together
/// are without what a profile beside the trace has once more.
std::vector<const Track*> chosen_threads(const Snapshot& snapshot, const FlameQuery& query) {
  const bool samples = query.stack == FlameStack::Samples;
  const TrackKind kind = samples ? TrackKind::ThreadSamples : TrackKind::CpuThread;
  const Track* chosen = query.thread ? &snapshot.tracks[index_of(*query.thread)] : nullptr;
  const std::set<StringId> repeated =
      chosen == nullptr ? repeated_processes(snapshot) : std::set<StringId>();
  std::vector<const Track*> threads;
  for (const Track& track : snapshot.tracks) {
    if (track.kind != kind || track.chunks.empty() || repeated.contains(track.process)) continue;
    if (chosen == nullptr || is_same_thread(track, *chosen)) threads.push_back(&track);
  }
  return threads;
}

/// What of a thread's samples is CPU time; nullopt: all that is in frames.
std::optional<std::vector<TimeRange>> cpu_time_of(const Snapshot& snapshot, const Track& thread,
                                                  const FlameQuery& query) {
  if (query.stack != FlameStack::Samples || query.weight != FlameWeight::CpuTime)
    return std::nullopt;
  return running_times(snapshot, thread);
}

/// What counts: an entire window, or what begins in some steps.
struct FlameScope {
  const AnalysisWindow& window;
  std::span<const TimeRange> steps;  // by time; empty: the window
};

/// GPU work by launching thread; the last list is for work without one.
using WorkLists = std::vector<std::vector<FlameWork>>;

/// How much of a GPU event counts; nullopt if none. For steps and launches, the time of the launch
/// decides.
std::optional<Ns> counted_ns(const FlameScope& scope, const FlameQuery& query, TimeRange range,
                             const std::optional<SliceRef>& launch) {
  const AnalysisWindow& window = scope.window;
  if (!scope.steps.empty()) {
    const bool of_step = launch && FlameTask::counts_in(scope.steps, window.range,
                                                        launch->chunk->start_ns[launch->slice]);
    return of_step ? std::optional(range.length_ns()) : std::nullopt;
  }
  const TimeRange in{std::max(range.begin_ns, window.range.begin_ns),
                     std::min(range.end_ns, window.range.end_ns)};
  const bool inside = !in.empty() || window.has_start(range.begin_ns);
  if (query.weight == FlameWeight::GpuTime && !inside) return std::nullopt;
  return in.length_ns();
}

WorkLists gpu_work(const Snapshot& snapshot, const FlameScope& scope, const FlameQuery& query) {
  WorkLists lists(snapshot.tracks.size() + 1);
  for_each_gpu_event(
      snapshot, scope.window,
      [&](const Track&, const TrackChunk& chunk, std::uint32_t slice, CategoryKind kind) {
        const auto launch = snapshot.find_slice(chunk.link[slice]);
        const auto counted = counted_ns(scope, query, chunk.range(slice), launch);
        if (!counted) return;
        const FlameWork work{chunk.link[slice],   chunk.id_of(slice),
                             chunk.name[slice],   kind,
                             chunk.dur_ns[slice], *counted};
        const bool on_thread = launch && launch->track->kind == TrackKind::CpuThread;
        lists[on_thread ? index_of(launch->track->id) : snapshot.tracks.size()].push_back(work);
      });
  return lists;
}

void charge_homeless(const std::vector<FlameWork>& works, const FlameQuery& query,
                     FlameGrower& all) {
  if (query.thread || query.weight != FlameWeight::GpuTime) return;
  if (works.empty()) return;
  const std::uint32_t under =
      all.child(0, {StringId::Empty, CategoryKind::Other, FlameFrame::Unlinked});
  for (const FlameWork& work : works) {
    const std::uint32_t node = all.child(under, {work.name, work.kind, FlameFrame::Event});
    all.charge(node, work.counted_ns);
    all.add_call(node, work.event, work.dur_ns);
  }
}

bool has_device_memory(const Snapshot& snapshot) {
  return std::ranges::any_of(snapshot.memory, [](const auto& memory) {
    return memory->device_type != kHostMemory && memory->events != 0;
  });
}

/// The bytes allocated, by instant.
std::vector<std::int64_t> allocated_bytes(const Snapshot& snapshot, const AnalysisWindow& window) {
  if (!snapshot.instants) return {};
  std::vector<std::int64_t> bytes(snapshot.instants->size());
  const std::uint32_t first = index_of(snapshot.instants->first_id);
  const bool device = has_device_memory(snapshot);
  for (const auto& memory : snapshot.memory) {
    if ((memory->device_type != kHostMemory) != device) continue;
    if (device && !window.has_device(memory->device_id)) continue;
    for (std::size_t i = 0; i < memory->event.size(); ++i) {
      const std::uint32_t instant = index_of(memory->event[i]) - first;
      if (instant < bytes.size()) bytes[instant] = memory->bytes[i];
    }
  }
  return bytes;
}

/// Charges allocations that are not on a host thread to the root.
void charge_homeless(const Snapshot& snapshot, const FlameTask& task, FlameGrower& all) {
  if (task.query.thread || task.allocated_bytes.empty()) return;
  const InstantTable& instants = *snapshot.instants;
  for (const Track& track : snapshot.tracks) {
    if (track.kind == TrackKind::CpuThread && !track.chunks.empty()) continue;
    const std::uint32_t end = instants.track_begin[index_of(track.id) + 1];
    for (std::uint32_t i = instants.track_begin[index_of(track.id)]; i < end; ++i) {
      const bool counts = task.allocated_bytes[i] > 0 && task.counts(instants.time_ns[i]);
      if (counts) all.charge(0, task.allocated_bytes[i]);
    }
  }
}

/// In time order, each thread has its own frame; otherwise threads are combined.
void join_threads(const std::vector<const Track*>& threads,
                  const std::vector<std::unique_ptr<FlameSweep>>& sweeps, FlameGrower& all) {
  const bool apart = all.order() == FlameOrder::Time && threads.size() > 1;
  for (std::size_t t = 0; t < threads.size(); ++t) {
    if (!sweeps[t] || sweeps[t]->grower().empty()) continue;
    const Track& track = *threads[t];
    const StringId name = track.name != StringId::Empty ? track.name : track.thread;
    const std::uint32_t under =
        apart ? all.child(0, {name, CategoryKind::Other, FlameFrame::Thread}) : 0;
    all.graft(sweeps[t]->grower(), under);
  }
}

FlameTree grow_flame(const Snapshot& snapshot, const FlameScope& scope, const FlameQuery& query,
                     const std::stop_token& stop) {
  const AnalysisWindow& window = scope.window;
  const std::span<const TimeRange> steps = scope.steps;
  const TimeRange range =
      steps.empty() ? window.range : TimeRange{steps.front().begin_ns, steps.back().end_ns};
  FlameTask task{snapshot, range, steps, query, mark_flame_names(snapshot), {}, {}};
  const bool moves =
      query.backward_in_forward && query.order == FlameOrder::LeftHeavy && !query.thread;
  if (moves) task.twins = FlameTwins(snapshot);
  if (query.weight == FlameWeight::Bytes) task.allocated_bytes = allocated_bytes(snapshot, window);
  WorkLists work(snapshot.tracks.size() + 1);
  if (is_gpu_weight(query.weight)) work = gpu_work(snapshot, scope, query);
  const std::vector<const Track*> threads = chosen_threads(snapshot, query);
  std::vector<std::unique_ptr<FlameSweep>> sweeps(threads.size());
  parallel_for(threads.size(), hardware_threads(), [&](std::size_t t, unsigned) {
    const auto& own = work[index_of(threads[t]->id)];
    const bool idle = is_gpu_weight(query.weight) && own.empty() && !moves;
    if (stop.stop_requested() || idle) return;
    sweeps[t] = std::make_unique<FlameSweep>(task, *threads[t], own);
    if (auto cpu = cpu_time_of(snapshot, *threads[t], query))
      sweeps[t]->count_only(std::move(*cpu));
    sweeps[t]->run(stop);
  });
  FlameGrower all(query.order);
  if (moves) {
    join_at_forward(snapshot, sweeps, all);
  } else {
    join_threads(threads, sweeps, all);
  }
  charge_homeless(work.back(), query, all);
  charge_homeless(snapshot, task, all);
  sweeps.clear();
  return all.lay_out(snapshot);
}

}  // namespace

FlameTree build_flame_tree(const Snapshot& snapshot, const AnalysisWindow& window,
                           const FlameQuery& query, const std::stop_token& stop) {
  const auto step = query.step ? std::span(&*query.step, 1) : std::span<const TimeRange>();
  return grow_flame(snapshot, {window, step}, query, stop);
}

FlameTree build_flame_tree(const Snapshot& snapshot, std::span<const TimeRange> steps,
                           const FlameQuery& query, const std::stop_token& stop) {
  if (steps.empty()) return {};
  return grow_flame(snapshot, {whole_window(), steps}, query, stop);
}

FlameSources flame_sources(const Snapshot& snapshot) {
  FlameSources sources;
  for (const Category& category : snapshot.categories) {
    sources.python = sources.python || category.kind == CategoryKind::PythonFunction;
  }
  sources.modules = names_modules(snapshot);
  for (const Track& track : snapshot.tracks) {
    sources.gpu = sources.gpu || track.kind == TrackKind::GpuStream;
    sources.samples =
        sources.samples || (track.kind == TrackKind::ThreadSamples && track.slices > 0);
  }
  sources.backward = has_forward_twins(snapshot);
  sources.memory =
      std::ranges::any_of(snapshot.memory, [](const auto& memory) { return memory->events != 0; });
  return sources;
}

void keep_sampled_weight(FlameQuery& query) {
  const bool is_time =
      query.weight == FlameWeight::CpuTime || query.weight == FlameWeight::WallTime;
  if (query.stack == FlameStack::Samples && !is_time) query.weight = FlameWeight::CpuTime;
}

std::string_view flame_stack_name(FlameStack stack) {
  return kStackNames[static_cast<std::size_t>(stack)];
}

std::string_view flame_weight_name(FlameWeight weight) {
  return kWeightNames[static_cast<std::size_t>(weight)];
}

}  // namespace lanescope
