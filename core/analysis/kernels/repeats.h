// Finds sequences that repeat in the same order: kernels, and the operators of a thread.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "core/analysis/kernels/sequences.h"
#include "core/analysis/kernels/strings.h"

namespace lanescope {

struct SequencePeriod {
  std::size_t length = 0;
  double match = 0;  // the share of symbols that equal the one a period later
};

/// The period with the best match, on a tie the shortest; at least thresholds::kLeastPeriodMatch of
/// the symbols must match, with at least thresholds::kLeastPeriods periods. Cost: n log n.
std::optional<SequencePeriod> find_period(std::span<const std::uint32_t> symbols);

/// Repeated sequences of 2 to 64 kernels of one launcher that cannot be extended without losing an
/// occurrence. Returns those that save the most; those that overlap a better one are its variants.
/// Cost: n log n.
std::vector<RepeatedKernels> repeated_kernels(std::span<const LaunchedKernel> kernels);

}  // namespace lanescope
