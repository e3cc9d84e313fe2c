// Names of what a recording says about itself, in events of category overhead. The reader of
// recordings creates them; a trace that was converted from a recording has them too.
#pragma once

#include <string_view>

namespace lanescope {

inline constexpr std::string_view kPausedMark = "Paused";
inline constexpr std::string_view kTakenMark = "Another profiler took the GPU records";
/// Of one process: states of its threads are those of samples, and native functions are missing.
inline constexpr std::string_view kSwitchGapMark = "Context switches not recorded";

}  // namespace lanescope
