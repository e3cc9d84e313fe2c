// What samples add to the words of a comparison: functions and waits, where nothing else tells what
// the host did.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "core/compare/sampled_time.h"
#include "core/view/results/diff_text.h"

namespace lanescope {

/// "train.py:12" of "/home/me/train.py:12" and of "/home/me/train.py(12): main".
std::string place_text(std::string_view line);

/// "hog (gil.py:2) +1.200 s running, waiting for the GIL at gil.py:9 −500.0 ms": the largest
/// changes. Empty if none is larger than its sampling error.
std::string sampled_words(const SampledChanges& changes);

/// Whether they name a function.
bool names_function(const SampledChanges& changes);

/// The words of a comparison, with sampled_words() where they would only say that nothing was
/// traced: instead of that if there is nothing else to compare, otherwise after it.
DiffWords with_samples(DiffWords words, const RunDiff& diff, const SampledChanges& changes);

/// Why samples were not compared, or what may mislead about them: a run without samples, time that
/// no sample covers, context switches of one run only. One sentence each.
std::vector<std::string> sampled_warnings(const SampledChanges& changes);

}  // namespace lanescope
