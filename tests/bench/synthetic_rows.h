// A snapshot of many full rows, for timing frames without a file of gigabytes.
#pragma once

#include <cstdint>
#include <memory>

#include "core/store/snapshot.h"

namespace lanescope::bench {

/// `rows` tracks of one row each, together `slices` slices over ten seconds: four fifths busy,
/// durations and gaps of random length, 300 kernel names. The same for the same arguments.
std::shared_ptr<const Snapshot> synthetic_rows(std::uint32_t rows, std::uint64_t slices);

}  // namespace lanescope::bench
