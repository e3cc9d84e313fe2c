#include "core/analysis/host/instant_ops.h"

#include "core/base/threads/parallel.h"
#include "core/base/threads/work.h"

namespace lanescope {
namespace {

void find_ops(const Snapshot& snapshot, const Track& track, std::vector<EventId>& ops) {
  const TrackChunk& chunk = *track.chunks.front();
  const InstantTable& instants = *snapshot.instants;
  const std::uint32_t end = instants.track_begin[index_of(track.id) + 1];
  const auto end_of = [&](EventId op) {
    return chunk.end_ns(index_of(op) - index_of(chunk.first_id));
  };
  EventId op = EventId::None;
  std::uint32_t next = 0;
  for (std::uint32_t i = instants.track_begin[index_of(track.id)]; i < end; ++i) {
    const Ns time_ns = instants.time_ns[i];
    for (; next < chunk.size(); ++next) {
      const std::uint32_t slice = chunk.in_time_order(next);
      if (chunk.start_ns[slice] > time_ns) break;
      if (snapshot.kind_of(chunk.category[slice]) == CategoryKind::CpuOp) op = chunk.id_of(slice);
    }
    while (op != EventId::None && end_of(op) < time_ns) {
      op = chunk.link[index_of(op) - index_of(chunk.first_id)];
    }
    ops[i] = op;
  }
}

}  // namespace

std::vector<EventId> ops_of_instants(const Snapshot& snapshot) {
  if (!snapshot.instants) return {};
  std::vector<EventId> ops(snapshot.instants->size(), EventId::None);
  parallel_for(snapshot.tracks.size(), hardware_threads(), [&](std::size_t t, unsigned) {
    const Track& track = snapshot.tracks[t];
    if (track.kind == TrackKind::CpuThread && !track.chunks.empty()) {
      find_ops(snapshot, track, ops);
    }
  });
  return ops;
}

}  // namespace lanescope
