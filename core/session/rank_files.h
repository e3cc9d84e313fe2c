// Which files are the ranks of one run, judging by their names alone.
#pragma once

#include <string>
#include <vector>

namespace lanescope {

/// The traces directly in `folder` whose names indicate ranks of one run: a rank or worker number,
/// or a name as tensorboard_trace_handler gives it. Empty unless there are at least two different
/// ones: the traces in a folder may be unrelated.
std::vector<std::string> rank_traces_in_folder(const std::string& folder);

/// Files as they are, and all traces in each folder; each file only once.
std::vector<std::string> files_of_run(const std::vector<std::string>& paths);

}  // namespace lanescope
