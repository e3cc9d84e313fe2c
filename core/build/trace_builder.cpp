#include "core/build/trace_builder.h"

#include <algorithm>

#include "core/base/check.h"
#include "core/base/files/stage_log.h"
#include "core/base/threads/parallel.h"
#include "core/build/links/async_builder.h"
#include "core/build/links/end_links.h"
#include "core/build/links/flow_builder.h"
#include "core/build/links/hidden_graphs.h"
#include "core/build/links/link_builder.h"
#include "core/build/tracks/busy_profile.h"
#include "core/build/tracks/series_builder.h"
#include "core/build/tracks/step_builder.h"
#include "core/build/tracks/text_order.h"
#include "core/build/tracks/track_builder.h"
#include "core/store/gpu_lanes.h"
#include "core/store/own_members.h"
#include "core/store/source_issues.h"

namespace lanescope {
namespace {

TimeRange timed_extent(std::span<const std::unique_ptr<WorkerTables>> workers) {
  TimeRange extent{kMaxNs, kMinNs};
  for (const auto& worker : workers) extent.include({worker->first_ns, worker->last_ns});
  return extent;
}

/// The range of samples, which are sorted by time.
TimeRange range_of(const Column<Ns>& times) {
  return {times[0], times[times.size() - 1]};
}

/// Assembles the parts; one instance per snapshot.
class Assembler {
 public:
  Assembler(const BuildInput& in, GlobalTables tables, IssueLog& issues)
      : in_(in), tables_(std::move(tables)), trace_extent_(timed_extent(in.workers)) {
    if (has_right_times(in.info.metadata)) return;
    const PlausibleInput times = timed_rows();
    plausible_ = PlausibleTimes(times);
    plausible_.list_others(times, issues);
    if (!plausible_.all()) trace_extent_.end_ns = plausible_.last_ns();
  }

  /// Returns the number of spans.
  std::uint64_t pair_async_events(IssueLog& issues) {
    note_span_tracks();
    return pair_asyncs(in_.batches, in_.store, trace_extent_.end_ns, issues,
                       [&](const RawAsync& raw, std::uint32_t worker) {
                         return plausible_.admits(tables_.workers[worker].tracks[raw.track],
                                                  raw.time_ns, raw.time_ns);
                       });
  }

  BuiltTracks built_tracks(IssueLog& issues) const {
    return build_tracks({in_.store, in_.batches, tables_, trace_extent_.end_ns, in_.threads,
                         plausible_, has_parents_first(out_->info.metadata)},
                        issues);
  }

  void add_tracks(const BuiltTracks& built) {
    LANESCOPE_CHECK(built.chunks.size() == tables_.tracks.size() &&
                        built.nesting.size() == tables_.tracks.size(),
                    "a chunk and a nesting for each of {} tracks, not {} and {}",
                    tables_.tracks.size(), built.chunks.size(), built.nesting.size());
    out_->strings = tables_.strings;
    out_->categories = tables_.categories;
    out_->tracks = tables_.tracks;
    for (std::size_t t = 0; t < has_spans_.size(); ++t) out_->tracks[t].has_spans = has_spans_[t];
    for (std::size_t t = 0; t < built.chunks.size(); ++t) {
      const auto& chunk = built.chunks[t];
      if (!chunk) continue;
      LANESCOPE_CHECK(chunk->size() <= UINT32_MAX - out_->slice_count,
                      "fewer than 2^32 slices: {} more after {}", chunk->size(), out_->slice_count);
      chunk->first_id = EventId{out_->slice_count};
      out_->slice_count += chunk->size();
      Track& track = out_->tracks[t];
      track.slices = chunk->size();
      track.depth = built.nesting[t].max_open;
      track.crossings = built.nesting[t].crossings;
      track.bounds = chunk->bounds;
      track.chunks.push_back(chunk);
      out_->chunk_locations.push_back({chunk->first_id, track.id, 0});
    }
    for (const RawRef begin : built.unended) out_->unended.push_back(built.event_of(begin));
    std::ranges::sort(out_->unended);
    out_->begun_earlier.assign(in_.begun_earlier.begin(), in_.begun_earlier.end());
    out_->index_chunks();
    for (const PairEnd& one : built.ends)
      out_->end_places.push_back({built.event_of(one.begin), one.place});
    std::ranges::sort(out_->end_places, {}, &EndPlace::event);
  }

