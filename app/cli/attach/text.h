// The list of processes that `lanescope attach` prints.
#pragma once

#include <span>
#include <string>

namespace lanescope {

struct RunningProcess;

/// One line for each process, another for each that cannot be asked for a trace, and what to do if
/// none can.
std::string attach_list_text(std::span<const RunningProcess> processes);

}  // namespace lanescope
