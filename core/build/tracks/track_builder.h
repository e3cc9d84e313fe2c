// From raw slices to sealed tracks: group by track, pair begins with ends, sort, nest, write
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

/// Where a raw row went: its track, and its index in the track's chunk; kNoSlice if the row was an
/// end event or was dropped.
struct RawLocation {
  static constexpr std::uint32_t kNoSlice = 0xFFFFFFFFU;
  TrackId track = TrackId::None;
  std::uint32_t slice = kNoSlice;

  [[nodiscard]] bool is_slice() const { return slice != kNoSlice; }
};

struct TrackBuildInput {
  const RawSliceStore& store;
  std::span<const RawBatch> batches;  // in file order
  const GlobalTables& tables;
  Ns trace_end_ns = 0;  // open begins last until this time
  unsigned threads = 1;
  PlausibleTimes plausible = {};  // rows at other times are dropped
  bool parents_first = false;     // in the file, of slices with the same times; see order_ties()
};

/// The rows of a pair, and the position of its end event.
struct PairEnd {
  RawRef begin = kNoRef, end = kNoRef;
  Place place;
};

struct BuiltTracks {
  /// One per track, null if a track has no slices; first_id is not set.
  std::vector<std::shared_ptr<TrackChunk>> chunks;
  std::vector<NestingResult> nesting;
  /// By RawRef, for the rows that a batch refers to. With it, the raw rows are no longer needed.
  Column<RawLocation> locations;
  /// Of each begin that has an end; the arguments of both belong to the slice.
  std::vector<PairEnd> ends;
  /// Begins without an end event.
  std::vector<RawRef> unended;

  [[nodiscard]] EventId event_of(RawRef ref) const {
    LANESCOPE_CHECK(locations[ref].is_slice(), "row {} to have become a slice of track {}", ref,
                    locations[ref].track);
    return chunks[index_of(locations[ref].track)]->id_of(locations[ref].slice);
  }
};

/// Cost: two passes over the rows, a merge of those not in order, a pass to nest and one to write.
/// Everything except sorting and nesting of a single track is divided among the threads. Needs 32
/// bytes per slice temporarily, in addition to the rows and the result.
BuiltTracks build_tracks(const TrackBuildInput& input, IssueLog& issues);

}  // namespace lanescope
