#include "tests/torture/torture_runs.h"

#include <csignal>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <spawn.h>
#include <thread>
#include <unistd.h>

#include <fmt/format.h>
#include <sys/wait.h>

#include "tests/core/base/temp_folder.h"
#include "tests/paths.h"

namespace lanescope {
namespace {

using Clock = std::chrono::steady_clock;
constexpr std::chrono::seconds kMost{60};
constexpr std::chrono::milliseconds kNone{0}, kPatience{20'000};

std::string text_of(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}

pid_t start(const std::string& line) {
  std::string shell = "sh", option = "-c", command = line;
  char* words[] = {shell.data(), option.data(), command.data(), nullptr};
  pid_t pid = 0;
  return ::posix_spawnp(&pid, "sh", nullptr, nullptr, words, environ) == 0 ? pid : -1;
}

/// Whoever does not end within that time is killed.
int end_of(pid_t pid, std::chrono::milliseconds patience) {
  int how = 0;
  const auto begin = Clock::now();
  while (::waitpid(pid, &how, WNOHANG) == 0) {
    if (Clock::now() - begin >= patience) ::kill(pid, SIGKILL);
    std::this_thread::sleep_for(std::chrono::milliseconds(5));
  }
  return WIFEXITED(how) ? WEXITSTATUS(how) : 128 + WTERMSIG(how);
}

}  // namespace

TortureRun run_tortured(const std::string& program, const TortureRecorder& recorder,
                        const std::string& environment) {
  const TempFolder folder;
  const std::string output = folder.path() + "/output", status = folder.path() + "/status";
  // The shell outlives a recorder that is killed, and says how the program ended.
  folder.write("run.sh",
               fmt::format("{} {} > {} 2> {}/errors < /dev/null\necho $? > {}.new\n"
                           "mv {}.new {}\n",
                           environment, program, output, folder.path(), status, status, status));
  const std::string own = "sh " + folder.path() + "/run.sh";
  const std::string line =
      recorder.how.empty()
          ? own
          : fmt::format("exec {}/tests/torture/torture_recorder {} {} {}/run.lanes {}",
                        binary_folder(), recorder.how, recorder.number, folder.path(), own);
  const auto begin = Clock::now();
  const pid_t pid = start(line);
  TortureRun run;
  while (!run.ended && Clock::now() - begin < kMost) {
    std::this_thread::sleep_for(std::chrono::milliseconds(2));
    run.ended = std::filesystem::exists(status);
  }
  run.took = std::chrono::duration_cast<std::chrono::milliseconds>(Clock::now() - begin);
  run.status = text_of(status);
  run.output = text_of(output);
  run.errors = text_of(folder.path() + "/errors");
  run.recorder_code = end_of(pid, recorder.how == "freeze" ? kNone : kPatience);
  run.file = text_of(folder.path() + "/run.lanes");
  return run;
}

}  // namespace lanescope
