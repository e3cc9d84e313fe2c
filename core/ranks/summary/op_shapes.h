// The input shapes of a rank's largest operators: whether two recordings are of the same work.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "core/analysis/results.h"
#include "core/ranks/summary/step_facts.h"

namespace lanescope {

/// Calls of an operator with the same inputs, in one step.
struct SummaryShape {
  std::string op;
  std::string shapes;  // as shapes_text: "[[64, 1024], [1024]]"
  std::uint64_t count = 0;
};

/// Of calls in a step that are looked at.
inline constexpr std::size_t kMostShapedCalls = 5000;

/// Of the steady step in the middle, whose calls stand for those of the others; without steps, of
/// the first calls in the trace. By operator, then shapes; only the operators named. Empty if the
/// trace was recorded without shapes. Complete snapshots only. Cost: a pass over the host events,
/// and reading at most kMostShapedCalls of them.
std::vector<SummaryShape> op_shapes(const AnalysisResults& in, std::span<const StepFacts> steps,
                                    std::span<const std::string> ops);

}  // namespace lanescope
