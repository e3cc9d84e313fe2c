#include "tests/program_output.h"

#include <cstdio>
#include <sstream>

#include <sys/wait.h>

namespace lanescope {
namespace {

/// How long a load took and what it needed differs from run to run.
std::string without_load(const std::string& printed) {
  std::string text;
  bool in_load = false;
  std::istringstream lines(printed);
  for (std::string line; std::getline(lines, line);) {
    if (line.starts_with("  \"load\": {")) in_load = true;
    if (!in_load && !line.starts_with("loaded in ")) text += line + "\n";
    if (line.starts_with("  }")) in_load = false;
  }
  while (text.ends_with("\n\n")) text.pop_back();
  return text;
}

}  // namespace

PrintedOutput program_output(const std::string& program, const std::string& arguments,
                             const std::string& folder, unsigned threads) {
  const std::string command =
      "cd '" + folder +
      "' && env -u DISPLAY -u WAYLAND_DISPLAY LANESCOPE_THREADS=" + std::to_string(threads) + " '" +
      program + "' " + arguments + " 2>&1";
  PrintedOutput out;
  std::FILE* pipe = popen(command.c_str(), "r");
  if (pipe == nullptr) return out;
  std::string printed;
  char buffer[4096];
  for (std::size_t n = 0; (n = std::fread(buffer, 1, sizeof buffer, pipe)) != 0;)
    printed.append(buffer, n);
  const int status = pclose(pipe);
  out.text = without_load(printed);
  if (WIFEXITED(status)) out.code = WEXITSTATUS(status);
  return out;
}

}  // namespace lanescope
