// The lanes of a trace as the text face counts them: one for each (process, thread) of the file. A
// stream whose kernels, annotations and sync records are tracks of their own is one lane here.
#pragma once

#include <cstdint>
#include <vector>

#include "core/store/snapshot.h"

namespace lanescope {

struct TrackSummary {
  StringId process = StringId::Empty;  // pid as text
  StringId thread = StringId::Empty;   // tid as text
  StringId process_name = StringId::Empty;
  StringId name = StringId::Empty;    // from metadata
  TrackKind kind = TrackKind::Other;  // of the track with most slices
  std::int64_t device = -1, stream = -1;
  std::uint64_t slices = 0;
  std::uint32_t depth = 0;      // most slices open at once
  std::uint64_t crossings = 0;  // slices that start inside another and end after it
  std::vector<TrackId> tracks;
};

struct TrackList {
  std::vector<TrackSummary> lanes;  // in the order of their first track; the index is the lane's id
  std::vector<std::uint32_t> lane_of_track;  // by TrackId
};

/// Async tracks stay by themselves: their spans belong to no thread. Pure; complete snapshots only.
/// Cost: nothing for a lane of one track, a merge of the slices for the others.
TrackList list_tracks(const Snapshot& snapshot);

}  // namespace lanescope
