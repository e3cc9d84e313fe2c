#include "core/base/programs/run_program.h"

#include <chrono>
#include <csignal>
#include <cstdlib>
#include <filesystem>
#include <string>
#include <thread>
#include <unistd.h>

#include <doctest/doctest.h>
#include <sys/wait.h>

#include "tests/core/base/temp_folder.h"
#include "tests/file_text.h"

using namespace lanescope;
using namespace std::chrono_literals;

namespace {

std::string script_in(const TempFolder& folder, const std::string& name, const std::string& lines) {
  const std::string path = folder.write(name, "#!/bin/sh\n" + lines + "\n");
  std::filesystem::permissions(path, std::filesystem::perms::owner_all);
  return path;
}

/// $PATH while this lives.
class SearchPath {
 public:
  explicit SearchPath(const std::string& folders) {
    if (const char* const before = std::getenv("PATH")) before_ = before;
    ::setenv("PATH", folders.c_str(), 1);
  }
  ~SearchPath() { ::setenv("PATH", before_.c_str(), 1); }
  SearchPath(const SearchPath&) = delete;
  SearchPath& operator=(const SearchPath&) = delete;

 private:
  std::string before_;
};

}  // namespace

TEST_CASE("a program is run without a shell, and what it says is kept") {
  const TempFolder folder;
  const std::string out = folder.path() + "/out";
  const std::string program =
      script_in(folder, "say", "echo \"$2\" > \"$1\"; echo done; echo 'bad: file' >&2; exit 7");
  const auto end = run_program({{program, out, "$(date); a 'b'"}, 60s, {}});
  REQUIRE(end.ok());
  CHECK(end.value().how == ProgramEnd::How::Exited);
  CHECK(end.value().number == 7);
  CHECK(end.value().errors == "bad: file\n");
  CHECK(end.value().output == "done\n");
  CHECK(file_text(out) == "$(date); a 'b'\n");
}

TEST_CASE("a program that cannot be started or is killed is told from one that failed") {
  const TempFolder folder;
  const auto missing = run_program({{folder.path() + "/none"}, 60s, {}});
  REQUIRE_FALSE(missing.ok());
  CHECK(missing.error().message == "No such file or directory");
  const auto killed = run_program({{script_in(folder, "die", "kill -9 $$")}, 60s, {}});
  REQUIRE(killed.ok());
  CHECK(killed.value().how == ProgramEnd::How::Killed);
  CHECK(killed.value().number == 9);
}

TEST_CASE("a program that is stopped takes along what it started") {
  const TempFolder folder;
  const std::string late = folder.path() + "/late", begun = folder.path() + "/begun";
  const std::string program = script_in(
      folder, "slow", "(sleep 3; echo late > '" + late + "') &\necho > '" + begun + "'; wait");
  ProgramRun run{{program}, 60s, {}};
  SUBCASE("because it is no longer wanted") {
    run.go_on = [&] { return !std::filesystem::exists(begun); };
    const auto end = run_program(run);
    REQUIRE(end.ok());
    CHECK(end.value().how == ProgramEnd::How::Stopped);
  }
  SUBCASE("because it takes too long") {
    run.at_most = 300ms;
    const auto end = run_program(run);
    REQUIRE(end.ok());
    CHECK(end.value().how == ProgramEnd::How::TookTooLong);
  }
  std::this_thread::sleep_for(4s);
  CHECK_FALSE(std::filesystem::exists(late));
}

TEST_CASE("a program that says more than is kept still ends") {
  const TempFolder folder;
  const std::string program =
      script_in(folder, "loud",
                "i=0; while [ $i -lt 5000 ]; do echo 'a line of text, and more' >&2; "
                "echo 'a line of text, and more'; i=$((i+1)); done");
  const auto end = run_program({{program}, 60s, {}});
  REQUIRE(end.ok());
  CHECK(end.value().how == ProgramEnd::How::Exited);
  CHECK(end.value().number == 0);
  CHECK(end.value().errors.size() == 4096);
  CHECK(end.value().output.size() == 4096);
}

TEST_CASE("a program ends with the process that runs it, even if that is killed") {
  const TempFolder folder;
  const std::string begun = folder.path() + "/begun", late = folder.path() + "/late";
  const std::string program =
      script_in(folder, "slow", "echo > '" + begun + "'; /bin/sleep 2; echo > '" + late + "'");
  const pid_t runner = ::fork();
  if (runner == 0) {
    (void)run_program({{program}, 60s, {}});
    ::_exit(0);
  }
  for (int i = 0; i < 600 && !std::filesystem::exists(begun); ++i)
    std::this_thread::sleep_for(50ms);
  REQUIRE(std::filesystem::exists(begun));
  ::kill(runner, SIGKILL);
  ::waitpid(runner, nullptr, 0);
  std::this_thread::sleep_for(3s);
  CHECK_FALSE(std::filesystem::exists(late));
}

TEST_CASE("programs are found in the folders of PATH, if they may be run") {
  const TempFolder first, second;
  const std::string found = script_in(second, "exporter", "true");
  first.write("exporter", "no program");
  const SearchPath path(":relative:" + first.path() + ":" + second.path());
  CHECK(find_program("exporter") == found);
  CHECK_FALSE(find_program("other"));
}
