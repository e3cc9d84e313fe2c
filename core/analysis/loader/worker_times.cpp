// Sums of what workers of a DataLoader did in a window.
#include <algorithm>
#include <span>
#include <vector>

#include "core/analysis/events/interval_union.h"
#include "core/analysis/events/statistics.h"
#include "core/analysis/loader/sampled_workers.h"

namespace lanescope {
namespace {

TimeRange clipped(const TimeRange& range, const TimeRange& to) {
  return {std::max(range.begin_ns, to.begin_ns), std::min(range.end_ns, to.end_ns)};
}

void add_phases(const SampledWorker& worker, const TimeRange& window, SampledWorkerTime& time) {
  for (const LoaderInterval& phase : worker.phases) {
    Ns& sum_ns = phase.phase == LoaderPhase::Wait    ? time.wait_ns
                 : phase.phase == LoaderPhase::Fetch ? time.fetch_ns
                                                     : time.put_ns;
    sum_ns = saturating_add(sum_ns, length_of(clipped(phase.range, window)));
  }
}

/// Those that were sent in the window.
std::vector<const LoaderBatch*> sent_in(const SampledWorker& worker, const AnalysisWindow& window) {
  std::vector<const LoaderBatch*> sent;
  for (const LoaderBatch& batch : worker.batches) {
    if (window.has_start(batch.send.end_ns)) sent.push_back(&batch);
  }
  return sent;
}

void add_fetches(std::span<const LoaderBatch* const> sent, Ns period_ns, SampledWorkerTime& time) {
  std::vector<double> fetches;
  for (const LoaderBatch* batch : sent) {
    if (batch->fetch.empty()) continue;
    fetches.push_back(static_cast<double>(length_of(batch->fetch)));
    if (length_of(batch->fetch) <= length_of(time.longest_fetch_range)) continue;
    time.longest_fetch_range = batch->fetch;
    time.longest_fetch = batch->fetch_event;
  }
  time.median_fetch_ns = rounded_ns(median_of(fetches));
  time.short_fetches = !sent.empty() && time.median_fetch_ns < 2 * period_ns;
}

void add_batches(const SampledWorker& worker, const AnalysisWindow& window, Ns period_ns,
                 SampledWorkerTime& time) {
  if (worker.feeder == TrackId::None) return;
  for (const LoaderBatch& batch : worker.batches)
    time.send_ns = saturating_add(time.send_ns, length_of(clipped(batch.send, window.range)));
  const std::vector<const LoaderBatch*> sent = sent_in(worker, window);
  add_fetches(sent, period_ns, time);
  time.sends = sent.size();
  time.batches = 0;
  for (const LoaderBatch* batch : sent) {
    // What follows no fetch is a message about an epoch, unless samples do not show every fetch.
    if (batch->fetch.empty() && !time.short_fetches) continue;
    ++*time.batches;
    if (batch->waited != BatchWait::None) ++time.waited_for;
  }
}

}  // namespace

double SampledWorkerTime::batches_per_s() const {
  constexpr double kNsPerSecond = 1e9;
  return seen_ns <= 0 ? 0
                      : static_cast<double>(batches.value_or(0)) * kNsPerSecond /
                            static_cast<double>(seen_ns);
}

std::vector<SampledWorkerTime> worker_times(const SampledWorkers& workers,
                                            const AnalysisWindow& window, Ns least_samples) {
  std::vector<SampledWorkerTime> times;
  for (const SampledWorker& worker : workers.workers) {
    SampledWorkerTime time{.process = worker.process,
                           .seen_ns = length_of(clipped(worker.seen, window.range))};
    if (time.seen_ns == 0) continue;
    add_phases(worker, window.range, time);
    add_batches(worker, window, workers.period_ns, time);
    time.few_samples = time.seen_ns / workers.period_ns < least_samples;
    times.push_back(time);
  }
  return times;
}

}  // namespace lanescope
