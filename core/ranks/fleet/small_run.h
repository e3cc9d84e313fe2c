// Small runs, whose ranks have too few others of their role to be judged by what those do: compared
// as their traces would be, from their summaries in full.
#pragma once

#include "core/ranks/fleet/fleet.h"

namespace lanescope {

/// Runs of more ranks are never small: it would need all their summaries in memory.
inline constexpr std::size_t kMostOfSmallRun = 64;

/// Whether most ranks have less than kLeastMates others of their role, in a run of so few.
bool is_small_run(const FleetAnalysis& analysis);

/// Replaces clocks, waits and stragglers by those of compare_ranks, which says of the same traces
/// the same, and sets `exact_summary`. Links stay what they were. Nothing changes if one of the
/// summaries can no longer be read. Cost: reads all summaries.
void compare_small_run(const Fleet& fleet, FleetAnalysis& analysis, const Thresholds& thresholds);

}  // namespace lanescope
