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
#include <string_view>
#include <tuple>
#include <vector>

#include "core/base/text/string_table.h"
#include "core/build/live/chunk.h"
#include "core/build/tracks/global_tables.h"
#include "core/build/tracks/raw_slice_store.h"
#include "core/store/snapshot.h"

namespace lanescope {

/// What tells a track from the others, whatever its number.
using LiveTrackKey = std::tuple<StringId, StringId, TrackKind, std::int64_t, std::int64_t>;
inline LiveTrackKey key_of(const Track& track) {
  return {track.process, track.thread, track.kind, track.device, track.stream};
}

// LiveBase: the complete beginning of a capture that still runs, as what live snapshots go on from.
// Its texts, categories, tracks and events keep their numbers in them, so that whatever refers to
// the complete snapshot can be looked up in the live ones too.

/// Owned by one thread.
class LiveBase {
 public:
  /// Cost: the distinct texts.
  explicit LiveBase(std::shared_ptr<const Snapshot> complete);

  [[nodiscard]] const Snapshot& complete() const { return *complete_; }
  /// The first id that no event of the complete snapshot has.
  [[nodiscard]] EventId first_free_id() const;

  /// New texts and categories get numbers behind those of the base, the same ones every time.
  StringId text(std::string_view text) { return pool_.intern(text); }
  CategoryId category(std::string_view name, CategoryKind kind);
  /// Gives all of `tables` these numbers; it has one worker. Tracks that the base does not have
  /// come behind its own. Cost: the distinct texts.
  void renumber(GlobalTables& tables);

 private:
  /// By the numbers that the tracks had.
  std::vector<TrackId> renumber_tracks(std::vector<Track>& tracks) const;

  std::shared_ptr<const Snapshot> complete_;
  StringPool pool_;
  std::vector<Category> categories_;
  std::map<StringId, CategoryId> category_of_;
  std::map<LiveTrackKey, TrackId> track_of_;
};

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
  void seal(const RawBatch& batch, const GlobalTables& tables);
  void add_tracks(Snapshot& out, const GlobalTables& tables,
                  std::map<LiveTrackKey, std::vector<LiveSlice>>& open);
  /// What was complete of the track, and what was sealed since.
  void begin_track(Track& track) const;
  void add_links(Snapshot& out) const;
  static void add_extents(Snapshot& out, Ns now_ns);
  void add_counts(Snapshot& out, const RawBatch& batch) const;

  RawSliceStore* store_;
  std::span<const std::unique_ptr<WorkerTables>> worker_;
  std::map<LiveTrackKey, LiveTrack> tracks_;
  LiveIds ids_;
  std::unique_ptr<LiveBase> base_;  // null: nothing is complete
  // Of the last snapshot: by these numbers chunks were sealed.
  std::shared_ptr<const StringTable> strings_;
  std::vector<Category> categories_;
};

}  // namespace lanescope
