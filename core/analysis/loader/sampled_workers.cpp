#include "core/analysis/loader/sampled_workers.h"

#include <algorithm>
#include <utility>

#include "core/analysis/events/interval_union.h"
#include "core/analysis/host/process_parents.h"
#include "core/analysis/host/sampled_threads.h"
#include "core/analysis/host_time/sampling.h"
#include "core/analysis/loader/loader_frames.h"
#include "core/analysis/loader/worker_phases.h"
#include "core/base/threads/work.h"

namespace lanescope {
namespace {

/// Periods that a damaged file claims must not overflow what is computed with them.
constexpr Ns kLongestPeriodNs = 10'000'000'000;

bool has_samples(const Snapshot& snapshot) {
  return std::ranges::any_of(
      snapshot.tracks, [](const Track& track) { return track.kind == TrackKind::ThreadSamples; });
}

/// Most traces have none of these functions, and are not looked at any further.
bool any_name(const Snapshot& snapshot, bool (*is_it)(std::string_view)) {
  for (std::uint32_t i = 0; i < snapshot.strings->size(); ++i) {
    const std::string_view text = snapshot.text(StringId{i});
    count_work(Work::NameBytes, text.size());
    if (is_it(text)) return true;
  }
  return false;
}

bool has_frame(const Snapshot& snapshot, const Track& samples, bool (*is_it)(std::string_view)) {
  return std::ranges::any_of(samples.chunks, [&](const auto& chunk) {
    count_work(Work::Events, chunk->size());
    for (std::uint32_t i = 0; i < chunk->size(); ++i) {
      if (snapshot.kind_of(chunk->category[i]) == CategoryKind::SampledFrame &&
          is_it(snapshot.text(chunk->name[i])))
        return true;
    }
    return false;
  });
}

class WorkerFinder {
 public:
  explicit WorkerFinder(const Snapshot& snapshot) : snapshot_(snapshot), parents_(snapshot) {}

  SampledWorkers run() {
    if (!has_samples(snapshot_) || !any_name(snapshot_, is_worker_loop)) return {};
    out_.period_ns = std::min(sampling_period_ns(snapshot_), kLongestPeriodNs);
    out_.has_switches = has_thread_switches(snapshot_);
    threads_ = sampled_threads(snapshot_);
    for (const SampledThread& thread : threads_) add_worker(thread);
    for (SampledWorker& worker : out_.workers) find_batches(worker);
    for (const SampledThread& thread : threads_) link_receiver(thread);
    return std::move(out_);
  }

 private:
  void add_worker(const SampledThread& thread) {
    if (thread.samples == nullptr) return;
    WorkerPhases found = worker_phases(snapshot_, *thread.samples);
    if (found.seen.empty()) return;
    SampledWorker& worker = out_.workers.emplace_back();
    worker.process = thread.samples->process;
    worker.thread = thread.samples->thread;
    worker.samples = thread.samples->id;
    worker.seen = found.seen;
    worker.phases = std::move(found.phases);
  }

  /// The only feeder thread of a process. With several, as a dataset may have queues too, it is not
  /// known which one sends batches.
  [[nodiscard]] SampledThread feeder_of(const SampledWorker& worker) const {
    SampledThread feeder;
    for (const SampledThread& thread : threads_) {
      if (thread.samples == nullptr || thread.states == nullptr ||
          thread.samples->process != worker.process ||
          !has_frame(snapshot_, *thread.samples, is_queue_feeder))
        continue;
      if (feeder.states != nullptr) return {};
      feeder = thread;
    }
    return feeder;
  }

  void find_batches(SampledWorker& worker) const {
    const SampledThread feeder = out_.has_switches ? feeder_of(worker) : SampledThread();
    if (feeder.states == nullptr) return;
    worker.feeder = feeder.states->id;
    for (const TimeRange& send : feeder_sends(snapshot_, feeder, out_.period_ns))
      worker.batches.push_back({.send = send});
    match_fetches(worker.phases, worker.batches, out_.period_ns);
    for (const SampledThread& thread : threads_) {
      if (thread.samples != nullptr && thread.samples->id == worker.samples)
        name_fetches(snapshot_, *thread.samples, worker.batches);
    }
  }

  /// The batches that a process can receive, by the ends of their sends.
  [[nodiscard]] std::vector<LoaderBatch*> batches_for(StringId process) {
    std::vector<LoaderBatch*> batches;
    const std::string_view pid = snapshot_.text(process);
    for (SampledWorker& worker : out_.workers) {
      // Of forked workers, samples show the parent's stack too, with its receiving functions.
      if (worker.process == process) return {};
      const bool is_child =
          !parents_.any_known() || parents_.descends(snapshot_.text(worker.process), pid);
      if (!is_child) continue;
      for (LoaderBatch& batch : worker.batches) batches.push_back(&batch);
    }
    std::ranges::stable_sort(batches, {}, [](const LoaderBatch* one) { return one->send.end_ns; });
    return batches;
  }

