// The uuids of tracks, which are described when they are first used.
#pragma once

#include <cstdint>
#include <map>
#include <set>
#include <string>

#include "core/export/perfetto/packets.h"
#include "core/export/redaction.h"
#include "core/store/snapshot.h"

namespace lanescope::perfetto {

class WrittenTracks {
 public:
  WrittenTracks(const Snapshot& trace, Redaction* redaction, Packets& packets);

  /// `lane`: 0, or the number of a track beside it for what overlaps without nesting.
  std::uint64_t of(const Track& track, std::size_t lane);
  std::uint64_t counter(StringId process, std::string_view process_name, std::string_view name);
  /// A track of no process.
  std::uint64_t global(std::string_view name);
  /// Notes what a reader of torch.profiler's JSON would make of the counter.
  void note_counter(std::uint64_t uuid, const CounterTrack& counter);

  /// What each track that was given stands for, which its descriptor cannot tell.
  [[nodiscard]] JsonArray described() const { return described_; }

 private:
  void describe(std::uint64_t uuid, const Track& track);
  std::string_view given(std::string_view (Redaction::*replace)(std::string_view),
                         std::string_view name) const {
    return redaction_ == nullptr ? name : (redaction_->*replace)(name);
  }
  [[nodiscard]] std::int64_t pid_of(StringId process);
  /// 0 if the events belong to no process.
  std::uint64_t process(StringId process, std::string_view name);
  /// The first track of a thread or of a name, which others of it are children of.
  std::uint64_t main_track(const Track& track);

  const Snapshot& trace_;
  Redaction* redaction_;
  Packets& packets_;
  std::uint64_t last_uuid_ = 0;
  std::set<std::int64_t> used_pids_;
  std::map<StringId, std::int64_t> made_pids_;
  std::map<StringId, std::uint64_t> processes_;
  std::map<std::pair<StringId, StringId>, std::uint64_t> mains_;  // by process and thread
  std::map<std::pair<StringId, StringId>, TrackId> owners_;       // whose lane 0 that is
  std::map<std::pair<TrackId, std::size_t>, std::uint64_t> lanes_;
  JsonArray described_;
};

}  // namespace lanescope::perfetto
