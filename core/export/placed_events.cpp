#include "core/export/placed_events.h"

#include <algorithm>
#include <iterator>

#include "core/base/threads/work.h"
#include "core/export/written_metadata.h"

namespace lanescope {
namespace {

/// Of a chunk, in the order of its slices: moves each of those with the same times behind the one
/// before. Their rows, and with them their numbers, go down from parent to child.
void put_parents_first(const TrackChunk& chunk, std::vector<Placed>& offsets) {
  for (std::uint32_t i = 1; i < chunk.size(); ++i) {
    const std::uint32_t before = chunk.in_time_order(i - 1), slice = chunk.in_time_order(i);
    if (chunk.range(before) == chunk.range(slice))
      offsets[slice].offset = std::max(offsets[slice].offset, offsets[before].offset);
  }
}

}  // namespace

std::vector<Placed> placed_slices(const Snapshot& trace, const EventSelection& selection) {
  const bool parents_first = writes_parents_first(trace.info);
  std::vector<Placed> slices, of_chunk;
  slices.reserve(selection.slice_count());
  for (const Track& track : trace.tracks) {
    for (const auto& chunk : track.chunks) {
      count_work(Work::Events, chunk->size());
      of_chunk.clear();
      for (std::uint32_t i = 0; i < chunk->size(); ++i)
        of_chunk.push_back({chunk->place[i].offset(), index_of(chunk->id_of(i))});
      if (parents_first) put_parents_first(*chunk, of_chunk);
      std::ranges::copy_if(of_chunk, std::back_inserter(slices), [&](const Placed& placed) {
        return selection.has(EventId{placed.number});
      });
    }
  }
  std::ranges::sort(slices);
  return slices;
}

std::vector<Placed> placed_instants(const InstantTable& table, const EventSelection& selection) {
  std::vector<Placed> instants;
  for (std::uint32_t i = 0; i < table.size(); ++i) {
    if (selection.has_time(table.time_ns[i])) instants.push_back({table.place[i].offset(), i});
  }
  std::ranges::sort(instants);
  return instants;
}

}  // namespace lanescope
