#include "tests/bench/child_process.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <chrono>
#include <fcntl.h>
#include <filesystem>
#include <spawn.h>
#include <unistd.h>

#include <sys/resource.h>
#include <sys/wait.h>

namespace lanescope::bench {
namespace {

double seconds_of(const timeval& time) {
  return static_cast<double>(time.tv_sec) + static_cast<double>(time.tv_usec) * 1e-6;
}

std::string read_to_end(int descriptor) {
  std::string text;
  std::array<char, 4096> block{};
  for (ssize_t n = 0; (n = ::read(descriptor, block.data(), block.size())) > 0;) {
    text.append(block.data(), static_cast<std::size_t>(n));
  }
  return text;
}

}  // namespace

std::map<std::string, double> ChildRun::numbers() const {
  std::map<std::string, double> numbers;
  for (std::size_t at = 0; at < output.size();) {
    const std::size_t tab = output.find('\t', at);
    const std::size_t end = std::min(output.find('\n', at), output.size());
    if (tab >= end) break;
    double number = 0;
    std::from_chars(output.data() + tab + 1, output.data() + end, number);
    numbers[output.substr(at, tab - at)] = number;
    at = end + 1;
  }
  return numbers;
}

std::optional<ChildRun> run_child(const std::vector<std::string>& arguments, Output output) {
  std::vector<char*> argv;
  for (const std::string& argument : arguments) argv.push_back(const_cast<char*>(argument.c_str()));
  argv.push_back(nullptr);

  std::array<int, 2> pipe_ends{-1, -1};
  posix_spawn_file_actions_t actions;
  ::posix_spawn_file_actions_init(&actions);
  if (output == Output::Drop) {
    ::posix_spawn_file_actions_addopen(&actions, STDOUT_FILENO, "/dev/null", O_WRONLY, 0);
  } else {
    if (::pipe2(pipe_ends.data(), O_CLOEXEC) != 0) return std::nullopt;
    ::posix_spawn_file_actions_adddup2(&actions, pipe_ends[1], STDOUT_FILENO);
  }

  ChildRun run;
  pid_t child = 0;
  const auto start = std::chrono::steady_clock::now();
  const int error = ::posix_spawnp(&child, argv[0], &actions, nullptr, argv.data(), environ);
  ::posix_spawn_file_actions_destroy(&actions);
  if (output == Output::Keep) {
    ::close(pipe_ends[1]);
    if (error == 0) run.output = read_to_end(pipe_ends[0]);
    ::close(pipe_ends[0]);
  }
  if (error != 0) return std::nullopt;

  int status = 0;
  rusage usage{};
  if (::wait4(child, &status, 0, &usage) != child) return std::nullopt;
  const std::chrono::duration<double> wall = std::chrono::steady_clock::now() - start;
  if (!WIFEXITED(status) || WEXITSTATUS(status) != 0) return std::nullopt;
  run.seconds = wall.count();
  run.user_seconds = seconds_of(usage.ru_utime);
  run.system_seconds = seconds_of(usage.ru_stime);
  run.peak_bytes = static_cast<std::uint64_t>(usage.ru_maxrss) * 1024;
  run.page_faults = static_cast<std::uint64_t>(usage.ru_minflt);
  return run;
}

std::string sibling_program(const std::string& name) {
  return std::filesystem::read_symlink("/proc/self/exe").replace_filename(name).string();
}

}  // namespace lanescope::bench