  void add_series() {
    const SeriesInput series{in_.batches, tables_, out_->slice_count, plausible_};
    BuiltInstants instants = build_instants(series);
    out_->instants = std::move(instants.instants);
    out_->memory = std::move(instants.memory);
    out_->counters = build_counters(series);
  }

  void add_flows(const BuiltTracks& built) {
    const FlowInput flows{in_.batches, tables_, built, plausible_};
    out_->flows = build_flows(flows);
    out_->counts.flows = out_->flows->size();
  }

  /// Runs in parallel with add_flows(); if it needs the flows, it is repeated by link_by_flows().
  void add_links(BuiltTracks& built) { take(build_links(link_input(built))); }
  void link_by_flows(BuiltTracks& built, IssueLog& issues) {
    if (asks_flows_) {
      LinkInput links = link_input(built);
      links.flows = out_->flows.get();
      take(build_links(links));
    }
    issues.merge(link_issues_);
  }

  [[nodiscard]] LinkInput link_input(BuiltTracks& built) const {
    return {in_.batches, tables_, built, out_->info.whole_microseconds ? 1000 : 0, 1};
  }
  void take(BuiltLinks linked) {
    asks_flows_ = linked.asks_flows;
    link_issues_ = std::move(linked.issues);
    out_->launches = std::move(linked.launches);
    out_->kernel_links = linked.kernels;
    out_->gpu_links = linked.gpu_events;
    out_->device_links = linked.device_work;
  }

  void add_extents() {
    TimeRange x{kMaxNs, kMinNs};
    TimeRange all{kMaxNs, kMinNs};
    TimeRange sampled{kMaxNs, kMinNs};
    bool has_gpu = false;
    for (const Track& track : out_->tracks) {
      if (track.slices == 0) continue;
      has_gpu = has_gpu || is_gpu_lane(track.kind);
      if (is_sampled(track.kind)) {
        sampled.include(track.bounds);
      } else if (track.kind == TrackKind::Profiler || track.kind == TrackKind::Other) {
        add_profiler_extent(track, x);
        if (track.kind == TrackKind::Other) add_profiler_extent(track, all);
      } else {
        if (track.kind != TrackKind::Async || is_own_track(track)) x.include(track.bounds);
        all.include(track.bounds);
      }
    }
    // Threads are sampled long before the first CUDA call and after the last one. That is shown,
    // but what the GPU did is a share of the time in which something was recorded. Without a GPU,
    // what was sampled was recorded like all else. Of a part from the middle of a run, all was.
    const bool is_alone = !has_gpu || in_.begins_late || x.begin_ns > x.end_ns;
    if (is_alone && sampled.begin_ns <= sampled.end_ns) x.include(sampled);
    if (sampled.begin_ns <= sampled.end_ns) all.include(sampled);
    if (all.begin_ns > all.end_ns) all = x;
    for (const auto& counter : out_->counters) {
      LANESCOPE_CHECK(!counter->time_ns.empty(), "a sample in a curve of {} events",
                      counter->events);
      all.include(range_of(counter->time_ns));
    }
    for (const auto& m : out_->memory) all.include(range_of(m->time_ns));
    if (all.begin_ns > all.end_ns) {
      for (const Ns t : out_->instants->time_ns) all.include({t, t});
    }
    const bool has_slices = x.begin_ns <= x.end_ns;
    if (has_slices && out_->counts.by_phase.contains("X")) out_->x_extent = x;
    if (has_slices || out_->slice_count != 0) out_->slices_extent = has_slices ? x : all;
    if (all.begin_ns <= all.end_ns) out_->extent = all;
  }

