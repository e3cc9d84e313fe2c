// Python interpreters on this machine, for tests that need real ones.
#pragma once

#include <string>
#include <vector>

#include "capture/host/runner/state.h"
#include "tests/core/base/temp_folder.h"

namespace lanescope {

struct Interpreter {
  std::string path;
  std::string version;  // "3.11"; "3.13t": a build without the GIL
  [[nodiscard]] bool has_gil() const { return !version.ends_with('t'); }
};

/// One for each minor version from 3.10 to 3.14: those named by LANESCOPE_TEST_PYTHONS (paths
/// separated by colons), else those in PATH and pyenv. Never empty: if there is none, the running
/// case is skipped.
const std::vector<Interpreter>& pythons();
/// Also builds without the GIL, from 3.13 on, whose stacks are seen from outside only. Never empty
/// as well.
const std::vector<Interpreter>& sampled_pythons();
/// One of those; if there is none of that version, the running case is skipped.
const Interpreter& sampled_python(const std::string& version);

/// What a command wrote to stdout and stderr, and its exit code (-1: it was killed).
struct CommandResult {
  int code = -1;
  std::string output;
};
/// Runs a shell command line.
CommandResult run_command(const std::string& line);

/// Writes a file below the folder, creating the folders in between.
void write_below(const TempFolder& folder, const std::string& name, const std::string& text);
/// Empty if there is no such file.
std::string read_below(const TempFolder& folder, const std::string& name);

/// The problems of a recording of Python, but for processes that end before they are sampled, which
/// a `python` that is a script, as pyenv has it, starts, and for those that others on this machine
/// leave behind meanwhile, such as tests that run beside this one.
inline std::vector<CaptureProblem> problems_of(const CaptureState& state) {
  std::vector<CaptureProblem> problems = state.problems;
  std::erase_if(problems, [](const CaptureProblem& problem) {
    return problem.text.ends_with("before their first sample") ||
           problem.text.ends_with("before its first sample") ||
           problem.text.find("nobody knows whether the program started") != std::string::npos;
  });
  return problems;
}

}  // namespace lanescope
