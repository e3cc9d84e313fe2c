// The list of processes that `lanescope attach` prints.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>

namespace lanescope {

struct RunningProcess;

/// One line for each process, another for each that cannot be asked for a trace, and what to do if
/// none can.
std::string attach_list_text(std::span<const RunningProcess> processes);

/// For who asked for a trace that cannot be recorded: why, and how to sample the process instead.
std::string no_trace_text(std::string_view why_not, std::int64_t pid);

}  // namespace lanescope
