// What `--compare` of the window and of `screenshot` shows beside each other.
#pragma once

#include <optional>
#include <string>

#include "app/cli/traces/run_files.h"

namespace lanescope {

/// The summaries of both runs, else the traces that `lanescope compare` takes. Nullopt if one is
/// missing, or if A are summaries and B are none. Prints as choose_run_files().
std::optional<RunFiles> runs_beside(const std::string& a, const std::string& b,
                                    RunFilesProblem& problem);

}  // namespace lanescope
