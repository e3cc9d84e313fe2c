#include "core/analysis/loader/worker_phases.h"

#include <algorithm>
#include <iterator>
#include <optional>
#include <utility>

#include "core/analysis/events/covered_time.h"
#include "core/analysis/events/interval_union.h"
#include "core/analysis/events/name_test.h"
#include "core/analysis/host_time/host_states.h"
#include "core/analysis/loader/loader_frames.h"
#include "core/base/threads/work.h"
#include "core/store/thread_state.h"

namespace lanescope {
namespace {

template <typename Visit>
void each_in_time(const Track& track, const Visit& visit) {
  for (const auto& chunk : track.chunks) {
    count_work(Work::Events, chunk->size());
    for (std::uint32_t i = 0; i < chunk->size(); ++i) visit(*chunk, chunk->in_time_order(i));
  }
}

bool is_phase(std::string_view frame) {
  return loader_phase(frame).has_value();
}

bool is_fetch(std::string_view frame) {
  return loader_phase(frame) == LoaderPhase::Fetch;
}

/// The sampled functions of a thread that pass a test, as ranges in order; those inside others are
/// not counted again.
std::vector<TimeRange> times_in(const Snapshot& snapshot, const Track& samples,
                                NameTest::Answer is_it) {
  NameTest test(snapshot, is_it);
  std::vector<TimeRange> times;
  each_in_time(samples, [&](const TrackChunk& chunk, std::uint32_t slice) {
    const bool is_frame = snapshot.kind_of(chunk.category[slice]) == CategoryKind::SampledFrame;
    if (is_frame && test(chunk.name[slice])) add_later(times, chunk.range(slice));
  });
  return times;
}

/// Whether a feeder thread that waits for a lock waits for something to send. It does so too for
/// the GIL, but not for as long without a sample that tells; and in functions that it sends with,
/// where a sample was taken meanwhile or none since.
class WaitsForWork {
 public:
  WaitsForWork(const Snapshot& snapshot, const Track& samples, Ns period_ns)
      : sending_(times_in(snapshot, samples, is_sending)), period_ns_(period_ns) {}

  bool operator()(const ThreadState& state, const TimeRange& range) const {
    if (host_state_of(state) != HostState::Lock || length_of(range) < period_ns_) return false;
    const auto after = std::ranges::lower_bound(sending_, range.end_ns, {}, &TimeRange::begin_ns);
    if (after == sending_.begin()) return true;
    const TimeRange& last = *std::prev(after);
    return last.begin_ns <= range.begin_ns && last.end_ns < range.end_ns;
  }

 private:
  std::vector<TimeRange> sending_;
  Ns period_ns_;
};

/// Sockets are how it gets the memory of a batch, once it has been received.
bool waits_for_pipe(const ThreadState& state) {
  return host_state_of(state) == HostState::Channel && !state.name.ends_with("socket");
}

/// Fetches with nothing sampled between them. Where samples are missing, as on a busy machine, a
/// batch would seem to be fetched in parts; if another one began meanwhile, a send will tell.
std::vector<LoaderInterval> joined(const std::vector<LoaderInterval>& phases, Ns most_apart_ns) {
  std::vector<LoaderInterval> out;
  for (const LoaderInterval& phase : phases) {
    const bool is_same =
        phase.phase == LoaderPhase::Fetch && !out.empty() &&
        out.back().phase == LoaderPhase::Fetch &&
        saturating_sub(phase.range.begin_ns, out.back().range.end_ns) <= most_apart_ns;
    if (is_same) {
      out.back().range.end_ns = phase.range.end_ns;
    } else {
      out.push_back(phase);
    }
  }
  return out;
}

/// Walks phases and sends, both in order.
class FetchMatcher {
 public:
  FetchMatcher(std::vector<LoaderBatch>& batches, Ns period_ns)
      : batches_(batches), period_ns_(period_ns) {}

  std::vector<LoaderInterval> run(const std::vector<LoaderInterval>& phases) {
    for (const LoaderInterval& phase : phases) {
      give_until(phase.range.begin_ns);
      if (phase.phase == LoaderPhase::Fetch) {
        cut(phase);
      } else {
        out_.push_back(phase);
      }
    }
    give_until(kMaxNs);
    return std::move(out_);
  }

 private:
  [[nodiscard]] bool has_send_before(Ns time_ns) const {
    return next_ < batches_.size() && batches_[next_].send.begin_ns < time_ns;
  }

  void give_until(Ns time_ns) {
    while (has_send_before(time_ns)) give();
  }

  /// The last fetch, unless it has been sent, is the next send's.
  void give() {
    LoaderBatch& batch = batches_[next_++];
    if (!unsent_) return;
    batch.fetch = {unsent_->range.begin_ns, std::min(unsent_->range.end_ns, batch.send.begin_ns)};
    batch.fetch_event = unsent_->event;
    unsent_.reset();
  }

  void cut(LoaderInterval rest) {
    const Ns begin_ns = rest.range.begin_ns;
    while (has_send_before(rest.range.end_ns)) {
      const Ns send_ns = batches_[next_].send.begin_ns;
      // The feeder thread got its CPU late: it sends what was fetched before.
      const bool is_of_last = unsent_ && saturating_sub(send_ns, rest.range.begin_ns) < period_ns_;
      if (!is_of_last) {
        unsent_ = {rest.phase, {rest.range.begin_ns, send_ns}, rest.event};
        out_.push_back(*unsent_);
        rest.range.begin_ns = send_ns;
      }
      give();
    }
    // Less than a period after a send, it is the sent one, of which the end was not sampled.
    const bool is_new = rest.range.begin_ns == begin_ns || length_of(rest.range) >= period_ns_;
    if (!is_new) return;
    out_.push_back(rest);
    unsent_ = rest;
  }

