// Runs lanescope.exe under Wine, in a Windows of its own that lasts as long as the test program.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "tests/program_output.h"

namespace lanescope {

class Wine {
 public:
  /// Skips the running case without Wine or lanescope.exe. Cost: some seconds the first time.
  static const Wine& get();

  /// Ends what still runs. Windows' desktop does, and keeps the display of the first program.
  void restart() const;

  /// Runs lanescope.exe in `folder`, without a display. `arguments` are parsed by a shell.
  [[nodiscard]] PrintedOutput run(const std::string& arguments, const std::string& folder) const;

  /// The words that start it in a shell.
  [[nodiscard]] std::string command() const;
  [[nodiscard]] const std::string& program() const { return program_; }
  /// What is set in its environment.
  [[nodiscard]] std::vector<std::pair<std::string, std::string>> variables() const;
  /// The folder of that name below AppData of Windows' user; empty: it is not there.
  [[nodiscard]] std::string user_folder(const std::string& below) const;

 private:
  Wine();

  std::string program_, prefix_;
};

}  // namespace lanescope
