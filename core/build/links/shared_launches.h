// Which launch a piece of GPU work belongs to where several calls carry its correlation id: two
// processes in one file both count from 1, and some ROCm releases give one id to several calls.
// What tells, best first:
//
// - an arrow of the file that begins at one of the calls only
// - that the call can start GPU work at all; that it is of the process the work is listed under;
//   that its external id, or its operator's, is that of the work; that all else on the stream, or
//   on the device, was launched by its process
// - that it is the only one left that starts before the work does
//
// Where that leaves several calls, or none, the latest before the work is a guess.
#pragma once

#include <span>
#include <vector>

#include "core/build/links/work_owners.h"
#include "core/build/tracks/event_locations.h"
#include "core/store/snapshot.h"

namespace lanescope {

/// A call, or an event of a GPU, and its ids.
struct NumberedEvent {
  std::uint32_t correlation = 0;
  std::uint32_t external_id = 0;  // 0: none, or it tells nothing
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
  const FlowTable* flows = nullptr;  // null: not known
  Ns slack_ns = 0;
  std::span<const NumberedEvent> calls;
};

class SharedLaunches {
 public:
  /// `ids`: those that several calls carry. A call within a call of the same id is the same launch.
  /// Cost: a pass over the calls and the flows, a sort of those that have such ids.
  SharedLaunches(const SharedLaunchesInput& input, std::vector<std::uint32_t> ids);

  [[nodiscard]] bool empty() const { return launches_.empty(); }
  [[nodiscard]] bool has(std::uint32_t correlation) const {
    return !empty() && !launches_of(correlation).empty();
  }

  /// Operators tell whose the calls in them are; those without a launch are passed over.
  void note_operator(EventId op, std::uint32_t external_id);
  /// Of work whose id is not shared: whose its stream is.
  void note_launch(EventId work, EventId call);

  /// Of an id that is shared. Cost: log(launches), and a comparison for each of a few.
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
  /// A call and the outermost one of its id around it.
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
    std::uint32_t launch;  // in launches_
  };
  using Candidates = std::vector<const Launch*>;

  [[nodiscard]] Launch launch_of(const NumberedEvent& call) const;
  void keep_outermost(std::vector<Launch> calls, Ns slack_ns);
  void drop_ids_of_one();
  void list_operators();
  void read_arrows(const FlowTable& flows);
  /// The only launch at which the arrows [begin, end) of one id begin.
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
