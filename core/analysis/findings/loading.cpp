// The rule about waiting for data.
#include <algorithm>
#include <span>

#include <fmt/format.h>

#include "core/analysis/findings/rules.h"
#include "core/analysis/findings/worker_words.h"
#include "core/analysis/host/site.h"
#include "core/analysis/idle/claims.h"

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

std::string loading_fix(LoaderWorkers workers) {
  if (workers == LoaderWorkers::Some) {
    return "Give the DataLoader more workers (num_workers) and a higher prefetch_factor, keep them "
           "alive "
           "with persistent_workers=True, and make samples cheaper: decode and augment on the "
           "GPU, "
           "or store decoded data.";
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

}  // namespace

void judge_data_loading(const FindingFacts& facts, RuleAnswer& answer) {
  const IdleDevice* idle = facts.idle_device();
  if (idle == nullptr) return answer.cannot_judge(std::string(kNoGpuEvents));
  const Ns lost_ns = idle->classes[static_cast<std::size_t>(IdleClass::DataLoading)].ns;
  if (facts.share_pct(lost_ns) <= facts.limits().data_loading_pct) return;
  const DataLoading& loading = *facts.loading;
  std::vector<TimeRange> claims = idle_ranges(*idle, [](const IdleGap&, const IdlePiece& piece) {
    return piece.what == IdleClass::DataLoading;
  });
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
  finding.fix = loading_fix(loading.workers);
  finding.confirm =
      "Run a few steps on one batch kept in memory: the step should get shorter by this much.";
}

}  // namespace lanescope
