// Stragglers that belong together: all ranks of a host or of a process group, or a large part of
// the run. And the waiting that none of them explains.
#pragma once

#include <cstddef>
#include <optional>
#include <string>

#include "core/ranks/fleet/fleet.h"

namespace lanescope {

struct LateGroup {
  /// "all 8 ranks of node002", "32 of 64 ranks (0-31; node000, node001 and 2 more hosts)".
  std::string title;
  std::size_t ranks = 0;
  Ns wait_caused_ns = 0;  // summed over them
  /// The one with the most frequent cause among those whose operator is known.
  const FleetStraggler* example = nullptr;
  /// How much longer they compute than the others; nullopt if that is not what they do.
  std::optional<double> longer_pct;
};

/// That of the first straggler, if it is not late alone but with others, in as many steps and for
/// the same reason: all of its host or hosts, all of one process group, or a fifth of the run.
/// Cost: linear in ranks and members of communicators.
std::optional<LateGroup> late_group(const Fleet& fleet, const FleetAnalysis& analysis);

/// Exposed waiting that neither a straggler nor a slow link explains, summed over ranks; 0 if it is
/// less than 5 % of all ranks' time: ordinary times differ, too.
Ns unexplained_wait_ns(const Fleet& fleet, const FleetAnalysis& analysis);

}  // namespace lanescope
