#include "capture/agent/process/log.h"

#include <algorithm>
#include <cstdlib>
#include <fcntl.h>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>
#include <unistd.h>

#include <doctest/doctest.h>
#include <sys/stat.h>

#include "capture/wire/control.h"
#include "tests/core/base/temp_folder.h"

using namespace lanescope;
using agent::begin_log;

namespace {

/// Sends the log to `where` during its lifetime; null: variable not set.
class Logging {
 public:
  explicit Logging(const char* where) {
    if (where != nullptr)
      ::setenv(wire::kLogVariable, where, 1);
    else
      ::unsetenv(wire::kLogVariable);
    begin_log();
  }
  ~Logging() {
    ::unsetenv(wire::kLogVariable);
    begin_log();
  }
  Logging(const Logging&) = delete;
  Logging& operator=(const Logging&) = delete;
};

std::string contents(const std::string& path) {
  std::ifstream file(path);
  return {std::istreambuf_iterator<char>(file), {}};
}

std::string begin_of_line() {
  return "lanescope[" + std::to_string(::getpid()) + "/" + std::to_string(::gettid()) + "] ";
}

}  // namespace

TEST_CASE("lines of the log are appended, each with who wrote it") {
  const TempFolder folder;
  const std::string path = folder.path() + "/log";
  {
    const Logging logging(path.c_str());
    agent::log("one %d", 1);
    agent::log("two");
  }
  agent::log("nowhere");
  CHECK(contents(path) == begin_of_line() + "one 1\n" + begin_of_line() + "two\n");
  struct stat status {};
  REQUIRE(::stat(path.c_str(), &status) == 0);
  CHECK((status.st_mode & 0777) == 0600);
}

TEST_CASE("a line that is too long is cut and still ends") {
  const TempFolder folder;
  const std::string path = folder.path() + "/log";
  const Logging logging(path.c_str());
  const std::size_t room = 510 - begin_of_line().size();
  for (const std::size_t bytes : {room - 1, room, room + 1, std::size_t{5000}}) {
    std::filesystem::remove(path);
    agent::log("%s", std::string(bytes, 'x').c_str());
    const std::string line = contents(path);
    CHECK(line == begin_of_line() + std::string(std::min(bytes, room), 'x') + "\n");
  }
}

TEST_CASE("the log goes to stderr where that is asked for, and to no file of that name") {
  const TempFolder folder;
  const std::string path = folder.path() + "/err";
  const int before = ::dup(STDERR_FILENO);
  const int file = ::open(path.c_str(), O_WRONLY | O_CREAT | O_CLOEXEC, 0600);
  REQUIRE(file >= 0);
  {
    const Logging logging("stderr");
    ::dup2(file, STDERR_FILENO);
    agent::log("to the terminal");
    agent::log("and again");  // the log is still open
    ::dup2(before, STDERR_FILENO);
  }
  ::close(before);
  ::close(file);
  CHECK(contents(path) == begin_of_line() + "to the terminal\n" + begin_of_line() + "and again\n");
  CHECK_FALSE(std::filesystem::exists("stderr"));
}

TEST_CASE("a log that can not be written is none, and costs no descriptor") {
  const TempFolder folder;
  const std::string path = folder.path() + "/log";
  const auto next_descriptor = [] {
    const int next = ::dup(STDOUT_FILENO);
    ::close(next);
    return next;
  };
  const int before = next_descriptor();
  {
    const Logging logging((folder.path() + "/no/such/folder").c_str());
    agent::log("lost");
  }
  {
    const Logging logging(path.c_str());
    for (int times = 0; times < 5; ++times) agent::log("line");
  }
  CHECK(next_descriptor() == before);
  {
    const Logging logging("");
    agent::log("nowhere");
  }
}
