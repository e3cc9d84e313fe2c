// Chooses the two files to compare; a run may be a folder with one trace per rank.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

namespace lanescope {

struct RunFiles {
  std::string a, b;
  std::optional<std::int64_t> rank;  // the rank of both files, if a folder left a choice
};

/// Why the arguments do not name two files.
struct RunFilesProblem {
  std::string argument, message;
};

/// A file is taken as it is, a folder as the only trace in it. From a folder with several traces,
/// takes the lowest rank that the other run has too; a file's rank comes from its content, else
/// from its name. Prints on stderr which files of the folders are not traces.
std::optional<RunFiles> choose_run_files(const std::string& a, const std::string& b,
                                         RunFilesProblem& problem);

}  // namespace lanescope
