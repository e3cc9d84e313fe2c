#include "capture/host/runner/launcher.h"

#include <csignal>
#include <cstdlib>
#include <filesystem>
#include <poll.h>
#include <string>
#include <thread>

#include <doctest/doctest.h>

#include "tests/capture/capture_chunks.h"
#include "tests/capture/pythons.h"
#include "tests/core/base/temp_folder.h"

using namespace lanescope;

namespace {

CommandEnd end_of(LaunchedCommand& command) {
  pollfd ended{command.descriptor(), POLLIN, 0};
  ::poll(&ended, 1, 20'000);
  const auto end = command.end();
  REQUIRE(end.has_value());
  return *end;
}

CommandEnd run(const std::vector<std::string>& words, const std::string& folder = {},
               const Environment& environment = {}) {
  auto command = LaunchedCommand::start({words, folder, environment});
  REQUIRE(command.ok());
  return end_of(command.value());
}

/// Sets one of our variables during its lifetime.
struct Variable {
  Variable(const char* its_name, const char* value) : name(its_name) {
    ::setenv(its_name, value, 1);
  }
  ~Variable() { ::unsetenv(name); }
  const char* name;
};

std::string value_in(const Environment& environment, const std::string& name) {
  for (const auto& [key, value] : environment) {
    if (key == name) return value;
  }
  return "(none)";
}

}  // namespace

TEST_CASE("how a command ends is told as it was") {
  CHECK(run({"true"}).exit_code == 0);
  CHECK(run({"sh", "-c", "exit 37"}).exit_code == 37);
  const CommandEnd killed = run({"sh", "-c", "kill -TERM $$"});
  CHECK(killed.signal == SIGTERM);
  CHECK_FALSE(killed.exit_code.has_value());
}

TEST_CASE("of a script whose interpreter is missing, that is said, not that the script is") {
  const TempFolder folder;
  const std::string file = folder.path() + "/train";
  write_below(folder, "train", "#! /no/such/python3 -u\nprint()\n");
  std::filesystem::permissions(file, std::filesystem::perms::owner_all);
  const auto command = LaunchedCommand::start({{file}});
  REQUIRE_FALSE(command.ok());
  CHECK(command.error().message ==
        "its interpreter /no/such/python3 does not exist; check its first line");
}

TEST_CASE("a command that runs has not ended, and can be stopped") {
  auto command = LaunchedCommand::start({{"sleep", "100"}, {}, {}, true});
  REQUIRE(command.ok());
  CHECK_FALSE(command.value().end().has_value());
  command.value().send_signal(SIGKILL);
  CHECK(end_of(command.value()).signal == SIGKILL);
  command.value().send_signal(SIGKILL);  // hits no process
}

TEST_CASE("a command gets its words, folder and environment as they are") {
  const TempFolder folder;
  const Variable ours("LANESCOPE_TEST_OURS", "kept"), replaced("LANESCOPE_TEST_TWICE", "old");
  CHECK(run({"sh", "-c",
             "pwd > here; printf '%s|' \"$0\" \"$1\" \"$LANESCOPE_TEST_OURS\" "
             "\"$LANESCOPE_TEST_TWICE\" \"$LANESCOPE_TEST_NEW\" > words",
             "a b", ""},
            folder.path(), {{"LANESCOPE_TEST_TWICE", "new=2"}, {"LANESCOPE_TEST_NEW", ""}})
            .exit_code == 0);
  CHECK(content_of_file(folder.path() + "/words") == "a b||kept|new=2||");
  CHECK(content_of_file(folder.path() + "/here") ==
        std::filesystem::canonical(folder.path()).string() + "\n");
}

TEST_CASE("a command has the signals of a shell, whatever we do with ours") {
  const auto old_action = ::signal(SIGINT, [](int) {});
  sigset_t blocked, before;
  ::sigemptyset(&blocked);
  ::sigaddset(&blocked, SIGTERM);
  ::pthread_sigmask(SIG_BLOCK, &blocked, &before);
  CHECK(run({"sh", "-c", "kill -INT $$"}).signal == SIGINT);
  CHECK(run({"sh", "-c", "kill -TERM $$"}).signal == SIGTERM);
  ::pthread_sigmask(SIG_SETMASK, &before, nullptr);
  // What is ignored stays so: nohup and scripts mean the command too.
  ::signal(SIGINT, SIG_IGN);
  CHECK(run({"sh", "-c", "kill -INT $$"}).exit_code == 0);
  ::signal(SIGINT, old_action);
}

TEST_CASE("what can not be started says why") {
  const TempFolder folder;
  const std::string script = folder.write("script", "echo hello\n");
  const auto why = [](const LaunchOrder& order) {
    auto command = LaunchedCommand::start(order);
    REQUIRE_FALSE(command.ok());
    return command.error().message;
  };
  CHECK(why({{"no-such-command-here"}, {}, {}}).find("no such command") != std::string::npos);
  CHECK(why({{script}, {}, {}}).find("chmod +x") != std::string::npos);
  std::filesystem::permissions(script, std::filesystem::perms::owner_all);
  CHECK(why({{script}, {}, {}}).find("interpreter") != std::string::npos);
  CHECK(why({{"true"}, "/no/such/folder", {}}).find("/no/such/folder") != std::string::npos);
  CHECK_FALSE(why({{}, {}, {}}).empty());
  CHECK_FALSE(why({{""}, {}, {}}).empty());
}

TEST_CASE("a target finds the agent and the socket in its environment, and no switch of Kineto") {
  const auto environment = capture_environment("/lib/agent.so", "/run/socket", "");
  REQUIRE(environment.ok());
  CHECK(value_in(environment.value(), "CUDA_INJECTION64_PATH") == "/lib/agent.so");
  CHECK(value_in(environment.value(), "NVTX_INJECTION64_PATH") == "/lib/agent.so");
  CHECK(value_in(environment.value(), "LANESCOPE_SOCKET") == "/run/socket");
  CHECK(value_in(environment.value(), "KINETO_USE_DAEMON") == "(none)");
  CHECK(value_in(environment.value(), "PYTHONPATH") == "(none)");
}

TEST_CASE("the bootstrap comes before what PYTHONPATH names already") {
  const Variable path("PYTHONPATH", "/a:/b");
  CHECK(value_in(capture_environment("x", "y", "/boot").value(), "PYTHONPATH") == "/boot:/a:/b");
  ::unsetenv("PYTHONPATH");
  CHECK(value_in(capture_environment("x", "y", "/boot").value(), "PYTHONPATH") == "/boot");
}

TEST_CASE("under another injected tool nothing is started") {
  for (const char* name : {"CUDA_INJECTION64_PATH", "NVTX_INJECTION64_PATH"}) {
    const Variable other(name, "/opt/nsys.so");
    const auto environment = capture_environment("x", "y", "");
    REQUIRE_FALSE(environment.ok());
    CHECK(environment.error().message.find(name) != std::string::npos);
    CHECK(environment.error().message.find("/opt/nsys.so") != std::string::npos);
  }
  const Variable none("CUDA_INJECTION64_PATH", "none");
  CHECK(capture_environment("x", "y", "").ok());
}
