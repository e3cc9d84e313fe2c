// The parts of command_outcomes(), and how several of them prepare the window.
#pragma once

#include <vector>

#include "tests/app/command_outcomes.h"

namespace lanescope {

inline void nothing(Stage& /*stage*/) {}
void hide_kernels(Stage& s);
bool kernels_shown(Stage& s);

void add_files_and_edits(std::vector<CommandOutcome>& all);
void add_exports(std::vector<CommandOutcome>& all);
void add_recordings(std::vector<CommandOutcome>& all);
void add_views(std::vector<CommandOutcome>& all);
void add_lanes(std::vector<CommandOutcome>& all);
void add_ways(std::vector<CommandOutcome>& all);
void add_marks(std::vector<CommandOutcome>& all);
void add_comparisons(std::vector<CommandOutcome>& all);

}  // namespace lanescope
