// How much of a rank's waiting costs it time: that which no computation hides.
#pragma once

#include <span>
#include <vector>

#include "core/ranks/fleet/fleet_waits.h"
#include "core/ranks/fleet/own_work.h"

namespace lanescope {

/// By rank and step, as OwnWorkTable::works. Waits in messages are left out.
struct ExposedWaits {
  std::vector<Ns> waited_ns;  // exposed; each moment once, however many collectives wait in it
  std::vector<double> share;  // of all waits in collectives, 0 to 1
};

/// A step's exposed communication is waiting and transfers. The exposed transfers are at most what
/// the rank of its role with the least exposed communication in that step has, as the rank for
/// which the others wait does not wait itself, and at most all its transfers and what it receives
/// as messages, in whatever these wait: all of a role may wait for another role. The rest is
/// waiting, at most what it waits in collectives. Cost: linear in collectives, ranks and steps.
ExposedWaits find_exposed_waits(std::span<const FleetRank> ranks,
                                std::span<const Communicator> communicators,
                                std::span<const RankClock> clocks, const FleetWaits& waits,
                                const OwnWorkTable& work);

}  // namespace lanescope
