// Iterates over the slices of all tracks of one kind.
#pragma once

#include <cstdint>
#include <span>

#include "core/base/threads/work.h"
#include "core/store/snapshot.h"

namespace lanescope {

/// Calls visit(track, chunk) for each chunk of each track of the kind.
template <typename Visit>
void for_each_chunk(const Snapshot& snapshot, TrackKind kind, const Visit& visit) {
  for (const Track& track : snapshot.tracks) {
    if (track.kind != kind) continue;
    for (const auto& chunk : track.chunks) visit(track, *chunk);
  }
}

/// Calls visit(track, chunk, slice) for each of their slices, in order of event id. Cost: a pass
/// over the slices, which is counted as work.
template <typename Visit>
void for_each_slice(const Snapshot& snapshot, TrackKind kind, const Visit& visit) {
  for_each_chunk(snapshot, kind, [&](const Track& track, const TrackChunk& chunk) {
    count_work(Work::Events, chunk.size());
    for (std::uint32_t slice = 0; slice < chunk.size(); ++slice) visit(track, chunk, slice);
  });
}

/// Calls visit(chunk, slice, kind, name) instead, for passes that want no more of most slices.
template <typename Visit>
void for_each_named_slice(const Snapshot& snapshot, TrackKind tracks, const Visit& visit) {
  const std::span<const Category> categories(snapshot.categories);
  for_each_chunk(snapshot, tracks, [&](const Track&, const TrackChunk& chunk) {
    const auto category = chunk.category.span();
    const auto name = chunk.name.span();
    count_work(Work::Events, chunk.size());
    for (std::uint32_t slice = 0; slice < category.size(); ++slice)
      visit(chunk, slice, categories[index_of(category[slice])].kind, name[slice]);
  });
}

/// for_each_slice in time order within a track: enclosing slices come before the slices inside
/// them.
template <typename Visit>
void for_each_slice_in_time(const Snapshot& snapshot, TrackKind kind, const Visit& visit) {
  for_each_chunk(snapshot, kind, [&](const Track& track, const TrackChunk& chunk) {
    count_work(Work::Events, chunk.size());
    for (std::uint32_t i = 0; i < chunk.size(); ++i) visit(track, chunk, chunk.in_time_order(i));
  });
}

}  // namespace lanescope