  std::vector<LoaderBatch>& batches_;
  const Ns period_ns_;
  std::vector<LoaderInterval> out_;
  std::optional<LoaderInterval> unsent_;  // the last fetch
  std::size_t next_ = 0;                  // batch
};

}  // namespace

WorkerPhases worker_phases(const Snapshot& snapshot, const Track& samples) {
  WorkerPhases out;
  NameTest loops(snapshot, is_worker_loop), phases(snapshot, is_phase);
  Ns loop_end_ns = kMinNs, phase_end_ns = kMinNs;
  each_in_time(samples, [&](const TrackChunk& chunk, std::uint32_t slice) {
    if (snapshot.kind_of(chunk.category[slice]) != CategoryKind::SampledFrame) return;
    const StringId name = chunk.name[slice];
    const TimeRange range = chunk.range(slice);
    if (loops(name)) {
      if (out.seen.empty()) out.seen.begin_ns = range.begin_ns;
      loop_end_ns = out.seen.end_ns = std::max(loop_end_ns, range.end_ns);
      return;
    }
    // A dataset may have queues of its own: inside a fetch they are part of it.
    if (range.begin_ns >= loop_end_ns || range.begin_ns < phase_end_ns || !phases(name)) return;
    phase_end_ns = range.end_ns;
    out.phases.push_back({*loader_phase(snapshot.text(name)), range, chunk.id_of(slice)});
  });
  return out;
}

std::vector<TimeRange> feeder_sends(const Snapshot& snapshot, const SampledThread& feeder,
                                    Ns period_ns) {
  const WaitsForWork waits_for_work(snapshot, *feeder.samples, period_ns);
  std::vector<TimeRange> sends;
  std::optional<TimeRange> open;
  each_in_time(*feeder.states, [&](const TrackChunk& chunk, std::uint32_t slice) {
    const TimeRange range = chunk.range(slice);
    const ThreadState state = parse_thread_state(snapshot.text(chunk.name[slice]));
    if (!waits_for_work(state, range)) {
      if (!open) open = range;
      open->end_ns = range.end_ns;
    } else if (open) {
      sends.push_back(*open);
      open.reset();
    }
  });
  return sends;
}

ReceiverWaits receiver_waits(const Snapshot& snapshot, const SampledThread& thread) {
  ReceiverWaits out;
  const CoveredTime received(times_in(snapshot, *thread.samples, is_batch_receiver));
  out.is_pin_memory_thread = !times_in(snapshot, *thread.samples, is_pin_memory_thread).empty();
  each_in_time(*thread.states, [&](const TrackChunk& chunk, std::uint32_t slice) {
    const TimeRange range = chunk.range(slice);
    if (received.length_in(range) > 0 &&
        waits_for_pipe(parse_thread_state(snapshot.text(chunk.name[slice]))))
      out.waits.push_back(range);
  });
  return out;
}

void match_fetches(std::vector<LoaderInterval>& phases, std::vector<LoaderBatch>& batches,
                   Ns period_ns) {
  constexpr Ns kMostMissing = 10;
  const Ns most_apart_ns = batches.empty() ? kMostMissing * period_ns : kMaxNs;
  phases = FetchMatcher(batches, period_ns).run(joined(phases, most_apart_ns));
}

void name_fetches(const Snapshot& snapshot, const Track& samples,
                  std::vector<LoaderBatch>& batches) {
  std::vector<LoaderBatch*> fetched;
  for (LoaderBatch& batch : batches) {
    if (!batch.fetch.empty()) fetched.push_back(&batch);
  }
  NameTest fetches(snapshot, is_fetch);
  std::size_t at = 0;
  Ns best_ns = kMinNs, function_end_ns = kMinNs;
  each_in_time(samples, [&](const TrackChunk& chunk, std::uint32_t slice) {
    const TimeRange range = chunk.range(slice);
    const CategoryKind kind = snapshot.kind_of(chunk.category[slice]);
    if (kind == CategoryKind::NativeFrame) return;
    const bool is_function = kind == CategoryKind::SampledFrame && fetches(chunk.name[slice]);
    // A torn sample cuts the functions around it as well.
    if (is_function) function_end_ns = std::max(function_end_ns, range.end_ns);
    if (range.begin_ns >= function_end_ns) return;
    for (; at < fetched.size() && fetched[at]->fetch.end_ns <= range.begin_ns; ++at)
      best_ns = kMinNs;
    if (at == fetched.size() || range.begin_ns < fetched[at]->fetch.begin_ns) return;
    const Ns end_ns = fetched[at]->fetch.end_ns;
    const Ns beyond_ns = std::max<Ns>(saturating_sub(range.end_ns, end_ns), 0);
    const Ns inside_ns = std::min(range.end_ns, end_ns) - range.begin_ns;
    if (inside_ns - beyond_ns <= best_ns) return;
    best_ns = inside_ns - beyond_ns;
    fetched[at]->fetch_event = chunk.id_of(slice);
  });
}

}  // namespace lanescope
