// What samples of DataLoader workers mean, in sentences for findings and reports.
#pragma once

#include <span>
#include <string>

#include "core/analysis/loader/sampled_workers.h"

namespace lanescope {

/// "DataLoader workers fetch for 93 % of their time, wait for an index for 2 % and put batches into
/// their queue for 3 %; they are hardly ever ahead of the training loop". Without a period at the
/// end. Says so if the samples are too few. Empty without workers.
std::string worker_balance(std::span<const SampledWorkerTime> workers);

/// "2 workers sent about 40 batches, 7.5 per second each; a fetch takes 20.10 ms (median)"; or why
/// that is not known. Empty without workers.
std::string worker_rate(std::span<const SampledWorkerTime> workers);

}  // namespace lanescope
