// Runs a program alone, or under a recorder that may come to grief.
#pragma once

#include <chrono>
#include <string>
#include <vector>

namespace lanescope {

struct TortureRun {
  bool ended = false;  // within a minute
  std::string status;  // as the shell tells it
  std::string output;  // its stdout
  std::string errors;  // its stderr
  std::chrono::milliseconds took{0};
  int recorder_code = 0;  // how the recorder ended, as a shell tells it
  std::string file;       // the recording; empty: there is none
};

struct TortureRecorder {
  std::string how;  // of torture_recorder; empty: none
  long number = 0;
};

/// `program`: words without a quote in them. `environment`: assignments for the shell.
TortureRun run_tortured(const std::string& program, const TortureRecorder& recorder,
                        const std::string& environment = {});

}  // namespace lanescope
