#include "capture/host/program_family.h"

#include <csignal>
#include <filesystem>
#include <fstream>
#include <unistd.h>

#include <doctest/doctest.h>
#include <sys/wait.h>

#include "tests/core/base/temp_folder.h"

using namespace lanescope;

namespace {

/// A /proc of a few processes.
class Processes {
 public:
  void add(std::int64_t pid, std::int64_t parent, const std::string& environment = "",
           char state = 'S') {
    const std::string folder = place_.path() + "/" + std::to_string(pid);
    std::filesystem::create_directory(folder);
    std::ofstream(folder + "/stat") << pid << " (a (b) name) " << state << " " << parent
                                    << " 1 1 0 -1 0 0 0 0 0 0 0 0 0 20 0 1 0 " << 1000 + pid
                                    << " 0 0\n";
    std::ofstream(folder + "/environ", std::ios::binary) << environment;
  }
  [[nodiscard]] std::vector<std::int64_t> family(std::int64_t command) const {
    std::vector<std::int64_t> found;
    for (const FamilyMember& one : program_family(command, "SOCKET=/run/x", place_.path())) {
      CHECK(one.start_ticks == 1000 + static_cast<std::uint64_t>(one.pid));
      found.push_back(one.pid);
    }
    return found;
  }

 private:
  TempFolder place_;
};

}  // namespace

TEST_CASE("a program's family is what descends from it or carries its mark") {
  using namespace std::string_literals;
  Processes processes;
  processes.add(1, 0);
  processes.add(50, 1, "A=1\0SOCKET=/run/x"s);  // its parents are gone
  processes.add(60, 50);                        // cleared its environment
  processes.add(100, 2);                        // the command
  processes.add(30, 100);
  processes.add(70, 30, "", 'Z');
  processes.add(71, 70);
  processes.add(80, 1, "SOCKET=/run/xy\0NO_SOCKET=/run/x"s);
  CHECK(processes.family(100) == std::vector<std::int64_t>{100, 30, 50, 60, 71});
  // The command has ended: what has its number now is somebody else.
  CHECK(processes.family(0) == std::vector<std::int64_t>{50, 60});
}

TEST_CASE("a signal goes to no later process of the same number") {
  const pid_t child = ::fork();
  if (child == 0) {
    ::pause();
    ::_exit(0);
  }
  const auto found = program_family(child, "");
  REQUIRE(found.size() == 1);
  send_signal({{child, found[0].start_ticks + 1}}, SIGKILL);
  CHECK(::waitpid(child, nullptr, WNOHANG) == 0);
  send_signal(found, SIGKILL);
  int status = 0;
  CHECK(::waitpid(child, &status, 0) == child);
  CHECK(WTERMSIG(status) == SIGKILL);
}
