// Walks the slices of a thread as frames that open and close.
#pragma once

#include <algorithm>
#include <optional>
#include <vector>

#include "core/base/threads/work.h"
#include "core/base/time.h"
#include "core/store/snapshot.h"

namespace lanescope {

/// The threads whose stacks are written: those with samples, or if there are none, the host threads
/// that recorded something.
inline std::vector<const Track*> stack_threads(const Snapshot& trace) {
  std::vector<const Track*> threads;
  for (const TrackKind kind : {TrackKind::ThreadSamples, TrackKind::CpuThread}) {
    for (const Track& track : trace.tracks) {
      if (track.kind == kind && track.slices > 0) threads.push_back(&track);
    }
    if (!threads.empty()) break;
  }
  return threads;
}

/// A frame: an event's name and category.
struct StackFrame {
  StringId name = StringId::Empty;
  CategoryKind kind = CategoryKind::Other;
};

/// Calls open(frame, at) and close(at) in order of time; what was opened last is closed first. A
/// slice that outlives the one it began in ends with it. Only what overlaps the range, clipped to
/// it. Cost: a pass over the slices.
template <typename Open, typename Close>
void walk_stacks(const Snapshot& trace, const Track& thread, const std::optional<TimeRange>& range,
                 const Open& open, const Close& close) {
  const TimeRange in = range.value_or(TimeRange{kMinNs, kMaxNs});
  std::vector<Ns> ends;
  const auto close_until = [&](Ns time_ns) {
    for (; !ends.empty() && ends.back() <= time_ns; ends.pop_back()) close(ends.back());
  };
  for (const auto& chunk : thread.chunks) {
    count_work(Work::Events, chunk->size());
    for (std::uint32_t i = 0; i < chunk->size(); ++i) {
      const std::uint32_t slice = chunk->in_time_order(i);
      const Ns begin_ns = std::max(chunk->start_ns[slice], in.begin_ns);
      Ns end_ns = std::min(chunk->end_ns(slice), in.end_ns);
      if (end_ns <= begin_ns) continue;
      close_until(begin_ns);
      if (!ends.empty()) end_ns = std::min(end_ns, ends.back());
      open(StackFrame{chunk->name[slice], trace.kind_of(chunk->category[slice])}, begin_ns);
      ends.push_back(end_ns);
    }
    close_until(kMaxNs);
  }
}

}  // namespace lanescope
