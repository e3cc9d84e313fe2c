#include "core/analysis/host/captured/recorded_nodes.h"

#include <algorithm>

#include "core/analysis/events/event_arguments.h"
#include "core/store/slices_at.h"

namespace lanescope {
namespace {

/// The outermost runtime call that is open at a time, else the innermost host event.
EventId event_at(const Snapshot& snapshot, const Track& thread, Ns time_ns) {
  EventId call = EventId::None, innermost = EventId::None;
  Ns call_ns = -1, innermost_ns = kMaxNs;
  for_each_begun_slice(thread, time_ns, [&](const TrackChunk& chunk, std::uint32_t slice) {
    const TimeRange range = chunk.range(slice);
    const CategoryKind kind = snapshot.kind_of(chunk.category[slice]);
    if (range.end_ns < time_ns || !is_host(kind)) return;
    if (kind == CategoryKind::HostCall && range.length_ns() > call_ns) {
      call = chunk.id_of(slice);
      call_ns = range.length_ns();
    }
    if (range.length_ns() < innermost_ns) {
      innermost = chunk.id_of(slice);
      innermost_ns = range.length_ns();
    }
  });
  return call != EventId::None ? call : innermost;
}

}  // namespace

bool has_recorded_nodes(const Snapshot& snapshot) {
  return snapshot.info.metadata.find(kRecordedNodes) != nullptr;
}

EventId recorded_launch(const Snapshot& snapshot, EventId replay, const JsonValue& args) {
  const auto time_ns = integer_argument(args, kNodeTime);
  const std::string thread = text_argument(args, kNodeThread);
  const auto home = snapshot.find_slice(replay);
  if (!time_ns || thread.empty() || !home) return EventId::None;
  for (const Track& track : snapshot.tracks) {
    if (track.kind == TrackKind::CpuThread && track.process == home->track->process &&
        snapshot.text(track.thread) == thread)
      return event_at(snapshot, track, *time_ns);
  }
  return EventId::None;
}

}  // namespace lanescope
