// LiveBuilder: snapshots of a capture that still runs. What has ended is sealed into chunks that
// never change; each snapshot shares them with the one before. What is new is not linked yet: that,
// and the order of rows that nobody knew, come when build_snapshot has run over it. Its snapshot
// can then take the place of what was sealed here.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <span>
#include <string>
#include <tuple>
#include <vector>

#include "core/build/live/base.h"
#include "core/build/live/chunk.h"
#include "core/build/tracks/global_tables.h"
#include "core/build/tracks/raw_slice_store.h"
#include "core/store/snapshot.h"

namespace lanescope {

/// Owned by one thread.
class LiveBuilder {
 public:
  /// `store` and the one worker's tables are where the reader puts rows; both outlive this.
  LiveBuilder(RawSliceStore& store, std::span<const std::unique_ptr<WorkerTables>> worker)
      : store_(&store), worker_(worker) {}

  struct OpenSlice {
    LocalId track = 0;
    LocalId name = 0;
    std::uint16_t category = 0, row = 0;
    Ns begin_ns = 0;
    Place place;
  };

  /// Takes the rows of `batch` since the last call, and makes a snapshot of all there is; `open` is
  /// drawn up to `now_ns`. `batch` keeps its curves and instants and loses its slices and links.
  /// Cost: the new rows, a share of the older ones (their logarithm), the distinct texts, curves.
  std::shared_ptr<const Snapshot> publish(RawBatch& batch, std::span<const OpenSlice> open,
                                          Ns now_ns, const TraceInfo& info);

  /// Snapshots begin with all of `complete` from now on, whose ids stay good in them, and with its
  /// links. Of what was sealed only that stays which `newer` says is not in it. Cost: what was
  /// sealed, and the distinct texts.
  void go_on_from(std::shared_ptr<const Snapshot> complete,
                  const std::function<bool(const LiveSlice&)>& newer);

 private:
  using TrackKey = std::tuple<StringId, StringId, TrackKind, std::int64_t, std::int64_t>;

  static TrackKey key_of(const Track& track) {
    return {track.process, track.thread, track.kind, track.device, track.stream};
  }
  void seal(const RawBatch& batch, const GlobalTables& tables);
  void add_tracks(Snapshot& out, const GlobalTables& tables,
                  std::map<TrackKey, std::vector<LiveSlice>>& open);
  /// What was complete of the track, and what was sealed since.
  void begin_track(Track& track) const;
  void add_links(Snapshot& out) const;
  static void add_extents(Snapshot& out, Ns now_ns);
  void add_counts(Snapshot& out, const RawBatch& batch) const;

  RawSliceStore* store_;
  std::span<const std::unique_ptr<WorkerTables>> worker_;
  std::map<TrackKey, LiveTrack> tracks_;
  LiveIds ids_;
  std::unique_ptr<LiveBase> base_;  // null: nothing is complete
  // Of the last snapshot: by these numbers chunks were sealed.
  std::shared_ptr<const StringTable> strings_;
  std::vector<Category> categories_;
};

}  // namespace lanescope
