// Why a condition about ranges has never fired.
#pragma once

#include <cstdint>
#include <functional>
#include <string>

#include "capture/host/triggers/range_watch.h"

namespace lanescope {

/// A clause: that there was no such range, and which one was meant perhaps and where it was; that
/// none ended; or how long the longest took. `pid_of`: the PID of a process of the recording.
std::string never_fired_text(const RangeWatch& watch,
                             const std::function<std::int64_t(std::uint32_t)>& pid_of);

}  // namespace lanescope
