// Runs another program to its end, without a shell, and stops it when it is no longer wanted.
#pragma once

#include <chrono>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "core/base/result.h"

namespace lanescope {

struct ProgramRun {
  /// The first is the program's path. None of them is interpreted by anything but the program.
  std::vector<std::string> arguments;
  /// Longer than that, it is stopped, with all that it started.
  std::chrono::milliseconds at_most{0};
  /// Asked about ten times a second; false stops the program as well. May be empty.
  std::function<bool()> go_on;
};

struct ProgramEnd {
  enum class How { Exited, Killed, TookTooLong, Stopped };  // Stopped: by go_on
  How how = How::Exited;
  int number = 0;      // the exit code, or the signal that killed it
  std::string errors;  // the first lines of what it wrote to stderr, up to 4 KiB
  std::string output;  // the same of stdout
};

/// The path of an executable of this name in a folder of $PATH; nullopt if there is none, or if
/// this system does not let us run programs.
std::optional<std::string> find_program(const std::string& name);

/// Returns when the program has ended. It has no input. If this process is killed meanwhile, so is
/// the program. Errors: Unsupported if it cannot be started. Any thread, but not one that must not
/// wait.
Result<ProgramEnd> run_program(const ProgramRun& run);

}  // namespace lanescope
