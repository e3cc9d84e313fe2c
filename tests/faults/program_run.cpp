#include "tests/faults/program_run.h"

#include <algorithm>
#include <cstdlib>
#include <fstream>
#include <sstream>

#include <doctest/doctest.h>
#include <fmt/format.h>
#include <sys/wait.h>

#include "tests/paths.h"

namespace lanescope {

std::string example() {
  return source_folder() + "/assets/examples/transformer-cpu.json.gz";
}

std::string text_of(const std::string& path) {
  std::ostringstream text;
  text << std::ifstream(path, std::ios::binary).rdbuf();
  return text.str();
}

std::size_t Ended::error_lines() const {
  return static_cast<std::size_t>(std::ranges::count(errors, '\n'));
}

Ended run(const TempFolder& folder, const std::string& line) {
  const TempFolder own;
  const std::string errors = own.path() + "/errors";
  // What the line limits does not hold for whoever keeps its errors.
  const std::string script = own.write(
      "script", fmt::format("cd '{}'; L='{}'; TARGET='{}'\n"
                            "export LANESCOPE_AGENT=/nowhere/agent.so\n"
                            "unset DISPLAY WAYLAND_DISPLAY\n"
                            "{{ {}\n}} 2>&1 >/dev/null | cat > '{}'\n"
                            "exit ${{PIPESTATUS[0]}}\n",
                            folder.path(), LANESCOPE_PROGRAM, LANESCOPE_TARGET, line, errors));
  const int status = std::system(("bash '" + script + "'").c_str());
  Ended ended;
  // What the shell ended by a signal has 128 and more.
  if (WIFEXITED(status) && WEXITSTATUS(status) < 128) ended.code = WEXITSTATUS(status);
  ended.errors = text_of(errors);
  return ended;
}

void check_refused(const Ended& ended) {
  CAPTURE(ended.errors);
  CHECK(ended.code == kUnusable);
  CHECK(ended.error_lines() == 1);
  CHECK(ended.errors.starts_with("lanescope: "));
}

}  // namespace lanescope
