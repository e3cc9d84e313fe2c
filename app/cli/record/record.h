// `lanescope record`: starts a command, captures it, and ends as it does.
#pragma once

#include <functional>
#include <string>

namespace lanescope {

struct RecordOptions;

/// Says on stderr what came of it. `view` opens the window on the file once it is complete, where
/// the options ask for it; the command may still run then. Returns the command's exit code, 128 +
/// the signal that killed it, or what complain() returned. Takes the process's signals over: call
/// it once, on the main thread.
int run_record(const RecordOptions& options, const std::function<int(const std::string&)>& view);

}  // namespace lanescope
