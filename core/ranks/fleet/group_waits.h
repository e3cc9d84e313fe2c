// What each communicator waited in each step, and for which of its members.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "core/ranks/fleet/fleet_waits.h"
#include "core/ranks/fleet/own_work.h"

namespace lanescope {

/// The collectives of a communicator in one step at which the same member arrived last. They count
/// as those of WaitBlame do. Of messages, only the receiver's waits for the sender are here: a send
/// keeps nobody.
struct GroupWait {
  std::uint32_t step = 0;         // into OwnWorkTable::steps
  std::uint32_t last = 0;         // into Fleet::ranks()
  std::uint32_t collectives = 0;  // how many
  Ns wait_ns = 0;                 // summed over the other members
  Ns late_ns = 0;                 // the most that it arrived after the median other member

  friend bool operator==(const GroupWait&, const GroupWait&) = default;
};

/// Joins those of the same step and rank, and sorts them by step, then rank. Cost: sorts them.
void join_group_waits(std::vector<GroupWait>& waits);

/// By communicator; joined. A collective belongs to the step of the member that arrived last; those
/// outside steps are left out. Cost: linear in the collectives, but for sorting; `threads` share
/// it.
std::vector<std::vector<GroupWait>> find_group_waits(std::span<const FleetRank> ranks,
                                                     std::span<const Communicator> communicators,
                                                     const FleetWaits& waits,
                                                     const OwnWorkTable& work, unsigned threads);

}  // namespace lanescope
