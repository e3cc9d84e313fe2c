// Flags and words of SampleRecord that only the sampler and the reader of samples know; those that
// others use as well are in records.h.
#pragma once

#include <cstdint>
#include <string_view>

namespace lanescope::wire {

/// Of a Running sample: by its CPU time, the thread was ready but another one had the CPU. Only
/// where switches are recorded, for the times in which some of them are missing.
inline constexpr std::uint32_t kSampleRunnable = 8;

/// What a thread waits in that waits in queue.SimpleQueue.get().
inline constexpr std::string_view kQueueWait = "waiting for a queue";

}  // namespace lanescope::wire
