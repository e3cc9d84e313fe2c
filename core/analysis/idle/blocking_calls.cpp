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
        allocations_(snapshot, waits_for_device),
        queries_(snapshot, is_event_query),
        copy_calls_(snapshot, is_copy_call),
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
      const bool is_call = category == CategoryKind::HostCall;
      if (!is_call && !is_result_wait_of(category, chunk.name[slice])) continue;
      out_.has_host_calls = true;
      const TimeRange range = chunk.range(slice);
      last_start_ns_ = std::max(last_start_ns_, range.begin_ns);
      if (!window_.has_start(range.begin_ns)) continue;
      const StringId name = chunk.name[slice];
      if (is_call) follow_loop(loop, track.id, chunk.id_of(slice), range, queries_(name));
      const auto kind = is_call ? kind_of(chunk, slice) : std::optional(SyncKind::Wait);
      if (!kind) continue;
      if (around && range.end_ns <= around->range.end_ns) {
        out_.inside.emplace_back(chunk.id_of(slice), around->event);
        continue;
      }
      around = SyncCall{chunk.id_of(slice), *kind, range, EventId::None, {}};
      out_.calls.push_back(*around);
    }
    end_loop(loop);
  }

  /// Of an operator or a Python function: whether it is a wait of JAX, which makes no call.
  [[nodiscard]] bool is_result_wait_of(CategoryKind category, StringId name) const {
    return is_host(category) && activities_.class_of(category, name) == IdleClass::Sync;
  }

  [[nodiscard]] std::optional<SyncKind> kind_of(const TrackChunk& chunk, std::uint32_t slice) {
    const StringId name = chunk.name[slice];
    if (activities_.class_of(CategoryKind::HostCall, name) == IdleClass::Sync)
      return SyncKind::Wait;
    if (allocations_(name)) return SyncKind::Allocation;
    if (!copy_calls_(name)) return std::nullopt;
    for (const EventId event : snapshot_.launches->events_of(chunk.id_of(slice))) {
      const auto copy = snapshot_.find_slice(event);
      if (copy && pageable_copies_(copy->chunk->name[copy->slice])) return SyncKind::PageableCopy;
    }
    return std::nullopt;
  }

  /// Queries with no other call in between are assumed to poll the same event, which the trace does
  /// not identify.
  void follow_loop(PollingLoop& loop, TrackId track, EventId event, TimeRange range,
                   bool is_query) {
    if (!is_query) {
      end_loop(loop);
      return;
    }
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
      const auto slice = snapshot_.find_slice(call.event);
      return call.range.begin_ns == last_start_ns_ && call.range.begin_ns >= steps_end_ns &&
             slice && is_device_wait(snapshot_.text(slice->chunk->name[slice->slice]));
    });
    if (at == out_.calls.end()) return;
    out_.profiler_stop = at->event;
    out_.calls.erase(at);
  }

  const Snapshot& snapshot_;
  const AnalysisWindow& window_;
  const HostActivities& activities_;
  NameTest allocations_, queries_, copy_calls_, pageable_copies_;
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
