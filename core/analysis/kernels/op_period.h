// After how many outermost operators a thread begins anew.
#pragma once

#include <cstdint>
#include <optional>
#include <span>

namespace lanescope {

struct SequencePeriod {
  std::size_t length = 0;
  double match = 0;  // share of symbols that are those a period later
};

/// The period that fits best, of equal ones the shortest, if at least thresholds::kLeastPeriodMatch
/// of the symbols agree and there are thresholds::kLeastPeriods of them. Cost: n log n.
std::optional<SequencePeriod> find_period(std::span<const std::uint32_t> symbols);

}  // namespace lanescope
