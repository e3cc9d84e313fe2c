// Runs a program alone, or under a recorder that may fail or be killed.
#pragma once

#include <chrono>
#include <string>
#include <vector>

namespace lanescope {

struct TortureRun {
  bool ended = false;  // within a minute
  std::string status;  // as reported by the shell
  std::string output;  // its stdout
  std::string errors;  // its stderr
  std::chrono::milliseconds took{0};
  int recorder_code = 0;  // the recorder's exit code as in a shell
  std::string file;       // the recording; empty: none
};

struct TortureRecorder {
  std::string how;  // mode of torture_recorder; empty: no recorder
  long number = 0;
};

/// `program`: words without quotes. `environment`: assignments for the shell.
TortureRun run_tortured(const std::string& program, const TortureRecorder& recorder,
                        const std::string& environment = {});

}  // namespace lanescope
