// What stands beside a comparison of two runs: which steps of which file, and what the recordings
// say of themselves that differs.
#pragma once

#include <vector>

#include "core/analysis/steps/steps.h"
#include "core/view/results/comparison.h"

namespace lanescope {

/// One line a fact, with what each run has; nullopt where a file does not say. First the files and
/// their steps, then what differs. Cost: the facts.
std::vector<EnvironmentDiff> recording_facts(const ComparedPair& pair);

/// The facts that are there for every two runs, at the front.
inline constexpr std::size_t kUsualFacts = 4;

/// "2 of warm-up, 1 incomplete"; empty where nothing was left out.
std::string left_out_words(const RunSamples& samples);
/// "1 inside of others, 5 of other threads"; empty where all steps are in the table.
std::string left_out_words(const StepTable& steps);

}  // namespace lanescope
