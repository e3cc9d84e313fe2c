// A process that cannot be asked for a trace is sampled by `lanescope attach`.
#include <csignal>
#include <fcntl.h>
#include <filesystem>
#include <string>
#include <unistd.h>

#include <doctest/doctest.h>
#include <sys/wait.h>

#include "app/cli/verbs.h"
#include "capture/host/runner/attached_process.h"
#include "capture/host/runner/launcher.h"
#include "tests/app/cli/record/recorder_run.h"
#include "tests/core/base/temp_folder.h"
#include "tests/skip.h"

using namespace lanescope;

namespace {

/// `lanescope attach` in a process of its own, since it takes over signals. Returns its exit code.
int run_apart(const AttachOptions& options, const std::string& errors) {
  const pid_t pid = ::fork();
  if (pid == 0) {
    const int file = ::open(errors.c_str(), O_WRONLY | O_CREAT | O_TRUNC, 0644);
    ::dup2(file, STDERR_FILENO);
    ::dup2(file, STDOUT_FILENO);
    ::_exit(run_attach(options, [](const std::string&) { return 0; }));
  }
  int status = 0;
  ::waitpid(pid, &status, 0);
  return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

}  // namespace

TEST_CASE("a process that cannot be asked for a trace is sampled, and runs on") {
  const TempFolder folder;
  auto sleeper = LaunchedCommand::start({{"sleep", "100"}});
  REQUIRE(sleeper.ok());
  const auto process = AttachedProcess::open(sleeper.value().pid());
  AttachOptions options;
  options.pid = sleeper.value().pid();
  options.output = folder.path() + "/run.lanes";
  options.duration_ns = 300'000'000;
  const std::string errors = folder.path() + "/errors";
  const bool can = process.ok();
  const int code = can ? run_apart(options, errors) : 0;
  const int again = can ? run_apart(options, errors + "2") : 0;
  options.output = folder.path() + "/other.lanes";
  options.shapes = true;
  const int asked = run_apart(options, errors + "3");
  const bool ran_on = !sleeper.value().end();
  sleeper.value().send_signal(SIGKILL);
  CHECK(asked == 3);
  CHECK(contains(text_of_file(errors + "3"), "it has not loaded PyTorch"));
  CHECK_FALSE(std::filesystem::exists(options.output));
  if (!can) skip_case(process.error().message);
  CHECK(code == 0);
  CHECK(ran_on);
  CHECK(contains(text_of_file(errors), " samples of 1 process in "));
  CHECK(std::filesystem::exists(folder.path() + "/run.lanes"));
  // What is there is kept.
  CHECK(again == 3);
}
