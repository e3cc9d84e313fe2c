// What the time of a step is spent on, for the stacked panel of a history.
#pragma once

#include <array>
#include <cstddef>
#include <span>
#include <string>
#include <vector>

#include "core/history/history.h"
#include "core/view/colors/role_palette.h"

namespace lanescope {

struct StepPart {
  std::string title;
  std::vector<std::size_t> metrics;  // that it is the sum of
  Rgb color;
  bool hatched = false;  // as in lanes and bars; see idle_look.h
};

/// From the bottom up: kernels, exposed communication and copies, idle time by class. Parts that
/// are never as much as a hundredth of a step are joined. Without kernels, compute is one part.
std::vector<StepPart> step_parts(std::span<const HistoryRun* const> runs, ThemeKind theme);

/// Its time in a run; 0 if that is not known.
double part_ns(const StepPart& part, const HistoryRun& run);

}  // namespace lanescope
