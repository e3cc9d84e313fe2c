#include "core/analysis/loader/worker_words.h"

#include <vector>

#include <doctest/doctest.h>

namespace lanescope {
namespace {

constexpr Ns kMs = 1'000'000;

/// Of a second.
SampledWorkerTime worker(Ns wait_ms, Ns fetch_ms, std::optional<std::uint64_t> batches) {
  SampledWorkerTime time;
  time.seen_ns = 1'000 * kMs;
  time.wait_ns = wait_ms * kMs;
  time.fetch_ns = fetch_ms * kMs;
  time.batches = batches;
  time.median_fetch_ns = batches ? 20 * kMs : 0;
  return time;
}

}  // namespace

TEST_CASE("workers that mostly wait for an index are not the bottleneck") {
  const std::vector<SampledWorkerTime> workers{worker(800, 150, 8), worker(700, 250, 12)};
  CHECK(
      worker_balance(workers) ==
      "DataLoader workers fetch for 20 % of their time, wait for an index for 75 % and put batches "
      "into their queue for 0 %; they are mostly ahead of the training loop, and not the "
      "bottleneck");
  CHECK(worker_rate(workers) ==
        "2 workers sent about 20 batches, 10.0 per second each; a fetch takes 20.00 ms (median)");
}

TEST_CASE("workers that always fetch are hardly ever ahead") {
  const std::vector<SampledWorkerTime> workers{worker(20, 950, 1)};
  CHECK(worker_balance(workers).ends_with("; they are hardly ever ahead of the training loop"));
  CHECK(worker_rate(workers) ==
        "1 worker sent about 1 batch, 1.0 per second; a fetch takes 20.00 ms (median)");
}

TEST_CASE("fetches that samples do not all show are said to be such") {
  std::vector<SampledWorkerTime> workers{worker(20, 950, 1)};
  workers[0].short_fetches = true;
  CHECK(worker_rate(workers).ends_with("; samples are too far apart to show every fetch"));
}

TEST_CASE("what is not known of workers is said") {
  std::vector<SampledWorkerTime> workers{worker(20, 950, std::nullopt)};
  CHECK(worker_rate(workers).starts_with("When the workers sent batches is not known"));
  workers[0].few_samples = true;
  CHECK(worker_balance(workers) == "Too few samples of the DataLoader workers to say what they do");
  CHECK(worker_balance({}).empty());
  CHECK(worker_rate({}).empty());
}

}  // namespace lanescope
