#include "core/analysis/loader/worker_words.h"

#include <algorithm>

#include <fmt/format.h>

#include "core/analysis/events/statistics.h"

namespace lanescope {
namespace {

/// Shares of the workers' time from which on the sentence draws a conclusion.
constexpr double kMostlyAhead = 0.5, kHardlyAhead = 0.1, kMostlyFetching = 0.8;

SampledWorkerTime sum_of(std::span<const SampledWorkerTime> workers) {
  SampledWorkerTime sum;
  for (const SampledWorkerTime& worker : workers) {
    sum.seen_ns = saturating_add(sum.seen_ns, worker.seen_ns);
    sum.wait_ns = saturating_add(sum.wait_ns, worker.wait_ns);
    sum.fetch_ns = saturating_add(sum.fetch_ns, worker.fetch_ns);
    sum.put_ns = saturating_add(sum.put_ns, worker.put_ns);
    if (worker.batches) sum.batches = sum.batches.value_or(0) + *worker.batches;
  }
  return sum;
}

Ns median_fetch_ns(std::span<const SampledWorkerTime> workers) {
  std::vector<double> medians;
  for (const SampledWorkerTime& worker : workers) {
    if (worker.median_fetch_ns > 0) medians.push_back(static_cast<double>(worker.median_fetch_ns));
  }
  return rounded_ns(median_of(std::move(medians)));
}

std::string counted_workers(std::size_t count) {
  return count == 1 ? "1 worker" : fmt::format("{} workers", count);
}

}  // namespace

std::string worker_balance(std::span<const SampledWorkerTime> workers) {
  if (workers.empty()) return {};
  if (std::ranges::all_of(workers, &SampledWorkerTime::few_samples))
    return "Too few samples of the DataLoader workers to say what they do";
  const SampledWorkerTime sum = sum_of(workers);
  const auto share = [&](Ns part_ns) {
    return static_cast<double>(part_ns) / static_cast<double>(sum.seen_ns);
  };
  std::string words = fmt::format(
      "DataLoader workers fetch for {:.0f} % of their time, wait for an index for {:.0f} % and put "
      "batches into their queue for {:.0f} %",
      100 * share(sum.fetch_ns), 100 * share(sum.wait_ns), 100 * share(sum.put_ns));
  if (share(sum.wait_ns) >= kMostlyAhead)
    words += "; they are mostly ahead of the training loop, and not the bottleneck";
  if (share(sum.fetch_ns) >= kMostlyFetching && share(sum.wait_ns) < kHardlyAhead)
    words += "; they are hardly ever ahead of the training loop";
  return words;
}

std::string worker_rate(std::span<const SampledWorkerTime> workers) {
  if (workers.empty()) return {};
  std::vector<SampledWorkerTime> known(workers.begin(), workers.end());
  std::erase_if(known, [](const SampledWorkerTime& worker) { return !worker.batches; });
  if (known.empty())
    return "When the workers sent batches is not known: this needs the scheduler's switches and "
           "samples of their queue's thread";
  const SampledWorkerTime sum = sum_of(known);
  std::string words =
      fmt::format("{} sent about {} {}, {:.1f} per second{}", counted_workers(known.size()),
                  *sum.batches, *sum.batches == 1 ? "batch" : "batches", sum.batches_per_s(),
                  known.size() == 1 ? "" : " each");
  const Ns fetch_ns = median_fetch_ns(known);
  if (fetch_ns > 0) words += fmt::format("; a fetch takes {} (median)", format_duration(fetch_ns));
  if (std::ranges::any_of(known, &SampledWorkerTime::short_fetches))
    words += "; samples are too far apart to show every fetch";
  return words;
}

}  // namespace lanescope
