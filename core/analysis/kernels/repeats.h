// What comes again and again in the same order: kernels, and the operators of a thread.
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
  double match = 0;  // share of symbols that are those a period later
};

/// The period that fits best, of equal ones the shortest, if at least thresholds::kLeastPeriodMatch
/// of the symbols agree and there are thresholds::kLeastPeriods of them. Cost: n log n.
std::optional<SequencePeriod> find_period(std::span<const std::uint32_t> symbols);

/// Runs of 2 to 64 kernels of one launcher that cannot be made longer without losing a place; those
/// that save most, without those that mostly lie where a better one does. Cost: n log n.
std::vector<RepeatedKernels> repeated_kernels(std::span<const LaunchedKernel> kernels);

}  // namespace lanescope
