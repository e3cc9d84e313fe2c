// Which parts of a step explain its change.
#pragma once

#include <string>
#include <vector>

#include "core/view/results/diff_text.h"

namespace lanescope {

/// The least share of the step's change that counts, in percent.
inline constexpr double kLeastShare = 10;

struct ExplainingParts {
  std::vector<DiffCause> causes;
  /// Changes in the opposite direction, of at least a tenth of the step's change: for example by a
  /// part that replaced another. Only for a step that significantly changed; at most two.
  std::vector<DiffCause> offsets;
};

ExplainingParts explaining_parts(const RunDiff& diff);

/// In a sentence: "aten::mm (new)", shortened if it is long.
std::string cause_name(const DiffCause& cause);

}  // namespace lanescope
