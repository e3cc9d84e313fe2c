#include "core/analysis/host/site.h"

#include <algorithm>

#include "core/analysis/host/python_frame.h"

namespace lanescope {
namespace {

/// Real stacks are a few tens of frames deep; this bounds the cost for malicious traces.
constexpr int kMostFrames = 1000;

/// The innermost Python frame of a thread at a given time.
EventId frame_at(const Snapshot& snapshot, const TrackChunk& chunk, Ns time_ns) {
  EventId innermost = EventId::None;
  Ns begin_ns = kMinNs;
  for (const Row& row : chunk.rows) {
    const Ns* first = chunk.start_ns.begin() + row.first;
    const auto* const after = std::upper_bound(first, first + row.count, time_ns);
    if (after == first) continue;
    const auto slice = row.first + static_cast<std::uint32_t>(after - first) - 1;
    if (chunk.end_ns(slice) <= time_ns || chunk.start_ns[slice] < begin_ns) continue;
    if (snapshot.kind_of(chunk.category[slice]) != CategoryKind::PythonFunction) continue;
    innermost = chunk.id_of(slice);
    begin_ns = chunk.start_ns[slice];
  }
  return innermost;
}

}  // namespace

EventId innermost_op(const Snapshot& snapshot, EventId host_event) {
  SliceFinder slices(snapshot);
  return innermost_op(slices, host_event);
}

EventId innermost_op(SliceFinder& slices, EventId host_event) {
  const auto at = slices.find(host_event);
  if (!at) return EventId::None;
  const CategoryKind kind = slices.snapshot().kind_of(at->chunk->category[at->slice]);
  if (kind == CategoryKind::CpuOp) return host_event;
  return kind == CategoryKind::HostCall ? at->chunk->link[at->slice] : EventId::None;
}

EventId source_frame(const Snapshot& snapshot, EventId host_event) {
  const auto at = snapshot.find_slice(host_event);
  if (!at || at->track->kind != TrackKind::CpuThread) return EventId::None;
  const TrackChunk& chunk = *at->chunk;
  const EventId innermost = frame_at(snapshot, chunk, chunk.start_ns[at->slice]);
  EventId frame = innermost;
  for (int depth = 0; frame != EventId::None && depth < kMostFrames; ++depth) {
    const std::uint32_t slice = index_of(frame) - index_of(chunk.first_id);
    if (parse_python_frame(snapshot.text(chunk.name[slice])).user) return frame;
    frame = chunk.link[slice];
  }
  return innermost;
}

StringId slice_name(const Snapshot& snapshot, EventId slice) {
  SliceFinder slices(snapshot);
  return slice_name(slices, slice);
}

}  // namespace lanescope
