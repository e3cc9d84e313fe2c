// Starts programs for a test and ends them with it.
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
  /// `variables` are set in its environment; an empty value takes the variable away. `pipe_fd`
  /// (unless -1) is handed on.
  RunningProgram(const std::vector<std::string>& arguments,
                 const std::vector<std::pair<std::string, std::string>>& variables,
                 int pipe_fd = -1);
  /// Ends it when it still runs.
  ~RunningProgram();
  RunningProgram(const RunningProgram&) = delete;
  RunningProgram& operator=(const RunningProgram&) = delete;

  [[nodiscard]] bool started() const { return process_ > 0; }
  [[nodiscard]] bool running();
  /// Waits for its end; -1 when it was killed or never started.
  int exit_code();
  /// Seconds of CPU it has used.
  [[nodiscard]] double cpu_seconds() const;

 private:
  pid_t process_ = -1;
  int status_ = -1;
  bool ended_ = false;
};

/// The program under test with a picture's arguments; its exit code.
int take_screenshot(const std::vector<std::string>& arguments);

}  // namespace lanescope
