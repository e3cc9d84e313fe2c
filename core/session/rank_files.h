// Which files are the ranks of one run, told by their names alone.
#pragma once

#include <string>
#include <vector>

namespace lanescope {

/// The traces directly in `folder` whose names say that they are ranks of one run: a number of a
/// rank or worker, or the name that tensorboard_trace_handler gives. Empty when there are not two
/// different ones at least: a folder may hold traces that have nothing to do with each other.
std::vector<std::string> rank_traces_in_folder(const std::string& folder);

/// Each file as it is, each folder as all traces in it; a file that is named twice once.
std::vector<std::string> files_of_run(const std::vector<std::string>& paths);

}  // namespace lanescope
