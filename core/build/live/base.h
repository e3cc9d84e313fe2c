// LiveBase: the complete beginning of a capture that still runs, as what live snapshots go on from.
// Its texts, categories, tracks and events keep their numbers in them, so that whatever refers to
// the complete snapshot can be looked up in the live ones too.
#pragma once

#include <map>
#include <memory>
#include <string_view>
#include <tuple>
#include <vector>

#include "core/base/text/string_table.h"
#include "core/build/tracks/global_tables.h"
#include "core/store/snapshot.h"

namespace lanescope {

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
  using TrackKey = std::tuple<StringId, StringId, TrackKind, std::int64_t, std::int64_t>;
  static TrackKey key_of(const Track& track) {
    return {track.process, track.thread, track.kind, track.device, track.stream};
  }
  /// By the numbers that the tracks had.
  std::vector<TrackId> renumber_tracks(std::vector<Track>& tracks) const;

  std::shared_ptr<const Snapshot> complete_;
  StringPool pool_;
  std::vector<Category> categories_;
  std::map<StringId, CategoryId> category_of_;
  std::map<TrackKey, TrackId> track_of_;
};

}  // namespace lanescope
