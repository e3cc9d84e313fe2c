// What moved together with a metric.
#pragma once

#include <span>
#include <vector>

#include "core/history/history.h"

namespace lanescope {

/// The parts of a run that explain a change, the largest first: those that moved in its direction
/// by a tenth of it or more. `runs` are those of the series. Cost: a median for each part and
/// kernel.
std::vector<ChangeMover> movers_of(const HistoryChange& change,
                                   std::span<const HistoryRun* const> runs);

/// The settings in which the first run after a change differs from the last one before it.
std::vector<ChangedFact> changed_facts(const HistoryRun& before, const HistoryRun& after);

}  // namespace lanescope
