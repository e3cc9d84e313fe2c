// What `lanescope record` says while it runs and when it is done, and how it names its file.
#pragma once

#include <ctime>
#include <string>
#include <vector>

#include "capture/host/capture_state.h"

namespace lanescope {

/// "train-20240131-154502.lanes" of "python train.py" at that time, in local time.
std::string capture_file_name(const std::vector<std::string>& command, std::time_t time);

/// Fits a line of a usual terminal.
std::string progress_line(const CaptureState& state);

/// "process 123: what is wrong, what to do", on one line.
std::string problem_line(const CaptureState& state, const CaptureProblem& problem);

/// What was captured, what is missing of it, and how to look at it.
std::vector<std::string> summary_lines(const CaptureState& state);

}  // namespace lanescope
