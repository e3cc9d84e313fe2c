// Small runs, whose ranks have too few others of their role to be judged by what those do: compared
// as their traces would be, from their summaries in full.
#pragma once

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "core/ranks/fleet/fleet.h"

namespace lanescope {

/// Runs of more ranks are never small: it would need all their summaries in memory.
inline constexpr std::size_t kMostOfSmallRun = 64;

/// Whether most ranks have less than kLeastMates others of their role, in a run of so few.
bool is_small_run(const FleetAnalysis& analysis);

/// Replaces clocks, waits and stragglers by those of compare_ranks, which says of the same traces
/// the same, and sets `exact_summary`. Links stay what they were. Ranks whose summaries cannot be
/// read in full are Unreadable then, and returned with the reason: what Fleet::analyze looks at may
/// be whole where the rest is damaged. If fewer than two are left, nothing changes. Cost: reads all
/// summaries.
std::vector<std::pair<std::uint32_t, std::string>> compare_small_run(const Fleet& fleet,
                                                                     FleetAnalysis& analysis,
                                                                     const Thresholds& thresholds);

}  // namespace lanescope
