// The rule about waiting for data: a GPU does, or in a trace without one the training loop.
#include <algorithm>
#include <map>
#include <optional>
#include <span>
#include <vector>

#include <fmt/format.h>

#include "core/analysis/events/gpu_events.h"
#include "core/analysis/events/interval_union.h"
#include "core/analysis/findings/rules.h"
#include "core/analysis/findings/thread_evidence.h"
#include "core/analysis/findings/worker_words.h"
#include "core/analysis/host/sampled_threads.h"
#include "core/analysis/host/site.h"
#include "core/analysis/host_time/host_states.h"
#include "core/analysis/idle/claims.h"
#include "core/analysis/idle/sampled_activity.h"
#include "core/base/check.h"
#include "core/store/each_slice.h"

namespace lanescope {
namespace {

/// What more workers could give back. One worker loads while the GPU computes; if there are
/// workers already, twice as many take half the time.
Ns returned_by_workers(const DataLoading& loading) {
  Ns returned_ns = 0;
  for (const LoaderStep& step : loading.steps) {
    const Ns length_ns = step.range.length_ns();
    const Ns rest_ns = loading.workers == LoaderWorkers::Some
                           ? length_ns / 2
                           : saturating_sub(length_ns, step.idle_due_ns);
    returned_ns = saturating_add(returned_ns, std::clamp(rest_ns, Ns{0}, step.idle_due_ns));
  }
  return returned_ns;
}

std::string workers_text(LoaderWorkers workers) {
  switch (workers) {
    case LoaderWorkers::None:
      return " means no workers: the training loop loads every batch itself";
    case LoaderWorkers::Some:
      return " means there are workers: the training loop waits for them";
    case LoaderWorkers::Unknown:
      break;
  }
  return " fetches the batches";
}

std::string loading_fix(LoaderWorkers workers, bool has_gpu) {
  if (workers == LoaderWorkers::Some) {
    return fmt::format(
        "Give the DataLoader more workers (num_workers) and a higher prefetch_factor, keep them "
        "alive with persistent_workers=True, and make samples cheaper: {}store decoded data.",
        has_gpu ? "decode and augment on the GPU, or "
                : "vectorize what the dataset computes, or ");
  }
  if (!has_gpu) {
    return "Give the DataLoader workers, if CPUs are free: num_workers=2 or more, "
           "prefetch_factor=2, persistent_workers=True. If they do not keep up, make samples "
           "cheaper: vectorize what the dataset computes, or store decoded data.";
  }
  return "Give the DataLoader workers: num_workers=4 or more, prefetch_factor=2, "
         "persistent_workers=True. If they do not keep up, decode and augment on the GPU.";
}

/// What the processes of the loader did meanwhile, if they were sampled.
void say_loader_workers(const FindingFacts& facts, EventId loader, std::span<const TimeRange> waits,
                        Finding& finding) {
  const auto home = facts.trace.find_slice(loader);
  if (!home || facts.host_time == nullptr) return;
  const std::vector<WorkerTime> workers =
      workers_during(facts.trace, *facts.host_time, home->track->process, waits);
  say_workers(facts, workers, "While the GPU waits", finding);
  say_loader_batches(facts, home->track->process, finding);
}

/// How long a training loop without a GPU is kept from its work by its data loader.
struct HostLoading {
  LoaderWorkers workers = LoaderWorkers::Unknown;
  StringId name = StringId::Empty;  // the loader, as the trace calls it
  EventId longest = EventId::None;
  Ns held_ns = 0, longest_ns = 0;
  std::map<StringId, Ns> sources;  // the time by function of the program's own code, if known