  void link_receiver(const SampledThread& thread) {
    if (thread.samples == nullptr || thread.states == nullptr) return;
    const ReceiverWaits found = receiver_waits(snapshot_, thread);
    if (found.waits.empty()) return;
    const std::vector<LoaderBatch*> batches = batches_for(thread.samples->process);
    for (const TimeRange& wait : found.waits) {
      if (length_of(wait) <= kAtOnceNs) continue;
      const Ending ended = batch_ending(wait, batches);
      if (ended.batch == nullptr) continue;
      ended.batch->wait = wait;
      ended.batch->waited = ended.is_only ? BatchWait::Known : BatchWait::Nearest;
      ended.batch->receiver = thread.samples->id;
      ended.batch->by_pin_memory_thread = found.is_pin_memory_thread;
    }
  }

  struct Ending {
    LoaderBatch* batch = nullptr;
    bool is_only = false;
  };

  /// The batch that ended a wait. A write wakes who waits for the pipe, and the send ends then,
  /// unless the feeder thread has to wait for the GIL.
  [[nodiscard]] Ending batch_ending(const TimeRange& wait,
                                    const std::vector<LoaderBatch*>& batches) const {
    Ending found;
    Ns nearest_ns = kMaxNs;
    std::size_t at_once = 0;
    const auto first = std::ranges::upper_bound(
        batches, wait.begin_ns, {}, [](const LoaderBatch* one) { return one->send.end_ns; });
    for (auto at = first; at != batches.end(); ++at) {
      LoaderBatch& batch = **at;
      const Ns late_ns = saturating_sub(batch.send.end_ns, wait.end_ns);
      if (late_ns > std::max(out_.period_ns, kAtOnceNs)) break;
      const Ns apart_ns = late_ns < 0 ? -late_ns : late_ns;
      if (apart_ns <= kAtOnceNs) ++at_once;
      const bool could_end_it = batch.send.begin_ns < wait.end_ns;
      if (!could_end_it || batch.waited != BatchWait::None || apart_ns >= nearest_ns) continue;
      nearest_ns = apart_ns;
      found.batch = &batch;
    }
    found.is_only = at_once == 1 && nearest_ns <= kAtOnceNs;
    return found;
  }

  /// So far apart are the end of a send and the end of the wait for it, where both threads get a
  /// CPU.
  static constexpr Ns kAtOnceNs = 200'000;

  const Snapshot& snapshot_;
  const ProcessParents parents_;
  std::vector<SampledThread> threads_;
  SampledWorkers out_;
};

}  // namespace

const SampledWorker* SampledWorkers::of(const Snapshot& snapshot, TrackId track) const {
  const auto thread_of = [&](TrackId id) {
    return std::ranges::find(snapshot.tracks, id, &Track::id);
  };
  const auto asked = thread_of(track);
  if (asked == snapshot.tracks.end()) return nullptr;
  const auto is_it = [&](const SampledWorker& worker) {
    if (asked->process != worker.process) return false;
    if (asked->thread == worker.thread) return true;
    const auto feeder = thread_of(worker.feeder);
    return feeder != snapshot.tracks.end() && feeder->thread == asked->thread;
  };
  const auto at = std::ranges::find_if(workers, is_it);
  return at == workers.end() ? nullptr : &*at;
}

SampledWorkers find_sampled_workers(const Snapshot& snapshot) {
  return WorkerFinder(snapshot).run();
}

SentBatch batch_waited_for(const Snapshot& snapshot, const SampledWorkers& workers,
                           const Track& track, Ns time_ns) {
  for (const SampledWorker& worker : workers.workers) {
    for (const LoaderBatch& batch : worker.batches) {
      if (time_ns < batch.wait.begin_ns || time_ns >= batch.wait.end_ns) continue;
      const auto at = std::ranges::find(snapshot.tracks, batch.receiver, &Track::id);
      if (at != snapshot.tracks.end() && is_same_thread(*at, track)) return {&worker, &batch};
    }
  }
  return {};
}

const LoaderBatch* batch_at(const SampledWorker& worker, Ns time_ns) {
  const auto contains = [&](const TimeRange& range) {
    return time_ns >= range.begin_ns && time_ns < range.end_ns;
  };
  const std::vector<LoaderBatch>& all = worker.batches;
  const auto at = std::ranges::upper_bound(
      all, time_ns, {}, [](const LoaderBatch& batch) { return batch.send.end_ns; });
  if (at == all.end()) return nullptr;
  // While one is sent the next is fetched.
  if (contains(at->fetch)) return &*at;
  if (at + 1 != all.end() && contains((at + 1)->fetch)) return &*(at + 1);
  return contains(at->send) ? &*at : nullptr;
}

}  // namespace lanescope
