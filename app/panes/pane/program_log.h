// The output of a program that was started to be recorded.
#pragma once

#include <memory>
#include <string>

#include "core/view/text/terminal_text.h"

namespace lanescope {

class LogView;

/// Filled by the recording, drawn by the window. UI thread only.
struct ProgramLog {
  TerminalText text;
  std::string facts;              // "train.py (PID 4711) is running", "train.py exited with code 1"
  bool failed = false;            // exit code other than 0, or killed by a signal
  std::shared_ptr<LogView> view;  // scroll state; created by what draws it
};

}  // namespace lanescope
