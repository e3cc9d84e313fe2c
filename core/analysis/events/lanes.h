// The lanes that `info` lists: one for each (process, thread) of the file. A stream whose kernels,
// annotations and sync records are separate tracks is a single lane here.
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
  TrackKind kind = TrackKind::Other;  // of the track with the most slices; a stream's own first
  std::int64_t device = -1, stream = -1;
  std::uint64_t slices = 0;
  std::uint32_t depth = 0;      // maximum number of open slices
  std::uint32_t rows = 0;       // lines in the window; more than `depth` if slices cross
  std::uint64_t crossings = 0;  // slices that start inside another and end after it
  std::vector<TrackId> tracks;
};

struct TrackList {
  std::vector<TrackSummary> lanes;           // ordered by first track; the index is the lane's id
  std::vector<std::uint32_t> lane_of_track;  // by TrackId
};

/// Async tracks stay separate, since their spans do not belong to a thread. Pure; complete
/// snapshots only. Cost: constant for a lane with one track, a merge of the slices for others.
TrackList list_tracks(const Snapshot& snapshot);

}  // namespace lanescope
