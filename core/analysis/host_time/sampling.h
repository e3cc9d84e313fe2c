// How often threads were sampled, and on how many CPUs they ran.
#pragma once

#include <cstdint>

#include "core/store/snapshot.h"

namespace lanescope {

/// The longest one of the recording's processes. Where the file does not say, an assumed one.
/// Positive. Cost: that of reading the metadata.
Ns sampling_period_ns(const Snapshot& snapshot);

/// How many CPUs the recorded program could use; 0 where the file does not say.
std::int64_t recorded_cpus(const Snapshot& snapshot);

}  // namespace lanescope