  void add_counts(std::uint64_t async_spans) {
    EventCounts& counts = out_->counts;
    for (std::size_t w = 0; w < in_.workers.size(); ++w) {
      const WorkerTables& worker = *in_.workers[w];
      counts.total += worker.events;
      counts.metadata += worker.metadata_kept;
      for (std::size_t c = 0; c < worker.phase_counts.size(); ++c) {
        if (worker.phase_counts[c] != 0)
          counts.by_phase[std::string(1, static_cast<char>(c))] += worker.phase_counts[c];
      }
      for (const auto& [phase, n] : worker.odd_phase_counts) counts.by_phase[phase] += n;
      for (std::size_t c = 0; c < worker.categories.size(); ++c) {
        const std::uint64_t n = worker.categories[c].events;
        if (n != 0) counts.by_category[c == 0 ? "(none)" : category_name(w, c)] += n;
      }
    }
    for (const RawBatch& batch : in_.batches) {
      const WorkerMap& map = tables_.workers[batch.worker];
      counts.flows += batch.flows.size();
      counts.instants += static_cast<std::uint64_t>(
          std::ranges::count_if(batch.instants, [&](const RawInstant& i) {
            return plausible_.admits(map.tracks[i.track], i.time_ns, i.time_ns);
          }));
      counts.counters += static_cast<std::uint64_t>(
          std::ranges::count_if(batch.counters, [&](const RawCounter& c) {
            return c.first_of_event &&
                   plausible_.admits_counter(map.counters[c.counter], c.time_ns);
          }));
    }
    counts.async = async_spans;
    counts.slices = out_->slice_count - async_spans;
  }

  void add_report(IssueLog& issues) {
    for (const Issue issue : {Issue::BeginWithoutEnd, Issue::CutStep}) {
      if (in_.goes_on) issues.forget(issue);
    }
    out_->report = issues.report(out_->counts.total);
    if (in_.offset_in_file) {
      for (LoadIssue& issue : out_->report.issues)
        issue.first_offset = in_.offset_in_file(issue.first_offset);
    }
    out_->report.complete = in_.complete;
    out_->report.damaged = in_.damaged;
    out_->report.stopped = !in_.complete && in_.progress != nullptr && in_.progress->cancel;
    add_source_issues(out_->info.metadata, out_->report);
  }

  /// Done once here, so that no analysis has to parse the names of kernels again.
  void add_kernel_traits() {
    out_->kernel_traits.resize(out_->strings->size());
    for (const Track& track : out_->tracks) {
      if (track.kind != TrackKind::GpuStream) continue;
      for (const auto& chunk : track.chunks) {
        for (std::uint32_t s = 0; s < chunk->size(); ++s) {
          KernelTraits& traits = out_->kernel_traits[index_of(chunk->name[s])];
          if (traits.known || !is_classified_by_name(out_->kind_of(chunk->category[s]))) continue;
          traits = kernel_traits_of(out_->text(chunk->name[s]));
        }
      }
    }
    for (std::size_t w = 0; w < in_.workers.size(); ++w) {
      for (const LocalId name : in_.workers[w]->collectives)
        note_collective(out_->kernel_traits[index_of(tables_.workers[w].texts[name])]);
    }
  }

  /// A kernel that names its collective counts as communication, regardless of its own name.
  static void note_collective(KernelTraits& traits) {
    if (traits.known) traits.gpu_class = GpuClass::Communication;
  }

  /// What depends only on the tracks.
  void add_steps(IssueLog& issues) {
    out_->only_device = only_device_of(out_->tracks);
    out_->chosen_steps = chosen_steps_of(out_->info.metadata);
    if (!out_->chosen_steps.empty()) {
      IssueLog of_chosen;  // of ranges that are no steps after all, nothing is said
      out_->steps = collect_chosen_steps(*out_, out_->chosen_steps, of_chosen).steps;
      if (!out_->steps.empty()) return issues.merge(of_chosen);
    }
    out_->chosen_steps.clear();
    out_->steps = collect_steps(*out_, in_.step_prefix, issues);
  }

  [[nodiscard]] Snapshot& snapshot() { return *out_; }
  /// After add_tracks(). What is missing is empty.
  std::shared_ptr<const Snapshot> leave_unlinked() {
    if (!out_->instants) out_->instants = std::make_shared<InstantTable>();
    if (!out_->flows) out_->flows = std::make_shared<FlowTable>();
    if (!out_->launches) out_->launches = std::make_shared<LaunchIndex>();
    return out_;
  }
  std::shared_ptr<const Snapshot> finish() {
    LANESCOPE_SLOW_CHECK(
        std::ranges::is_sorted(out_->chunk_locations, {}, &Snapshot::ChunkLocation::first_id),
        "{} chunks by their first id", out_->chunk_locations.size());
    return out_;
  }

 private:
  [[nodiscard]] PlausibleInput timed_rows() const {
    return {in_.store, in_.batches, tables_, trace_extent_, in_.recorded};
  }

  void note_span_tracks() {
    has_spans_.resize(tables_.tracks.size());
    for (const RawBatch& batch : in_.batches) {
      for (const RawAsync& span : batch.asyncs)
        has_spans_[index_of(tables_.workers[batch.worker].tracks[span.track])] = true;
    }
  }

