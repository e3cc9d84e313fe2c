// Which files two runs to be compared stand for: a run may be a folder with a trace of each rank.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

namespace lanescope {

struct RunFiles {
  std::string a, b;
  std::optional<std::int64_t> rank;  // that both are of, where a folder left a choice
};

/// Why two arguments name no two files.
struct RunFilesProblem {
  std::string argument, message;
};

/// Files as they are, a folder as the one trace in it. Of a folder with several the lowest rank
/// that the other run has too: the one that a file says it is of, else the number in its name.
/// stderr is told which files of the folders are no traces.
std::optional<RunFiles> choose_run_files(const std::string& a, const std::string& b,
                                         RunFilesProblem& problem);

}  // namespace lanescope
