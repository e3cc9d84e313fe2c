// What `lanescope record` prints while it runs and when it is done.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "capture/host/runner/state.h"

namespace lanescope {

/// Fits on one line of a terminal of the usual width.
std::string progress_line(const CaptureState& state);

/// What the recording will lack, if gpu_driver_found() returned false. `shapes`: whether --shapes
/// was given. `samples`: whether threads are sampled.
std::string no_gpu_line(bool shapes, bool samples);

/// "process 123: PROBLEM; ADVICE", on one line.
std::string problem_line(const CaptureState& state, const CaptureProblem& problem);

/// "saved run.1.lanes (12.00 MiB): what fired".
std::string saved_line(const SavedFileState& saved);

/// The recording, or if it is not kept the last file that was saved; empty if there is none.
std::string file_to_open(const CaptureState& state);
/// Whether something was recorded and no file has it: nothing could be written, or the file was
/// removed while it was written and is not where it was to be.
bool has_lost_file(const CaptureState& state);

/// Of a command that was killed: "the command was killed by signal 11 (SIGSEGV)".
std::string killed_line(const CommandState& command);

/// What was recorded, what is missing from it, and how to view it.
std::vector<std::string> summary_lines(const CaptureState& state);

/// What keeps running without being recorded: the program, or processes that it started; empty if
/// nothing does. `running`: PIDs from CaptureSession::running_processes().
std::string still_running_line(const CaptureState& state, const std::vector<std::int64_t>& running);

}  // namespace lanescope
