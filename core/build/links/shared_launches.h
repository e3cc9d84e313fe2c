// Which launch a piece of GPU work belongs to if several calls have its correlation id: two
// processes in one file both count from 1, and some ROCm releases give one id to several calls.
// The criteria, best first:
//
// - an arrow of the file begins at only one of the calls
// - the call can start GPU work at all; it belongs to the process that the work is listed under;
//   its external id, or its operator's, is that of the work; its process launched all other work
//   on the stream or, failing that, on the device
// - it is the only remaining call that starts before the work does
//
// If that leaves several calls or none, the last one before the work is a guess.
#pragma once

#include <algorithm>
#include <cstdint>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "core/base/check.h"
#include "core/build/tracks/track_builder.h"
#include "core/store/snapshot.h"

namespace lanescope {

// WorkOwners: which process launched all the known work of a GPU stream or, failing that, of its
// device.

class WorkOwners {
 public:
  explicit WorkOwners(std::span<const Track> tracks) : tracks_(tracks), streams_(tracks.size()) {}

  /// Records that work on `stream` was launched from `host`.
  void note(TrackId stream, TrackId host) {
    LANESCOPE_CHECK(index_of(stream) < tracks_.size() && index_of(host) < tracks_.size(),
                    "two of {} tracks, not {} and {}", tracks_.size(), stream, host);
    const StringId process = tracks_[index_of(host)].process;
    streams_[index_of(stream)].note(process);
    device(tracks_[index_of(stream)].device).note(process);
  }

  /// nullopt if nothing is known or several processes launched work there. Cost: linear in the
  /// number of devices.
  [[nodiscard]] std::optional<StringId> owner_of(TrackId stream) const {
    const Owner& own = streams_[index_of(stream)];
    if (own.process) return own.only();
    const auto at = std::ranges::find(devices_, tracks_[index_of(stream)].device, &Device::number);
    return at == devices_.end() ? std::nullopt : at->owner.only();
  }

 private:
  struct Owner {
    std::optional<StringId> process;
    bool is_one_of_several = false;

    void note(StringId by) {
      is_one_of_several |= process && *process != by;
      process = by;
    }
    [[nodiscard]] std::optional<StringId> only() const {
      return is_one_of_several ? std::nullopt : process;
    }
  };
  struct Device {
    std::int64_t number = -1;
    Owner owner;
  };

  Owner& device(std::int64_t number) {
    const auto at = std::ranges::find(devices_, number, &Device::number);
    if (at != devices_.end()) return at->owner;
    devices_.push_back({number, {}});
    return devices_.back().owner;
  }

  std::span<const Track> tracks_;
  std::vector<Owner> streams_;  // by track
  std::vector<Device> devices_;
};

// EventLocations: the track and slice of an event, before the chunks are in a snapshot.

class EventLocations {
 public:
  /// The chunks of `built` have their first_id set; it must outlive this.
  explicit EventLocations(const BuiltTracks& built) : built_(built) {
    for (std::size_t t = 0; t < built.chunks.size(); ++t) {
      if (built.chunks[t]) locations_.emplace_back(built.chunks[t]->first_id, t);
    }
    std::sort(locations_.begin(), locations_.end());
  }

  /// Track and slice of an existing event. Cost: log(tracks).
  [[nodiscard]] std::pair<std::size_t, std::uint32_t> of(EventId event) const {
    const auto after =
        std::upper_bound(locations_.begin(), locations_.end(), std::pair(event, SIZE_MAX));
    LANESCOPE_CHECK(after != locations_.begin(), "event {} in one of {} chunks", event,
                    locations_.size());
    const auto& [first, track] = *(after - 1);
    const std::uint32_t slice = index_of(event) - index_of(first);
    LANESCOPE_CHECK(slice < built_.chunks[track]->size(), "slice {} on track {}, which has {}",
                    slice, track, built_.chunks[track]->size());
    return {track, slice};
  }
  [[nodiscard]] TimeRange range_of(EventId event) const {
    const auto [t, slice] = of(event);
    return built_.chunks[t]->range(slice);
  }
  /// The earlier one; for a call within a call, the outer one.
  [[nodiscard]] bool begins_before(EventId a, EventId b) const {
    const TimeRange of_a = range_of(a);
    const TimeRange of_b = range_of(b);
    if (of_a.begin_ns != of_b.begin_ns) return of_a.begin_ns < of_b.begin_ns;
    return of_a.end_ns != of_b.end_ns ? of_a.end_ns > of_b.end_ns : a < b;
  }

