#include "tests/faults/program_run.h"

#include <algorithm>
#include <array>
#include <fstream>
#include <spawn.h>
#include <sstream>
#include <unistd.h>

#include <doctest/doctest.h>
#include <fmt/format.h>
#include <sys/resource.h>
#include <sys/wait.h>

#include "tests/paths.h"

namespace lanescope {
namespace {

struct BashEnd {
  int status = -1;
  rusage use{};
};

BashEnd bash(std::string script) {
  BashEnd end;
  std::string name = "bash";
  const std::array<char*, 3> words{name.data(), script.data(), nullptr};
  pid_t child = -1;
  if (::posix_spawnp(&child, "bash", nullptr, nullptr, words.data(), environ) != 0) return end;
  if (::wait4(child, &end.status, 0, &end.use) != child) end.status = -1;
  return end;
}

}  // namespace

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

std::size_t Ended::own_lines() const {
  constexpr std::string_view kBegin = "\nlanescope: ";
  const std::string all = "\n" + errors;
  std::size_t lines = 0;
  for (std::size_t at = all.find(kBegin); at != std::string::npos; at = all.find(kBegin, at + 1))
    ++lines;
  return lines;
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
  const auto [status, use] = bash(script);
  Ended ended;
  ended.peak_bytes = use.ru_maxrss * 1024;
  if (WIFEXITED(status)) ended.shell_code = WEXITSTATUS(status);
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
