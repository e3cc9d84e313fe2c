// LiveBuilder: snapshots of a capture in progress. Slices that have ended are sealed into chunks
// that never change; each snapshot shares them with the previous one. New slices have no links yet,
// and slices of unknown depth no final rows: build_snapshot adds both. Its snapshot can then
// replace what was sealed here.
#pragma once

#include <algorithm>
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

/// Identifies a track regardless of its number.
using LiveTrackKey = std::tuple<StringId, StringId, TrackKind, std::int64_t, std::int64_t>;
inline LiveTrackKey key_of(const Track& track) {
  return {track.process, track.thread, track.kind, track.device, track.stream};
}

// LiveBase: the complete beginning of a capture in progress, which live snapshots extend. Its
// texts, categories, tracks and events keep their numbers in them, so that anything that refers to
// the complete snapshot can also be looked up in the live ones.

/// Owned by one thread.
class LiveBase {
 public:
  /// Cost: linear in the number of distinct texts.
  explicit LiveBase(std::shared_ptr<const Snapshot> complete);

  [[nodiscard]] const Snapshot& complete() const { return *complete_; }
  /// The first id after those of the complete snapshot.
  [[nodiscard]] EventId first_free_id() const;

  /// New texts and categories get numbers after those of the base, the same ones every time.
  StringId text(std::string_view text) { return pool_.intern(text); }
  CategoryId category(std::string_view name, CategoryKind kind);
  /// Renumbers `tables`, which have one worker, accordingly. Tracks that the base does not have
  /// follow its own. Cost: linear in the number of distinct texts.
  void renumber(GlobalTables& tables);

 private:
  /// By the old numbers of the tracks.
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
  /// The reader puts rows into `store` and into the tables of the single worker; both must outlive
  /// this.
  LiveBuilder(RawSliceStore& store, std::span<const std::unique_ptr<WorkerTables>> worker)
      : store_(&store), worker_(worker) {}

  struct OpenSlice {
    LocalId track = 0;
    LocalId name = 0;
    std::uint16_t category = 0, row = 0;
    Ns begin_ns = 0;
    Place place;
  };

  /// Takes the rows added to `batch` since the last call, and makes a snapshot of everything so
  /// far; `open` slices are drawn up to `now_ns`. `batch` keeps its counters and instants but loses
  /// its slices, links and async events. Cost: linear in the new rows, the distinct texts and the
  /// counters; each row is also merged into larger chunks a logarithmic number of times.
  std::shared_ptr<const Snapshot> publish(RawBatch& batch, std::span<const OpenSlice> open,
                                          Ns now_ns, const TraceInfo& info);

  /// From now on, snapshots begin with all of `complete`, whose ids stay valid in them, and have
  /// its links. Of the sealed slices, only those remain that `newer` says are not in it. What was
  /// sampled begins at `from_ns` at the earliest, as it does in a file that has no more: a function
  /// that goes on would keep all of the time that is no longer there. Cost: linear in the sealed
  /// slices and the distinct texts.
  void go_on_from(std::shared_ptr<const Snapshot> complete,
                  const std::function<bool(const LiveSlice&)>& newer, Ns from_ns);

 private:
  void seal(const RawBatch& batch, const GlobalTables& tables);
  void add_tracks(Snapshot& out, const GlobalTables& tables,
                  std::map<LiveTrackKey, std::vector<LiveSlice>>& open);
  /// Fills in the complete part of the track, and what was sealed since.
  void begin_track(Track& track) const;
  void add_links(Snapshot& out) const;
  [[nodiscard]] Ns begin_of(Ns begin_ns, CategoryKind kind) const {
    return is_sampled(kind) ? std::max(begin_ns, from_ns_) : begin_ns;
  }
  static void add_extents(Snapshot& out, Ns now_ns);
  void add_counts(Snapshot& out, const RawBatch& batch) const;

  RawSliceStore* store_;
  std::span<const std::unique_ptr<WorkerTables>> worker_;
  std::map<LiveTrackKey, LiveTrack> tracks_;
  LiveIds ids_;
  std::unique_ptr<LiveBase> base_;  // null: nothing is complete
  Ns from_ns_ = kMinNs;
  // Of the last snapshot; sealed chunks use these numbers.
  std::shared_ptr<const StringTable> strings_;
  std::vector<Category> categories_;
};

}  // namespace lanescope
