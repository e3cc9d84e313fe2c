#include "core/view/details/loader_batch.h"

#include <algorithm>

#include <fmt/format.h>

#include "core/analysis/events/interval_union.h"
#include "core/analysis/loader/sampled_workers.h"
#include "core/view/text/time_text.h"

namespace lanescope {
namespace {

class BatchWords {
 public:
  BatchWords(const Snapshot& snapshot, const SampledWorkers& workers)
      : snapshot_(snapshot), workers_(workers) {}

  [[nodiscard]] std::string of(const SliceRef& slice) const {
    const TimeRange range = slice.chunk->range(slice.slice);
    const Track& track = *slice.track;
    const SampledWorker* const worker = workers_.of(snapshot_, track.id);
    if (worker == nullptr) return of_receiver(track, range);
    return worker->thread == track.thread ? of_worker(*worker, range) : of_feeder(*worker, range);
  }

 private:
  /// Where a slice is, as samples may show it to begin or end a little late.
  static Ns middle_of(const TimeRange& range) { return range.begin_ns + length_of(range) / 2; }

  [[nodiscard]] std::string of_receiver(const Track& track, const TimeRange& range) const {
    const auto [worker, batch] = batch_waited_for(snapshot_, workers_, track, middle_of(range));
    // The program's functions around the wait are about more than this batch.
    const bool is_of_wait =
        batch != nullptr &&
        saturating_sub(length_of(range), length_of(batch->wait)) <= 2 * workers_.period_ns;
    return is_of_wait ? of_batch(*worker, *batch) : std::string();
  }

  [[nodiscard]] std::string of_worker(const SampledWorker& worker, const TimeRange& range) const {
    if (worker.feeder == TrackId::None) return without_sends(worker, range);
    const auto begins_in = [&](const LoaderBatch& batch) {
      return batch.send.begin_ns > range.begin_ns && batch.send.begin_ns <= range.end_ns;
    };
    if (std::ranges::none_of(worker.batches, begins_in)) {
      const LoaderBatch* const batch = batch_at(worker, middle_of(range));
      return batch == nullptr ? std::string() : of_batch(worker, *batch);
    }
    return of_each(worker, begins_in);
  }

  [[nodiscard]] std::string of_feeder(const SampledWorker& worker, const TimeRange& range) const {
    return of_each(worker, [&](const LoaderBatch& batch) {
      return batch.send.begin_ns < range.end_ns && batch.send.end_ns > range.begin_ns;
    });
  }

  /// About the only batch that is one of these, or how many are.
  template <typename IsIt>
  [[nodiscard]] std::string of_each(const SampledWorker& worker, const IsIt& is_it) const {
    const auto count = std::ranges::count_if(worker.batches, is_it);
    if (count == 0) return {};
    if (count == 1) return of_batch(worker, *std::ranges::find_if(worker.batches, is_it));
    return fmt::format("Meanwhile, {} sent {} batches", name_of(worker), count);
  }

  [[nodiscard]] std::string without_sends(const SampledWorker& worker,
                                          const TimeRange& range) const {
    const auto during = std::ranges::find_if(worker.phases, [&](const LoaderInterval& one) {
      return one.phase == LoaderPhase::Fetch && range.begin_ns >= one.range.begin_ns &&
             range.begin_ns < one.range.end_ns;
    });
    if (during == worker.phases.end()) return {};
    return fmt::format("{} fetched for {} ({}); of how many batches is not known, as {}",
                       name_of(worker), format_duration(length_of(during->range)),
                       samples_in(during->range),
                       workers_.has_switches ? "the thread that sends them was not sampled"
                                             : "thread switches were not recorded");
  }

  [[nodiscard]] std::string of_batch(const SampledWorker& worker, const LoaderBatch& batch) const {
    const std::string fetched =
        batch.fetch.empty()
            ? std::string("sent a batch, whose fetch was too short for the samples,")
            : fmt::format("fetched a batch for {} ({}) and sent it",
                          format_duration(length_of(batch.fetch)), samples_in(batch.fetch));
    const Ns sent_ns = saturating_sub(batch.send.end_ns, snapshot_.extent.begin_ns);
    return fmt::format("{} {} at {}; {}", name_of(worker), fetched, format_exact_time(sent_ns),
                       wait_words(batch));
  }

  [[nodiscard]] static std::string wait_words(const LoaderBatch& batch) {
    if (batch.waited == BatchWait::None) return "nobody was seen to wait for it";
    const bool is_known = batch.waited == BatchWait::Known;
    return fmt::format("the {} was waiting for {}{}",
                       batch.by_pin_memory_thread ? "pin_memory thread" : "main thread",
                       is_known ? "it for " : "", format_duration(length_of(batch.wait))) +
           (is_known ? "" : ", probably for it (the nearest send by time)");
  }

  /// "about 8 samples, 5.000 ms apart".
  [[nodiscard]] std::string samples_in(const TimeRange& range) const {
    const Ns period_ns = std::max<Ns>(workers_.period_ns, 1);
    const Ns count = std::max<Ns>(saturating_add(length_of(range), period_ns / 2) / period_ns, 1);
    return fmt::format("about {}, {} apart", counted(static_cast<std::uint64_t>(count), "sample"),
                       format_duration(period_ns));
  }

  [[nodiscard]] std::string name_of(const SampledWorker& worker) const {
    return fmt::format("worker process {}", snapshot_.text(worker.process));
  }

  const Snapshot& snapshot_;
  const SampledWorkers& workers_;
};

}  // namespace

std::string loader_batch_words(const Snapshot& snapshot, const SliceRef& slice) {
  const TrackKind kind = slice.track->kind;
  const bool is_sampled = kind == TrackKind::ThreadSamples || kind == TrackKind::ThreadState;
  if (!is_sampled || !snapshot.complete) return {};
  std::string words = BatchWords(snapshot, find_sampled_workers(snapshot)).of(slice);
  if (words.starts_with('w')) words.front() = 'W';
  return words;
}

}  // namespace lanescope
