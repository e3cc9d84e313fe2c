// From raw slices to sealed tracks: gather by track, pair begins with ends, sort, nest, write
// columns.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "core/base/check.h"
#include "core/build/tracks/global_tables.h"
#include "core/build/tracks/issue_log.h"
#include "core/build/tracks/nesting.h"
#include "core/build/tracks/plausible_times.h"
#include "core/build/tracks/raw_slice_store.h"

namespace lanescope {

/// Where a raw row went: its track, and its number in the track's chunk, kNoSlice when the row was
/// an end event or was dropped.
struct RawLocation {
  static constexpr std::uint32_t kNoSlice = 0xFFFFFFFFU;
  TrackId track = TrackId::None;
  std::uint32_t slice = kNoSlice;

  [[nodiscard]] bool is_slice() const { return slice != kNoSlice; }
};

struct TrackBuildInput {
  const RawSliceStore& store;
  std::span<const RawBatch> batches;  // in the order of the file
  const GlobalTables& tables;
  Ns trace_end_ns = 0;  // open begins last until here
  unsigned threads = 1;
  PlausibleTimes plausible = {};  // rows at other times are dropped
};

struct BuiltTracks {
  /// One a track, null where a track has no slices; first_id not set.
  std::vector<std::shared_ptr<TrackChunk>> chunks;
  std::vector<NestingResult> nesting;
  /// By RawRef, of the rows that a batch names. With it the raw rows are not needed any more.
  Column<RawLocation> locations;
  /// Of each begin that has an end: where that one stands, whose arguments belong to it too.
  std::vector<std::pair<RawRef, Place>> ends;

  [[nodiscard]] EventId event_of(RawRef ref) const {
    LANESCOPE_CHECK(locations[ref].is_slice(), "row {} to have become a slice of track {}", ref,
                    locations[ref].track);
    return chunks[index_of(locations[ref].track)]->id_of(locations[ref].slice);
  }
};

/// Cost: two passes over the rows, a merge of what is not in order, a pass to nest and one to
/// write. All but sorting and nesting one track is shared by the threads. 32 bytes a slice are in
/// use meanwhile, beside the rows and the result.
BuiltTracks build_tracks(const TrackBuildInput& input, IssueLog& issues);

}  // namespace lanescope
