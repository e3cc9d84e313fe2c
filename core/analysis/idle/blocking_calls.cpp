#include "core/analysis/idle/blocking_calls.h"

#include <algorithm>
#include <optional>

#include "core/analysis/events/name_test.h"
#include "core/base/threads/work.h"

namespace lanescope {
namespace {

/// A longer pause between two queries ends a polling loop.
constexpr Ns kLongestPollPauseNs = 1'000'000;

/// Whether an allocation call waits for the device: "cudaMalloc", "hipFree", also
/// "cudaMalloc_v3020", but not stream-ordered or host allocations.
bool waits_for_device(std::string_view name) {
  for (const std::string_view call : {"cudaMalloc", "cudaFree", "hipMalloc", "hipFree"}) {
    if (name == call || (name.starts_with(call) && name.substr(call.size()).starts_with("_v"))) {
      return true;
    }
  }
  return false;
}

bool is_event_query(std::string_view name) {
  return name == "cudaEventQuery" || name == "hipEventQuery" || name == "cuEventQuery";
}

bool is_device_wait(std::string_view name) {
  return name.starts_with("cudaDeviceSynchronize") || name.starts_with("hipDeviceSynchronize");
}

bool is_pageable_copy(std::string_view name) {
  const auto has = [&](std::string_view part) { return name.find(part) != std::string_view::npos; };
  return has("Pageable") && (has("DtoH") || has("HtoD"));
}

bool is_copy_call(std::string_view name) {
  return name.find("Memcpy") != std::string_view::npos;
}

class Collector {
 public:
  Collector(const Snapshot& snapshot, const AnalysisWindow& window,
            const HostActivities& activities)
      : snapshot_(snapshot),
        window_(window),
        activities_(activities),
        calls_(snapshot.strings->size()),
        pageable_copies_(snapshot, is_pageable_copy) {}

  BlockingCalls run() {
    for (const Track& track : snapshot_.tracks) {
      if (track.kind == TrackKind::CpuThread && !track.chunks.empty()) add_thread(track);
    }
    std::ranges::sort(out_.inside);
    leave_out_profiler_stop();
    return std::move(out_);
  }

 private:
  void add_thread(const Track& track) {
    const TrackChunk& chunk = *track.chunks.front();
    std::optional<SyncCall> around;
    PollingLoop loop;
    count_work(Work::Events, chunk.size());
    for (std::uint32_t i = 0; i < chunk.size(); ++i) {
      const std::uint32_t slice = chunk.in_time_order(i);
      const CategoryKind category = snapshot_.kind_of(chunk.category[slice]);
      const StringId name = chunk.name[slice];
      const bool is_call = category == CategoryKind::HostCall;
      // An operator or a Python function can be a wait of JAX, which makes no call.
      const Call call = is_call ? call_of(name) : is_wait(category, name) ? Call::Wait : Call::None;
      if (call == Call::None) continue;
      out_.has_host_calls = true;
      const Ns start_ns = chunk.start_ns[slice];
      last_start_ns_ = std::max(last_start_ns_, start_ns);
      if (!window_.has_start(start_ns)) continue;
      if (call == Call::Query) {
        follow_loop(loop, track.id, chunk.id_of(slice), chunk.range(slice));
      } else if (is_call && loop.calls != 0) {
        end_loop(loop);
      }
      const auto kind = kind_of(call, chunk, slice);
      if (!kind) continue;
      const TimeRange range = chunk.range(slice);
      if (around && range.end_ns <= around->range.end_ns) {
        out_.inside.emplace_back(chunk.id_of(slice), around->event);
        continue;
      }
      around = SyncCall{chunk.id_of(slice), *kind, range, EventId::None, {}};
      out_.calls.push_back(*around);
    }
    end_loop(loop);
  }

  [[nodiscard]] bool is_wait(CategoryKind category, StringId name) const {
    return is_host(category) && activities_.class_of(category, name) == IdleClass::Sync;
  }

  /// What a name says of a call.
  enum class Call : std::uint8_t { None, Wait, Allocation, Copy, Query, Other };

  /// Each name is classified once.
  [[nodiscard]] Call call_of(StringId name) {
    Call& known = calls_[index_of(name)];
    if (known == Call::None) {
      const std::string_view text = snapshot_.text(name);
      count_work(Work::NameBytes, text.size());
      known = is_wait(CategoryKind::HostCall, name) ? Call::Wait
              : waits_for_device(text)              ? Call::Allocation
              : is_copy_call(text)                  ? Call::Copy
              : is_event_query(text)                ? Call::Query
                                                    : Call::Other;
    }
    return known;
  }

  [[nodiscard]] std::optional<SyncKind> kind_of(Call call, const TrackChunk& chunk,
                                                std::uint32_t slice) {
    if (call == Call::Wait) return SyncKind::Wait;
    if (call == Call::Allocation) return SyncKind::Allocation;
    if (call != Call::Copy) return std::nullopt;
    for (const EventId event : snapshot_.launches->events_of(chunk.id_of(slice))) {
      const auto copy = snapshot_.find_slice(event);
      if (copy && pageable_copies_(copy->chunk->name[copy->slice])) return SyncKind::PageableCopy;
    }
    return std::nullopt;
  }

  /// Queries with no other call in between are assumed to poll the same event, which the trace does
  /// not identify.
  void follow_loop(PollingLoop& loop, TrackId track, EventId event, TimeRange range) {
    const bool paused =
        loop.calls != 0 && saturating_sub(range.begin_ns, loop.range.end_ns) > kLongestPollPauseNs;
    if (paused) end_loop(loop);
    if (loop.calls == 0) loop = {track, event, range, 0};
    ++loop.calls;
    loop.range.end_ns = std::max(loop.range.end_ns, range.end_ns);
  }
  void end_loop(PollingLoop& loop) {
    if (std::cmp_greater_equal(loop.calls, window_.thresholds->poll_loop))
      out_.loops.push_back(loop);
    loop = {};
  }

  /// Removes the device synchronization that the profiler makes when it stops: the last call of the
  /// trace, after the last step.
  void leave_out_profiler_stop() {
    const Ns steps_end_ns = snapshot_.steps.empty() ? kMinNs : snapshot_.steps.back().range.end_ns;
    const auto at = std::ranges::find_if(out_.calls, [&](const SyncCall& call) {
      if (call.range.begin_ns != last_start_ns_ || call.range.begin_ns < steps_end_ns) return false;
      const auto slice = snapshot_.find_slice(call.event);
      return slice && is_device_wait(snapshot_.text(slice->chunk->name[slice->slice]));
    });
    if (at == out_.calls.end()) return;
    out_.profiler_stop = at->event;
    out_.calls.erase(at);
  }

  const Snapshot& snapshot_;
  const AnalysisWindow& window_;
  const HostActivities& activities_;
  std::vector<Call> calls_;  // by name; None: not asked yet
  NameTest pageable_copies_;
  BlockingCalls out_;
  Ns last_start_ns_ = kMinNs;
};

}  // namespace

EventId BlockingCalls::outermost(EventId call) const {
  const auto at = std::ranges::lower_bound(inside, std::pair(call, EventId{0}));
  return at != inside.end() && at->first == call ? at->second : call;
}

BlockingCalls collect_blocking_calls(const Snapshot& snapshot, const AnalysisWindow& window,
                                     const HostActivities& activities) {
  return Collector(snapshot, window, activities).run();
}

}  // namespace lanescope
