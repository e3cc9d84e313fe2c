// The parts from which SampledWorkers is put together, each of one thread. Threads have both
// samples and states.
#pragma once

#include <vector>

#include "core/analysis/host/sampled_threads.h"
#include "core/analysis/loader/sampled_workers.h"

namespace lanescope {

/// When a thread was seen in the loop of a worker, and in which phases of it; `seen` is empty if it
/// is no worker's. Cost: a pass over its samples.
struct WorkerPhases {
  TimeRange seen;
  std::vector<LoaderInterval> phases;
};
WorkerPhases worker_phases(const Snapshot& snapshot, const Track& samples);

/// The sends of a feeder thread; one that the recording ends in is left out, and so is the end of
/// the thread. Cost: a pass over its samples and states.
std::vector<TimeRange> feeder_sends(const Snapshot& snapshot, const SampledThread& feeder,
                                    Ns period_ns);

/// The waits of a thread for a pipe in which samples show it to receive batches, in order, and
/// whether it is the thread of pin_memory. Cost: a pass over its samples and states.
struct ReceiverWaits {
  std::vector<TimeRange> waits;
  bool is_pin_memory_thread = false;
};
ReceiverWaits receiver_waits(const Snapshot& snapshot, const SampledThread& thread);

/// Gives each send its fetch, joins fetches where samples are missing in between, and cuts fetches
/// where a send shows that the next one has begun: where a worker neither waits nor sends for long,
/// its samples show a single one. Where sends are known, they alone tell fetches apart that nothing
/// was sampled between, for however long.
void match_fetches(std::vector<LoaderInterval>& phases, std::vector<LoaderBatch>& batches,
                   Ns period_ns);

/// Gives each fetch the event that shows it best: of the function and the Python it calls, the
/// longest that begins in it and is not about the next ones as well. Cost: a pass over the samples.
void name_fetches(const Snapshot& snapshot, const Track& samples,
                  std::vector<LoaderBatch>& batches);

}  // namespace lanescope
