#include "tests/screens/program.h"

#include <csignal>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <unistd.h>

#include <sys/wait.h>

namespace lanescope {

bool have_program(const std::string& name) {
  const char* path = std::getenv("PATH");
  std::stringstream folders(path != nullptr ? path : "");
  for (std::string folder; std::getline(folders, folder, ':');) {
    if (::access((folder + "/" + name).c_str(), X_OK) == 0) return true;
  }
  return false;
}

RunningProgram::RunningProgram(const std::vector<std::string>& arguments,
                               const std::vector<std::pair<std::string, std::string>>& variables,
                               int pipe_fd) {
  process_ = ::fork();
  if (process_ != 0) return;
  for (const auto& [name, value] : variables) {
    if (value.empty()) {
      ::unsetenv(name.c_str());
    } else {
      ::setenv(name.c_str(), value.c_str(), 1);
    }
  }
  if (pipe_fd >= 0) ::dup2(pipe_fd, 3);
  std::vector<char*> raw;
  for (const std::string& argument : arguments) raw.push_back(const_cast<char*>(argument.c_str()));
  raw.push_back(nullptr);
  ::execvp(raw[0], raw.data());
  ::_exit(127);
}

RunningProgram::~RunningProgram() {
  if (!running()) return;
  ::kill(process_, SIGTERM);
  ::waitpid(process_, &status_, 0);
}

bool RunningProgram::running() {
  if (process_ <= 0 || ended_) return false;
  ended_ = ::waitpid(process_, &status_, WNOHANG) == process_;
  return !ended_;
}

int RunningProgram::exit_code() {
  if (process_ <= 0) return -1;
  if (!ended_) ended_ = ::waitpid(process_, &status_, 0) == process_;
  return ended_ && WIFEXITED(status_) ? WEXITSTATUS(status_) : -1;
}

double RunningProgram::cpu_seconds() const {
  std::ifstream file("/proc/" + std::to_string(process_) + "/stat");
  std::string text;
  std::getline(file, text);
  // Behind the name in parentheses: the 12th and 13th fields are ticks in user and system mode.
  std::stringstream fields(text.substr(text.rfind(')') + 1));
  std::string field;
  for (int i = 0; i < 11; ++i) fields >> field;
  double user = 0;
  double system = 0;
  fields >> user >> system;
  return (user + system) / static_cast<double>(::sysconf(_SC_CLK_TCK));
}

int take_screenshot(const std::vector<std::string>& arguments) {
  std::vector<std::string> all{LANESCOPE_PROGRAM, "screenshot"};
  all.insert(all.end(), arguments.begin(), arguments.end());
  // There is no display to lean on.
  RunningProgram program(all, {{"DISPLAY", ""}, {"WAYLAND_DISPLAY", ""}});
  return program.exit_code();
}

}  // namespace lanescope
