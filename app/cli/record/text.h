// What `lanescope record` says while it runs and when it is done.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "capture/host/runner/state.h"

namespace lanescope {

/// Fits a line of a usual terminal.
std::string progress_line(const CaptureState& state);

/// What is missing from the start where gpu_driver_found() finds none. `shapes`: of the command.
std::string no_gpu_line(bool shapes);

/// "process 123: what is wrong; what to do", on one line.
std::string problem_line(const CaptureState& state, const CaptureProblem& problem);

/// What was captured, what is missing of it, and how to look at it.
std::vector<std::string> summary_lines(const CaptureState& state);

/// What goes on without being recorded: the program, or what it has started; empty: nothing does.
/// `running`: PIDs, of CaptureSession::running_processes().
std::string still_running_line(const CaptureState& state, const std::vector<std::int64_t>& running);

}  // namespace lanescope
