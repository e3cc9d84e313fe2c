// How often threads were sampled.
#pragma once

#include "core/store/snapshot.h"

namespace lanescope {

/// The longest one of the recording's processes. Where the file does not say, an assumed one.
/// Positive. Cost: that of reading the metadata.
Ns sampling_period_ns(const Snapshot& snapshot);

}  // namespace lanescope
