// A process that cannot be asked for a trace is sampled by `lanescope attach`.
#include <array>
#include <chrono>
#include <csignal>
#include <fcntl.h>
#include <filesystem>
#include <fstream>
#include <string>
#include <thread>
#include <unistd.h>

#include <doctest/doctest.h>
#include <sys/wait.h>

#include "app/cli/verbs.h"
#include "capture/host/attach/kineto_daemon.h"
#include "capture/host/attach/process_list.h"
#include "capture/host/runner/attached_process.h"
#include "capture/host/runner/launcher.h"
#include "tests/app/cli/printed_answer.h"
#include "tests/capture/sampler/child.h"
#include "tests/core/base/temp_folder.h"
#include "tests/skip.h"

using namespace lanescope;

namespace {

/// `lanescope attach` in a process of its own, since it takes over signals.
PrintedAnswer run_apart(const AttachOptions& options) {
  return printed_by([&] {
    const pid_t pid = ::fork();
    if (pid == 0) ::_exit(run_attach(options, [](const std::string&) { return 0; }));
    int status = 0;
    ::waitpid(pid, &status, 0);
    return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
  });
}

/// A file of one of our own libraries.
std::string some_library() {
  std::ifstream maps("/proc/self/maps");
  for (std::string line; std::getline(maps, line);) {
    if (line.find("/libm.so") != std::string::npos || line.find("/libm-") != std::string::npos)
      return line.substr(line.find('/'));
  }
  return {};
}

/// A program that waits for long, and what attaches to it, if the system lets it.
struct WatchedSleeper {
  WatchedSleeper() {
    REQUIRE(sleeper.ok());
    options.pid = sleeper.value().pid();
    options.output = folder.path() + "/run.lanes";
  }
  TempFolder folder;
  Result<LaunchedCommand> sleeper = LaunchedCommand::start({{"sleep", "100"}});
  Result<AttachedProcess> process = AttachedProcess::open(sleeper.value().pid());
  AttachOptions options;
};

}  // namespace

TEST_CASE("where another daemon serves PyTorch a process is sampled, and the one is named") {
  const TempFolder folder;
  const std::string library = some_library();
  if (library.empty()) skip_case("no library to stand for PyTorch's");
  const std::string torch = folder.path() + "/libtorch_cpu.so";
  std::filesystem::copy_file(library, torch);
  auto sleeper = LaunchedCommand::start({{"sleep", "100"},
                                         "",
                                         {{"KINETO_USE_DAEMON", "1"},
                                          {"KINETO_IPC_SOCKET_DIR", folder.path()},
                                          {"LD_PRELOAD", torch}}});
  REQUIRE(sleeper.ok());
  const std::int64_t pid = sleeper.value().pid();
  const auto process = AttachedProcess::open(pid);
  const bool polls = comes_true([&] {
    const auto seen = find_process(pid);
    return seen.ok() && seen.value().why_not.empty();
  });
  const auto daemon = KinetoDaemon::open(folder.path());
  AttachOptions options;
  options.pid = pid;
  options.output = folder.path() + "/run.lanes";
  options.duration_ns = 300'000'000;
  const PrintedAnswer sampled = process.ok() ? run_apart(options) : PrintedAnswer();
  options.output = folder.path() + "/other.lanes";
  options.stacks = true;
  const PrintedAnswer wanted = run_apart(options);
  sleeper.value().send_signal(SIGKILL);
  REQUIRE(polls);
  REQUIRE(daemon.ok());
  const std::string us = "(process " + std::to_string(::getpid()) + ") ";
  CHECK(wanted.code == 3);
  CHECK(says(wanted.errors, us));
  CHECK_FALSE(std::filesystem::exists(options.output));
  if (!process.ok()) skip_case(process.error().message);
  CHECK(sampled.code == 0);
  CHECK(says(sampled.errors, "no PyTorch trace, only samples of its threads: "));
  CHECK(says(sampled.errors, us));
  CHECK(std::filesystem::exists(folder.path() + "/run.lanes"));
}

TEST_CASE("a process that cannot be asked for a trace is sampled, and runs on") {
  WatchedSleeper watched;
  auto& [folder, sleeper, process, options] = watched;
  options.duration_ns = 300'000'000;
  const bool can = process.ok();
  const PrintedAnswer first = can ? run_apart(options) : PrintedAnswer();
  const PrintedAnswer again = can ? run_apart(options) : PrintedAnswer();
  options.output = folder.path() + "/other.lanes";
  options.shapes = true;
  const PrintedAnswer asked = run_apart(options);
  const bool ran_on = !sleeper.value().end();
  sleeper.value().send_signal(SIGKILL);
  CHECK(asked.code == 3);
  CHECK(says(asked.errors, "it has not loaded PyTorch; run `lanescope attach "));
  CHECK_FALSE(std::filesystem::exists(options.output));
  if (!can) skip_case(process.error().message);
  CHECK(first.code == 0);
  CHECK(ran_on);
  CHECK(says(first.errors, " samples of 1 process in "));
  CHECK(std::filesystem::exists(folder.path() + "/run.lanes"));
  // What is there is kept.
  CHECK(again.code == 3);
}

TEST_CASE("a recording is kept where nobody reads what is said, and when the terminal closes") {
  WatchedSleeper watched;
  auto& [folder, sleeper, process, options] = watched;
  int status = -1;
  if (process.ok()) {
    std::array<int, 2> ends{};
    REQUIRE(::pipe(ends.data()) == 0);
    const pid_t pid = ::fork();
    if (pid == 0) {
      ::close(ends[0]);
      ::dup2(ends[1], STDERR_FILENO);
      ::dup2(::open("/dev/null", O_WRONLY), STDOUT_FILENO);
      ::_exit(run_attach(options, [](const std::string&) { return 0; }));
    }
    for (const int end : ends) ::close(end);
    std::this_thread::sleep_for(std::chrono::milliseconds(700));
    ::kill(pid, SIGHUP);
    ::waitpid(pid, &status, 0);
  }
  sleeper.value().send_signal(SIGKILL);
  if (!process.ok()) skip_case(process.error().message);
  CHECK(WIFEXITED(status));
  CHECK(WEXITSTATUS(status) == 0);
  CHECK(std::filesystem::file_size(options.output) > 100);
}

TEST_CASE("a process with the rights of a setuid program is not attached to, in one line") {
  if (::geteuid() != 0) skip_case("only root can start processes with the rights of others");
  constexpr uid_t kOther = 65534;
  const TempFolder folder;
  const Child mixed([] {
    if (::setresuid(0, kOther, 0) != 0) ::_exit(1);
    while (true) ::pause();
  });
  REQUIRE(comes_true([&] {
    const auto opened = AttachedProcess::open(mixed.pid());
    return !opened.ok() && says(opened.error().message, "another user's rights");
  }));
  AttachOptions options;
  options.pid = mixed.pid();
  options.output = folder.path() + "/run.lanes";
  const PrintedAnswer answer = run_apart(options);
  CHECK(answer.code == 3);
  CHECK(answer.out.empty());
  CHECK(answer.errors ==
        "lanescope: process " + std::to_string(mixed.pid()) +
            ": it has another user's rights, as a setuid program has; it is not sampled\n");
  CHECK_FALSE(std::filesystem::exists(options.output));
}