  [[nodiscard]] bool is_own_track(const Track& track) const {
    return in_.has_own_tracks && !track.has_spans;
  }

  /// The profiler's window is not part of what was measured, but its overhead is.
  void add_profiler_extent(const Track& track, TimeRange& x) const {
    for (const auto& chunk : track.chunks) {
      for (std::uint32_t s = 0; s < chunk->size(); ++s) {
        if (out_->kind_of(chunk->category[s]) != CategoryKind::TraceSpan)
          x.include(chunk->range(s));
      }
    }
  }

  [[nodiscard]] std::string category_name(std::size_t worker, std::size_t local) const {
    const StringId text =
        tables_.workers[worker].texts[in_.workers[worker]->categories[local].text];
    return std::string((*tables_.strings)[text]);
  }

  const BuildInput& in_;
  GlobalTables tables_;
  TimeRange trace_extent_;
  PlausibleTimes plausible_;
  std::vector<bool> has_spans_;  // by track; empty for a preview
  bool asks_flows_ = false;
  IssueLog link_issues_;
  std::shared_ptr<Snapshot> out_ = std::make_shared<Snapshot>();
};

void drop_series(RawBatch& batch) {
  batch.instants = {};
  batch.memory = {};
  batch.counters = {};
}

bool is_unwanted(const LoadProgress* progress) {
  return progress != nullptr && progress->discard;
}

void enter(LoadProgress* progress, LoadPhase phase) {
  if (progress != nullptr) progress->phase.store(phase, std::memory_order_relaxed);
}

}  // namespace

std::shared_ptr<const Snapshot> build_snapshot(BuildInput in) {
  StageLog stages(in.info.file);
  enter(in.progress, LoadPhase::Sorting);
  IssueLog issues;
  for (const auto& worker : in.workers) issues.merge(worker->issues);
  GlobalTables tables = merge_tables(in.workers);
  number_by_alphabet(tables);
  Assembler assembler(in, std::move(tables), issues);
  const std::uint64_t spans = assembler.pair_async_events(issues);
  assembler.snapshot().info = std::move(in.info);
  BuiltTracks built = assembler.built_tracks(issues);
  assembler.add_tracks(built);
  assembler.add_counts(spans);
  stages.done("sorting");
  if (is_unwanted(in.progress)) return assembler.leave_unlinked();
  enter(in.progress, LoadPhase::Linking);
  take_ids_of_ends(in.batches, built);
  // Raw rows are freed as soon as their columns exist, so that memory never has to hold all of
  // both.
  parallel_for(2, in.threads, [&](std::size_t task, unsigned) {
    if (task == 0) {
      in.store.release();
      return assembler.add_links(built);
    }
    assembler.add_series();
    for (RawBatch& batch : in.batches) drop_series(batch);
    assembler.add_flows(built);
    for (RawBatch& batch : in.batches) batch.flows = {};
  });
  if (is_unwanted(in.progress)) return assembler.leave_unlinked();
  assembler.link_by_flows(built, issues);
  assembler.add_extents();
  assembler.add_steps(issues);
  tell_hidden_graphs(assembler.snapshot(), issues);
  assembler.add_report(issues);
  assembler.snapshot().gpu_busy = gpu_busy_profiles(assembler.snapshot());
  assembler.add_kernel_traits();
  assembler.snapshot().complete = true;
  auto snapshot = assembler.finish();
  stages.done("linking");
  return snapshot;
}

std::shared_ptr<const Snapshot> build_preview(const BuildInput& in) {
  IssueLog ignored;
  Assembler assembler(in, merge_tables(in.workers), ignored);
  assembler.snapshot().info = in.info;
  const BuiltTracks built = assembler.built_tracks(ignored);
  for (const auto& chunk : built.chunks) {
    if (chunk) std::fill(chunk->link.span().begin(), chunk->link.span().end(), EventId::None);
  }
  assembler.add_tracks(built);
  assembler.add_series();
  assembler.snapshot().flows = std::make_shared<FlowTable>();
  assembler.snapshot().launches = std::make_shared<LaunchIndex>();
  assembler.add_counts(0);
  assembler.add_extents();
  assembler.add_steps(ignored);
  return assembler.finish();
}

}  // namespace lanescope
