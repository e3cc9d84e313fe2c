// Starts programs for a test and ends them with the test.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include <sys/types.h>

namespace lanescope {

/// Whether a program of that name is in PATH.
bool have_program(const std::string& name);

class RunningProgram {
 public:
  /// `variables` are set in its environment; an empty value unsets the variable. `pipe_fd` (unless
  /// -1) is inherited.
  RunningProgram(const std::vector<std::string>& arguments,
                 const std::vector<std::pair<std::string, std::string>>& variables,
                 int pipe_fd = -1);
  /// Ends it if it is still running.
  ~RunningProgram();
  RunningProgram(const RunningProgram&) = delete;
  RunningProgram& operator=(const RunningProgram&) = delete;

  [[nodiscard]] bool started() const { return process_ > 0; }
  [[nodiscard]] bool running();
  /// Waits until it exits; -1 if it was killed or never started.
  int exit_code();
  /// CPU time used, in seconds.
  [[nodiscard]] double cpu_seconds() const;

 private:
  pid_t process_ = -1;
  int status_ = -1;
  bool ended_ = false;
};

/// Runs the program under test with arguments for a screenshot; returns its exit code.
int take_screenshot(const std::vector<std::string>& arguments);

}  // namespace lanescope
