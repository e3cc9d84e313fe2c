#include "capture/host/runner/program_family.h"

#include <cerrno>
#include <chrono>
#include <csignal>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>
#include <thread>
#include <unistd.h>
#include <vector>

#include <doctest/doctest.h>
#include <sys/wait.h>

#include "tests/core/base/temp_folder.h"
#include "tests/skip.h"

using namespace lanescope;

namespace {

/// A simulated /proc with a few processes.
class Processes {
 public:
  void add(std::int64_t pid, std::int64_t parent, const std::string& environment = "",
           char state = 'S') {
    const std::string folder = place_.path() + "/" + std::to_string(pid);
    std::filesystem::create_directory(folder);
    std::ofstream(folder + "/stat")
        << pid << " (a (b) name) " << state << " " << parent
        << " 1 1 0 -1 0 0 0 0 0 0 0 0 0 20 0 1 0 " << 1000 + pid << " 0 0\n";
    std::ofstream(folder + "/environ", std::ios::binary) << environment;
  }
  void write(const std::string& name, const std::string& text) const {
    const std::filesystem::path file = place_.path() + "/" + name;
    std::filesystem::create_directories(file.parent_path());
    std::ofstream(file) << text;
  }
  void give_away(std::int64_t pid) const {
    REQUIRE(::chown((place_.path() + "/" + std::to_string(pid)).c_str(), 65534, 65534) == 0);
  }
  [[nodiscard]] std::vector<std::int64_t> family(std::int64_t command,
                                                 std::int64_t adopter = 0) const {
    std::vector<std::int64_t> found;
    for (const FamilyMember& one :
         program_family(command, "SOCKET=/run/x", adopter, place_.path())) {
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
  // The command has ended: its PID has been reused.
  CHECK(processes.family(0) == std::vector<std::int64_t>{50, 60});
}

TEST_CASE("what an adopter has become the parent of is of the family, with its own children") {
  Processes processes;
  processes.add(40, 1);
  processes.add(100, 40);  // the command, started by the adopter
  processes.add(110, 40);  // a daemon that has lost its parent
  processes.add(111, 110);
  processes.add(120, 1);
  CHECK(processes.family(100) == std::vector<std::int64_t>{100});
  CHECK(processes.family(100, 40) == std::vector<std::int64_t>{100, 110, 111});
  CHECK(processes.family(0, 40) == std::vector<std::int64_t>{100, 110, 111});
}

TEST_CASE(
    "orphans are adopted and their ends noticed, but not the command's, which is waited for") {
  int status = 0;
  while (::waitpid(-1, nullptr, WNOHANG) > 0) continue;  // of earlier cases
  const pid_t first = ::fork();
  if (first == 0) ::_exit(7);
  CHECK_FALSE(adopt_orphans());  // its orphans could not be told from the command's
  REQUIRE(::waitpid(first, &status, 0) == first);

  REQUIRE(adopt_orphans());
  int pipes[2];
  REQUIRE(::pipe(pipes) == 0);
  const pid_t command = ::fork();
  if (command == 0) {
    const pid_t own = ::getpid();
    if (::fork() != 0) ::_exit(8);
    while (::getppid() == own) ::usleep(1000);
    const pid_t parent = ::getppid();
    (void)!::write(pipes[1], &parent, sizeof parent);
    ::_exit(9);
  }
  pid_t parent = 0;
  CHECK(::read(pipes[0], &parent, sizeof parent) == sizeof parent);
  stop_adopting();
  siginfo_t ended{};
  CHECK(::waitid(P_PID, static_cast<id_t>(command), &ended, WEXITED | WNOWAIT) == 0);
  reap_adopted(command);
  CHECK(::waitpid(command, &status, WNOHANG) == command);
  CHECK(WEXITSTATUS(status) == 8);
  for (int tries = 0; tries < 4000 && ::waitid(P_ALL, 0, &ended, WEXITED | WNOHANG | WNOWAIT) == 0;
       ++tries) {
    reap_adopted(0);
    ::usleep(1000);
  }
  CHECK(errno == ECHILD);
  CHECK(parent == ::getpid());
  for (const int end : pipes) ::close(end);
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

TEST_CASE("what has ended, is no process or is not to be read is of no family") {
  Processes processes;
  processes.add(100, 2);
  processes.add(101, 100, "", 'X');
  processes.add(102, 100, "", 'Z');
  processes.add(103, 101);
  processes.add(::getpid(), 100);                         // never this process
  processes.write("104/stat", "104 (name S 100 1");       // cut within its name
  processes.write("105/stat", "105 (name) S 100 1 1 0");  // cut before its start time
  processes.write("106x/stat", "106 (name) S 100 1 1 0 -1 0 0 0 0 0 0 0 0 0 20 0 1 0 5 0 0");
  processes.write("107/cmdline", "no stat");
  CHECK(processes.family(100) == std::vector<std::int64_t>{100, 103});
  CHECK(processes.family(999) == std::vector<std::int64_t>{});
}

TEST_CASE("another user's processes are left alone") {
  if (::geteuid() != 0) skip_case("only root can give files away");
  Processes processes;
  processes.add(100, 2);
  processes.add(101, 100);
  processes.give_away(101);
  CHECK(processes.family(100) == std::vector<std::int64_t>{100});
}

TEST_CASE("a family is killed to its last member") {
  // The child's own child outlives it.
  int pipes[2];
  REQUIRE(::pipe(pipes) == 0);
  const pid_t child = ::fork();
  if (child == 0) {
    const pid_t grandchild = ::fork();
    if (grandchild == 0) {
      for (;;) ::pause();
    }
    (void)!::write(pipes[1], &grandchild, sizeof grandchild);
    for (;;) ::pause();
  }
  pid_t grandchild = 0;
  REQUIRE(::read(pipes[0], &grandchild, sizeof grandchild) == sizeof grandchild);
  for (const int end : pipes) ::close(end);
  std::thread reaper([child] { ::waitpid(child, nullptr, 0); });
  kill_family(child, "");
  reaper.join();
  bool is_gone = false;
  for (int tries = 0; tries < 2000 && !is_gone; ++tries) {
    // Its new parent may not have reaped it yet.
    std::ifstream stat("/proc/" + std::to_string(grandchild) + "/stat");
    std::string text((std::istreambuf_iterator<char>(stat)), {});
    is_gone = text.empty() || text.find(") Z ") != std::string::npos;
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
  }
  CHECK(is_gone);
}
