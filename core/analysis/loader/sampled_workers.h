// What the workers of a DataLoader did for each batch, rebuilt from samples that were taken from
// outside: when one fetched it, when it had sent it, and who had waited for it.
//
// Stacks tell what a worker does only at the times of its samples. When it sent a batch is known
// exactly all the same, where the scheduler's switches were recorded: put() wakes the queue's
// feeder thread, which pickles the batch, writes it to the pipe and sleeps again. So each stretch
// in which that thread does not wait for work is one send. Two that are less than a sampling period
// apart look like one.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "core/analysis/events/window.h"
#include "core/store/snapshot.h"

namespace lanescope {

enum class LoaderPhase : std::uint8_t {
  Wait,   // for the index of the next batch: it is ahead of the training loop
  Fetch,  // dataset and collate function
  Put,    // the batch into the queue; the feeder thread sends it
};

/// A stretch of a worker's main thread, accurate to a sampling period, but where a send cuts it.
struct LoaderInterval {
  LoaderPhase phase = LoaderPhase::Wait;
  TimeRange range;
  EventId event = EventId::None;  // the sampled function
};

/// How it is known for which batch a receiver had waited.
enum class BatchWait : std::uint8_t {
  None,     // nobody waited long enough to be sampled, or it is not known for which batch
  Known,    // this send, and no other, ended when the wait did
  Nearest,  // several did, or none: the nearest by time
};

struct LoaderBatch {
  /// From the put that woke the feeder thread to the end of the write. Other messages look the
  /// same: that an IterableDataset has no more, or that a persistent worker begins another epoch.
  TimeRange send = {};
  /// By samples; empty if none of them shows it.
  TimeRange fetch = {};
  EventId fetch_event = EventId::None;  // one that begins in it, if there is any
  BatchWait waited = BatchWait::None;
  TrackId receiver = TrackId::None;   // the samples of the thread that waited
  bool by_pin_memory_thread = false;  // it is this one, and not that of the training loop
  TimeRange wait = {};                // of the receiver, that this batch ended
};

struct SampledWorker {
  StringId process = StringId::Empty;  // pid as text
  StringId thread = StringId::Empty;   // tid of its main thread
  TrackId samples = TrackId::None;     // of its main thread
  TrackId feeder = TrackId::None;      // the states of its feeder thread; None: no sends are known
  TimeRange seen;                      // in its loop
  std::vector<LoaderInterval> phases;  // in order, disjoint
  std::vector<LoaderBatch> batches;    // by the ends of their sends
};

struct SampledWorkers {
  static constexpr bool kOfTrace = true;
  std::vector<SampledWorker> workers;  // in the order of their tracks
  Ns period_ns = 0;                    // between samples
  /// Without the scheduler's switches no batches are known, only phases.
  bool has_switches = false;

  /// By the track of its main thread's samples, or any other track of the worker's main or feeder
  /// thread. Null if it is of no worker.
  [[nodiscard]] const SampledWorker* of(const Snapshot& snapshot, TrackId track) const;
};

/// Of the whole trace. Without sampled workers it has none. Complete snapshots only. Cost: a pass
/// over the names of the trace; with workers, also over the samples of their processes and of those
/// that started them.
SampledWorkers find_sampled_workers(const Snapshot& snapshot);

/// A batch and the worker that sent it.
struct SentBatch {
  const SampledWorker* worker = nullptr;
  const LoaderBatch* batch = nullptr;
};
/// The batch for which a thread waited at a time; nulls if it is not known to. `track` is any of
/// the thread's. Cost: linear.
SentBatch batch_waited_for(const Snapshot& snapshot, const SampledWorkers& workers,
                           const Track& track, Ns time_ns);

/// The batch that a worker was fetching or sending at a time; null if there is none.
const LoaderBatch* batch_at(const SampledWorker& worker, Ns time_ns);

/// One worker in a window. The parts are of its main thread and disjoint, but for sends, which its
/// feeder thread makes meanwhile.
struct SampledWorkerTime {
  StringId process = StringId::Empty;
  Ns seen_ns = 0;  // in its loop, with what is in none of the phases
  Ns wait_ns = 0;  // for an index
  Ns fetch_ns = 0;
  Ns put_ns = 0;
  Ns send_ns = 0;                           // by the feeder thread
  std::optional<std::uint64_t> sends = {};  // of anything; nullopt if that is not known
  /// Sends that have a fetch of their own; all of them with short_fetches. One or two may be
  /// missing or too many, as sends are known by when a thread slept.
  std::optional<std::uint64_t> batches = {};
  std::uint64_t waited_for = 0;           // of them, those that a receiver had waited for
  Ns median_fetch_ns = 0;                 // of batches whose fetch is known; 0 without any
  TimeRange longest_fetch_range = {};     // empty without any
  EventId longest_fetch = EventId::None;  // what was sampled in it
  bool few_samples = false;               // too few for shares
  /// The median is below two sampling periods, so that samples do not show every fetch.
  bool short_fetches = false;

  [[nodiscard]] double batches_per_s() const;
};

/// Those that were in their loop at all. `least_samples`: fewer are too few. Cost: linear.
std::vector<SampledWorkerTime> worker_times(const SampledWorkers& workers,
                                            const AnalysisWindow& window, Ns least_samples);

}  // namespace lanescope
