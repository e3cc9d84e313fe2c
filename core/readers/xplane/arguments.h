// The stats of an event as arguments with torch.profiler's keys, where it has one for them.
#pragma once

#include <cstdint>

#include "core/base/text/json_value.h"
#include "core/readers/xplane/index.h"
#include "core/readers/xplane/space.h"

namespace lanescope {

/// `line` may be null.
JsonObject xplane_arguments(const XEvent& event, const XPlaneIndex::Plane& plane,
                            const XPlaneIndex::Line* line);

/// Of a slice that was concluded from this event.
JsonObject xplane_hlo_arguments(const XEvent& event, const XPlaneIndex::Plane& plane, bool of_op);

}  // namespace lanescope
