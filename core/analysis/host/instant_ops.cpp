#include "core/analysis/host/instant_ops.h"

#include "core/analysis/host/stacks.h"
#include "core/base/threads/parallel.h"
#include "core/store/nesting_stack.h"

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

void find_frames(const Snapshot& snapshot, const Track& track, const HostStacks& stacks,
                 std::vector<std::uint32_t>& nodes) {
  const TrackChunk& chunk = *track.chunks.front();
  const InstantTable& instants = *snapshot.instants;
  const std::uint32_t end = instants.track_begin[index_of(track.id) + 1];
  NestingStack open(0);
  std::uint32_t next = 0;
  for (std::uint32_t i = instants.track_begin[index_of(track.id)]; i < end; ++i) {
    const Ns time_ns = instants.time_ns[i];
    for (; next < chunk.size(); ++next) {
      const std::uint32_t slice = chunk.in_time_order(next);
      if (chunk.start_ns[slice] > time_ns) break;
      const std::uint32_t node = stacks.of_event[index_of(chunk.id_of(slice))];
      // The operators in a frame have its node, too.
      if (node != 0 && chunk.name[slice] == stacks.nodes[node].frame)
        open.push(chunk.range(slice), node);
    }
    open.close_before(time_ns);
    nodes[i] = open.top() == kNoParent ? 0 : open[open.top()].value;
  }
}

/// Calls `find` for each host thread, in parallel.
template <typename Find>
void for_each_host_thread(const Snapshot& snapshot, const Find& find) {
  parallel_for(snapshot.tracks.size(), hardware_threads(), [&](std::size_t t, unsigned) {
    const Track& track = snapshot.tracks[t];
    if (track.kind == TrackKind::CpuThread && !track.chunks.empty()) find(track);
  });
}

}  // namespace

std::vector<EventId> ops_of_instants(const Snapshot& snapshot) {
  if (!snapshot.instants) return {};
  std::vector<EventId> ops(snapshot.instants->size(), EventId::None);
  for_each_host_thread(snapshot, [&](const Track& track) { find_ops(snapshot, track, ops); });
  return ops;
}

InstantOps find_instant_ops(const Snapshot& snapshot) {
  return {snapshot.memory.empty() ? std::vector<EventId>() : ops_of_instants(snapshot)};
}

std::vector<std::uint32_t> frames_of_instants(const Snapshot& snapshot, const HostStacks& stacks) {
  if (!snapshot.instants) return {};
  std::vector<std::uint32_t> nodes(snapshot.instants->size(), 0);
  for_each_host_thread(snapshot,
                       [&](const Track& track) { find_frames(snapshot, track, stacks, nodes); });
  return nodes;
}

}  // namespace lanescope
