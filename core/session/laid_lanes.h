// Gives the lanes of a profile processes of their own beside a trace, even where both were taken of
// the same one: slices of both in one lane would overlap, and count twice.
#pragma once

#include <string>

#include "core/store/snapshot.h"

namespace lanescope {

struct LaidLanes {
  Snapshot profile;  // with processes that the trace does not have
  Snapshot trace;    // which says whose they are, and what the profile does not know
};

/// `file` names processes that the profile does not name. Cost: that of the names of the profile.
LaidLanes laid_lanes(const Snapshot& trace, const Snapshot& profile, const std::string& file);

}  // namespace lanescope
