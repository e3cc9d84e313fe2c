// Interpreters that this machine has, for tests that need real ones.
#pragma once

#include <string>
#include <vector>

namespace lanescope {

struct Interpreter {
  std::string path;
  std::string version;  // "3.11"
};

/// One for each minor version from 3.10 to 3.13: those that LANESCOPE_TEST_PYTHONS names (paths
/// with colons between), else what PATH and pyenv have. Empty, with a message in the test's output,
/// where there is none.
const std::vector<Interpreter>& pythons();

/// What a command wrote on stdout and stderr, and its exit code (-1: it was killed).
struct CommandResult {
  int code = -1;
  std::string output;
};
/// Runs a line of shell.
CommandResult run_command(const std::string& line);

/// A new folder that goes when this does.
class TempFolder {
 public:
  TempFolder();
  ~TempFolder();
  TempFolder(const TempFolder&) = delete;
  TempFolder& operator=(const TempFolder&) = delete;

  [[nodiscard]] const std::string& path() const { return path_; }
  /// Writes a file below it, with the folders that it needs.
  void write(const std::string& name, const std::string& text) const;
  /// Empty where there is none.
  [[nodiscard]] std::string read(const std::string& name) const;

 private:
  std::string path_;
};

}  // namespace lanescope
