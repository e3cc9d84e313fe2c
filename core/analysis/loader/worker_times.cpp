// Sums of what workers of a DataLoader did in a window.
#include <algorithm>

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

void add_batches(const SampledWorker& worker, const AnalysisWindow& window,
                 SampledWorkerTime& time) {
  if (worker.feeder == TrackId::None) return;
  time.batches = 0;
  std::vector<double> fetches;
  double longest = 0;
  for (const LoaderBatch& batch : worker.batches) {
    time.send_ns = saturating_add(time.send_ns, length_of(clipped(batch.send, window.range)));
    if (!window.has_start(batch.send.end_ns)) continue;
    ++*time.batches;
    if (batch.waited != BatchWait::None) ++time.waited_for;
    if (batch.fetch.empty()) continue;
    fetches.push_back(static_cast<double>(length_of(batch.fetch)));
    if (fetches.back() <= longest) continue;
    longest = fetches.back();
    time.longest_fetch = batch.fetch_event;
  }
  time.median_fetch_ns = rounded_ns(median_of(fetches));
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
    add_batches(worker, window, time);
    time.few_samples = time.seen_ns / workers.period_ns < least_samples;
    times.push_back(time);
  }
  return times;
}

}  // namespace lanescope
