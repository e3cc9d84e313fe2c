// A snapshot with many full rows, for timing frames without a file of gigabytes.
#pragma once

#include <cstdint>
#include <memory>

#include "core/store/snapshot.h"

namespace lanescope::bench {

/// `rows` tracks of one row each, with `slices` slices in total over ten seconds: 80 % busy, random
/// durations and gaps, 300 kernel names. Deterministic for given arguments.
std::shared_ptr<const Snapshot> synthetic_rows(std::uint32_t rows, std::uint64_t slices);

}  // namespace lanescope::bench