  void add_source(StringId source, Ns time_ns) {
    if (source != StringId::Empty) sources[source] = saturating_add(sources[source], time_ns);
  }
  [[nodiscard]] StringId top_source() const {
    const auto top =
        std::ranges::max_element(sources, {}, [](const auto& one) { return one.second; });
    return top == sources.end() ? StringId::Empty : top->first;
  }
};

/// By the ranges in which batches are fetched. Time in which another thread runs operators is not
/// lost: there the loader works ahead.
HostLoading marked_loading(const FindingFacts& facts) {
  const DataLoading& loading = *facts.loading;
  const auto longest = facts.trace.find_slice(loading.longest_batch);
  LANESCOPE_CHECK(longest.has_value(), "a batch has an event");
  const StringId name = longest->chunk->name[longest->slice];
  std::vector<TimeRange> batches, ops;
  for_each_slice(
      facts.trace, TrackKind::CpuThread,
      [&](const Track& track, const TrackChunk& chunk, std::uint32_t slice) {
        const bool of_loop = track.id == longest->track->id;
        if (of_loop && chunk.name[slice] == name) batches.push_back(chunk.range(slice));
        if (!of_loop && facts.trace.kind_of(chunk.category[slice]) == CategoryKind::CpuOp)
          ops.push_back(chunk.range(slice));
      });
  for (auto* list : {&batches, &ops}) std::ranges::sort(*list, {}, &TimeRange::begin_ns);
  const std::vector<TimeRange> judged =
      common_parts(merged(batches), std::vector<TimeRange>{facts.judged.range});
  HostLoading out{loading.workers, name, loading.longest_batch, 0, loading.longest_batch_ns, {}};
  HostActivityCursor activity(facts.activities->of(longest->track->id));
  SliceFinder slices(facts.trace);
  for (const TimeRange& held : common_parts(judged, left_out(merged(ops)))) {
    out.held_ns = saturating_add(out.held_ns, length_of(held));
    activity.visit(held, [&](const TimeRange& range, const HostSegment& segment) {
      out.add_source(slice_name(slices, activity.activity().source_of(segment.frame)),
                     length_of(range));
    });
  }
  return out;
}

/// Whether a loader without workers was sampled on a thread.
LoaderWorkers sampled_iterator(const Snapshot& trace, const Track& thread) {
  const Track* const samples = sampled_thread(trace, thread).samples;
  if (samples == nullptr) return LoaderWorkers::Unknown;
  for (const auto& chunk : samples->chunks) {
    count_work(Work::Events, chunk->size());
    for (const StringId name : chunk->name) {
      const std::string_view text = trace.text(name);
      if (text.find("_MultiProcessingDataLoaderIter") != text.npos) return LoaderWorkers::Some;
      if (text.find("_SingleProcessDataLoaderIter") != text.npos) return LoaderWorkers::None;
    }
  }
  return LoaderWorkers::Unknown;
}

/// By samples of the main thread, in a loader without workers. What a loop that waits for workers
/// loses, and what they did, is in the rule about samples.
std::optional<HostLoading> sampled_loading(const FindingFacts& facts) {
  if (facts.host_time == nullptr || facts.activities == nullptr) return std::nullopt;
  const auto main = leading_host_thread(facts.trace, *facts.host_time);
  if (!main) return std::nullopt;
  const Track& thread = states_of(facts, *main);
  if (sampled_iterator(facts.trace, thread) != LoaderWorkers::None) return std::nullopt;
  HostLoading out;
  out.workers = LoaderWorkers::None;
  SliceFinder slices(facts.trace);
  const SampledActivity activity(facts.trace, *facts.activities, thread);
  activity.visit(facts.judged.range, [&](const TimeRange& range, const SampledSegment& seen) {
    const auto loader = slices.find(seen.loader);
    if (!loader) return;
    out.held_ns = saturating_add(out.held_ns, length_of(range));
    out.add_source(slice_name(slices, seen.source), length_of(range));
    const Ns length_ns = loader->chunk->range(loader->slice).length_ns();
    if (length_ns <= out.longest_ns) return;
    out.longest_ns = length_ns;
    out.longest = seen.loader;
    out.name = loader->chunk->name[loader->slice];
  });
  return out;
}

std::string_view host_title(LoaderWorkers workers) {
  switch (workers) {
    case LoaderWorkers::None:
      return "The training loop loads its data itself";
    case LoaderWorkers::Some:
      return "The training loop waits for the data loader";
    case LoaderWorkers::Unknown:
      break;
  }
  return "The training loop spends its time in the data loader";
}

/// For a trace without GPU work. Nothing hides the loading, and all of it may be saved; none of it
/// for sure, as workers need CPUs too.
void judge_host_loading(const FindingFacts& facts, RuleAnswer& answer) {
  const bool marked = facts.loading->batches > 0 && facts.activities != nullptr;
  const auto loading = marked ? std::optional(marked_loading(facts)) : sampled_loading(facts);
  if (!loading) return answer.cannot_judge(std::string(kNoGpuEvents));
  if (facts.share_pct(loading->held_ns) <= facts.limits().data_loading_pct) return;
  Finding& finding = answer.add();
  finding.title = host_title(loading->workers);
  finding.high_pct = facts.share_pct(loading->held_ns);
  finding.confidence = Confidence::Medium;
  finding.say(fmt::format("It is in the data loader for {}", facts.per_step(loading->held_ns)));
  finding.where = {loading->name, StringId::Empty, loading->longest};
  if (marked) {
    finding.where.source = slice_name(facts.trace, source_frame(facts.trace, loading->longest));
    finding.say("", loading->name, workers_text(loading->workers), loading->longest);
    finding.say(fmt::format("A batch takes {} (median), {} at most",
                            format_duration(facts.loading->median_batch_ns),
                            format_duration(facts.loading->longest_batch_ns)));
  }
  if (const StringId source = loading->top_source(); source != StringId::Empty) {
    finding.say("Most of it is in ", source, ": " + format_duration(loading->sources.at(source)));
    if (!marked) finding.where.name = source;
  }
  finding.fix = loading_fix(loading->workers, false);
  finding.confirm =
      "Run a few steps on one batch kept in memory: the step should get shorter by this much.";
}

}  // namespace

void judge_data_loading(const FindingFacts& facts, RuleAnswer& answer) {
  const IdleDevice* idle = facts.idle_device();
  if (idle == nullptr && !has_gpu_work(facts.trace)) return judge_host_loading(facts, answer);
  if (idle == nullptr) return answer.cannot_judge(std::string(kNoGpuEvents));
  const Ns lost_ns = idle->classes[static_cast<std::size_t>(IdleClass::DataLoading)].ns;
  if (facts.share_pct(lost_ns) <= facts.limits().data_loading_pct) return;
  const DataLoading& loading = *facts.loading;
  std::vector<TimeRange> claims = idle_ranges(*idle, IdleClasses{IdleClass::DataLoading});
  const Ns longest_ns = longest_of(claims);
  Finding& finding = answer.add(claims);
  finding.title = "The GPU waits for the data loader";
  // Workers share the host's cores with the training loop, so all of it may not be saved.
  if (loading.workers == LoaderWorkers::Some)
    finding.low_pct = facts.share_pct(returned_by_workers(loading));
  finding.high_pct = facts.share_pct(lost_ns);
  finding.confidence =
      loading.workers == LoaderWorkers::Unknown ? Confidence::Medium : Confidence::High;
  finding.say(fmt::format("Waiting for the next batch, the GPU is idle for {}",
                          facts.per_step(lost_ns, longest_ns)));
  const auto culprit =
      std::ranges::find(idle->culprits, IdleClass::DataLoading, &IdleCulprit::what);
  if (culprit != idle->culprits.end()) {
    finding.where = {culprit->cause != StringId::Empty ? culprit->cause : culprit->name,
                     culprit->source, culprit->event};
  }
  if (loading.longest_batch != EventId::None) {
    finding.say("", slice_name(facts.trace, loading.longest_batch), workers_text(loading.workers),
                loading.longest_batch);
    finding.where.name = slice_name(facts.trace, loading.longest_batch);
    finding.where.event = loading.longest_batch;
  }
  if (loading.batches > 0) {
    finding.say(fmt::format("A batch takes {} (median), {} at most",
                            format_duration(loading.median_batch_ns),
                            format_duration(loading.longest_batch_ns)));
  }
  if (culprit != idle->culprits.end()) say_loader_workers(facts, culprit->event, claims, finding);
  finding.say(fmt::format("{} {}",
                          loading.workers == LoaderWorkers::Some
                              ? "Twice the workers, with half the wait per batch, would save"
                              : "One background worker would save up to",
                          facts.per_step(returned_by_workers(loading))));
  finding.fix = loading_fix(loading.workers, true);
  finding.confirm =
      "Run a few steps on one batch kept in memory: the step should get shorter by this much.";
}

}  // namespace lanescope
