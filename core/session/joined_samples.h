// Joins the samples of a process with the trace that its own profiler wrote meanwhile, into one
// trace: both have Unix time.
#pragma once

#include <optional>
#include <string>

#include "core/base/result.h"

namespace lanescope {

/// Adds the events of `recording`, a finished capture, to the JSON trace in `trace`, as far as they
/// overlap the time of its own events. What is in the file stays as it is; it is replaced once
/// everything is written. Errors: of load_trace and replace_file; Unsupported: the trace does not
/// know its time. The trace is unchanged then. Cost: reads both, and writes the trace once.
std::optional<Error> join_samples(const std::string& trace, const std::string& recording);

}  // namespace lanescope
