// Interpreters that this machine has, for tests that need real ones.
#pragma once

#include <string>
#include <vector>

#include "tests/core/base/temp_folder.h"

namespace lanescope {

struct Interpreter {
  std::string path;
  std::string version;  // "3.11"
};

/// One for each minor version from 3.10 to 3.14: those that LANESCOPE_TEST_PYTHONS names (paths
/// with colons between), else what PATH and pyenv have. Never empty: where there is none the
/// running case is skipped.
const std::vector<Interpreter>& pythons();

/// What a command wrote on stdout and stderr, and its exit code (-1: it was killed).
struct CommandResult {
  int code = -1;
  std::string output;
};
/// Runs a line of shell.
CommandResult run_command(const std::string& line);

/// Writes a file below the folder, with the folders on the way to it.
void write_below(const TempFolder& folder, const std::string& name, const std::string& text);
/// Empty where there is no such file.
std::string read_below(const TempFolder& folder, const std::string& name);

}  // namespace lanescope
