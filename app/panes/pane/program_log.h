// What a program that was started to be recorded has written.
#pragma once

#include <memory>
#include <string>

#include "core/view/text/terminal_text.h"

namespace lanescope {

class LogView;

/// The recording fills it, the window shows it. UI thread only.
struct ProgramLog {
  TerminalText text;
  std::string facts;              // "train.py runs", "train.py ended with code 1"
  bool failed = false;            // by a code other than 0, or a signal
  std::shared_ptr<LogView> view;  // how far it is scrolled; who draws it makes it
};

}  // namespace lanescope
