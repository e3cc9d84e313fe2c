// `lanescope attach` of a process that cannot be asked for a trace: it is sampled from outside.
#pragma once

#include <string>

namespace lanescope {

struct AttachOptions;
struct RunningProcess;

/// Until the time is over, Ctrl-C, or the end of the process. `file`: the recording's name, or
/// empty for one named after the process; set to what was written. Prints progress on stderr.
/// Returns the exit code.
int sample_process(const RunningProcess& process, const AttachOptions& options, std::string& file);

}  // namespace lanescope
