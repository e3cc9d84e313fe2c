// What the waits of matched collectives cost, and which rank causes them.
#pragma once

#include <span>
#include <vector>

#include "core/ranks/matched_collectives.h"
#include "core/ranks/rank_activity.h"

namespace lanescope {

/// A share of the waits of one collective.
struct WaitCause {
  std::size_t trace = 0;
  Ns wait_ns = 0;  // exposed, summed over the ranks that waited
};

/// By collective, as MatchedCollectives; empty for those that do not count, for messages (see
/// is_message) and where nobody waited.
///
/// A wait costs what no computation hides of it: the exposed part of the collective but its
/// transfer, which is at its end. Each moment of a device counts once. Without activity, all of it
/// costs.
///
/// Who arrived last may have been held up itself, in collectives in which not all that wait now
/// took part: so much of its lateness as it waited there, exposed, since all of them last left one
/// together, is the fault of who was last there, or of those that held that one up. It is not
/// followed through messages: nothing tells how much of a wait in one is the pipeline's own. See
/// WaitBlame, which does so for thousands of ranks. Those last together share equally, the first
/// ranks get the remaining nanoseconds. Pure. Cost: collectives, times 1,024 at most and the ranks
/// of each.
std::vector<std::vector<WaitCause>> find_wait_causes(std::span<const RankCollectives> traces,
                                                     const MatchedCollectives& matched,
                                                     std::span<const RankActivity> activities);

}  // namespace lanescope
