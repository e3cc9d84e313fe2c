// Which thread made the calls that the GPU's profiler recorded. It puts them on lines of their own,
// "Host Threads/7", by another number than the one that all else of the same thread has.
#pragma once

#include <cstddef>
#include <optional>
#include <vector>

#include "core/readers/xplane/facts.h"
#include "core/readers/xplane/space.h"

namespace lanescope {

/// For line `calls` of a host plane: the line in which nearly all calls are made by the HLO op that
/// they say they are for. nullopt if there is none, or if it is no line of calls. Cost: a pass over
/// the events of the plane, if it is one.
std::optional<std::size_t> thread_of_calls(const XPlane& plane, const XFactReader& facts,
                                           const std::vector<XLine>& lines, std::size_t calls);

}  // namespace lanescope
