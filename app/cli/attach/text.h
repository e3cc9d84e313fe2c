// What `lanescope attach` prints of the processes that it could ask.
#pragma once

#include <span>
#include <string>

namespace lanescope {

struct RunningProcess;

/// A line for each, one more for each that can not be asked, and what to do where none can.
std::string attach_list_text(std::span<const RunningProcess> processes);

}  // namespace lanescope