 private:
  const BuiltTracks& built_;
  std::vector<std::pair<EventId, std::size_t>> locations_;
};

/// A call or a GPU event, with its ids.
struct NumberedEvent {
  std::uint32_t correlation = 0;
  std::uint32_t external_id = 0;  // 0: none, or meaningless
  EventId event = EventId::None;
};

struct LaunchChoice {
  EventId call = EventId::None;
  bool is_guess = false;
};

struct SharedLaunchesInput {
  const BuiltTracks& built;  // the links of host tracks are set
  const GlobalTables& tables;
  const EventLocations& locations;
  const FlowTable* flows = nullptr;  // null if unknown
  Ns slack_ns = 0;
  std::span<const NumberedEvent> calls;
};

class SharedLaunches {
 public:
  /// `ids`: those that several calls have. A call within a call of the same id counts as the same
  /// launch. Cost: a pass over the calls and the flows, a sort of the calls with such ids.
  SharedLaunches(const SharedLaunchesInput& input, std::vector<std::uint32_t> ids);

  [[nodiscard]] bool empty() const { return launches_.empty(); }
  [[nodiscard]] bool has(std::uint32_t correlation) const {
    return !empty() && !launches_of(correlation).empty();
  }

  /// The calls inside an operator take its external id; operators without a launch are ignored.
  void note_operator(EventId op, std::uint32_t external_id);
  /// For work whose id is not shared: shows which process uses its stream.
  void note_launch(EventId work, EventId call);

  /// For a shared id. Cost: log(launches), and a comparison with up to 256 of them.
  [[nodiscard]] LaunchChoice choose(const NumberedEvent& work) const;

 private:
  struct Launch {
    std::uint32_t correlation = 0;
    std::uint32_t external_id = 0;
    EventId event = EventId::None;
    TimeRange range;
    TrackId track = TrackId::None;
    bool can_start_work = false;
  };
  /// A call and the outermost call of the same id around it.
  struct Outermost {
    EventId call, launch;
    std::uint32_t correlation;
  };
  struct Arrow {
    EventId work, launch;
    std::uint32_t correlation;
  };
  struct InOperator {
    EventId op;
    std::uint32_t launch;  // index in launches_
  };
  using Candidates = std::vector<const Launch*>;

  [[nodiscard]] Launch launch_of(const NumberedEvent& call) const;
  void keep_outermost(std::vector<Launch> calls, Ns slack_ns);
  void drop_ids_of_one();
  void list_operators();
  void read_arrows(const FlowTable& flows);
  /// The only launch at which the arrows [begin, end) of one id begin; null if there are several or
  /// none.
  [[nodiscard]] const Outermost* sole_start(const FlowTable& flows, std::uint32_t begin,
                                            std::uint32_t end) const;
  [[nodiscard]] EventId by_arrow(const NumberedEvent& work) const;
  [[nodiscard]] std::span<const Launch> launches_of(std::uint32_t correlation) const;
  [[nodiscard]] Candidates likely(const NumberedEvent& work, std::span<const Launch> all) const;
  [[nodiscard]] StringId process_of(TrackId track) const {
    return tables_.tracks[index_of(track)].process;
  }

  const BuiltTracks& built_;
  const GlobalTables& tables_;
  const EventLocations& locations_;
  WorkOwners owners_;
  std::vector<Launch> launches_;         // by id, then time
  std::vector<Outermost> outermost_;     // by call
  std::vector<Arrow> arrows_;            // by work
  std::vector<InOperator> in_operator_;  // by operator: launches without an external id
};

}  // namespace lanescope
