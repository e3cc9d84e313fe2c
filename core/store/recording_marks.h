// Names of what a recording says about itself, in events of category overhead. The reader of
// recordings creates them; a trace that was converted from a recording has them too.
#pragma once

#include <string_view>

namespace lanescope {

/// A mark, so a user_annotation, where the recorder has saved the last seconds; what fired follows.
inline constexpr std::string_view kTriggerMark = "trigger: ";
inline constexpr std::string_view kPausedMark = "Paused";
inline constexpr std::string_view kTakenMark = "Another profiler took the GPU records";
/// Between two chunks of a recording of which those between them cannot be read or are missing.
inline constexpr std::string_view kDamagedMark = "The recording is damaged";
/// In the names of times in which records were lost: "12 records lost: the ring was full".
inline constexpr std::string_view kLostMark = " lost: ";
/// Of one process: states of its threads are those of samples, and native functions are missing.
inline constexpr std::string_view kSwitchGapMark = "Context switches not recorded";

/// Not a name but the category of [memory] events that stand at the start of an allocator's history
/// for blocks that were allocated before it. The reader of memory snapshots creates them.
inline constexpr std::string_view kBeforeHistoryCategory = "allocated_before_history";

}  // namespace lanescope
