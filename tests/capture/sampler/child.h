// A process for one test to watch. It is killed with all that it started, and waited for, when the
// test ends: what is left would hold the output of the tests open, and whoever runs them would wait
// for it.
#pragma once

#include <chrono>
#include <csignal>
#include <functional>
#include <string>
#include <thread>
#include <unistd.h>
#include <utility>
#include <vector>

#include <doctest/doctest.h>
#include <sys/prctl.h>
#include <sys/wait.h>

namespace lanescope {

/// A process that this one did not start, killed as the test ends.
struct KilledAtEnd {
  ~KilledAtEnd() { ::kill(pid, SIGKILL); }
  pid_t pid;
};

class Child {
 public:
  /// A copy of this process that runs `body` and ends.
  explicit Child(const std::function<void()>& body) : pid_(::fork()) {
    if (pid_ != 0) return;
    ::prctl(PR_SET_PDEATHSIG, SIGKILL);
    ::setpgid(0, 0);
    body();
    ::_exit(0);
  }
  /// A command, found in PATH.
  explicit Child(std::vector<std::string> words) : Child([&words] { execute(words); }) {}
  ~Child() { kill(); }
  Child(const Child&) = delete;
  Child& operator=(const Child&) = delete;

  [[nodiscard]] pid_t pid() const { return pid_; }
  void kill() {
    if (pid_ <= 0) return;
    ::kill(-pid_, SIGKILL);
    ::kill(pid_, SIGKILL);  // who may not have a group of its own yet
    wait();
  }
  void wait() {
    ::waitpid(pid_, nullptr, 0);
    pid_ = 0;
  }

  static void execute(std::vector<std::string>& words) {
    std::vector<char*> arguments;
    for (std::string& word : words) arguments.push_back(word.data());
    arguments.push_back(nullptr);
    ::execvp(arguments[0], arguments.data());
  }

 private:
  pid_t pid_;
};

/// Waits until `so` holds, for what takes well under a second on any machine.
template <typename Condition>
bool comes_true(Condition&& so) {
  for (int tries = 0; tries < 4000; ++tries) {
    if (so()) return true;
    std::this_thread::sleep_for(std::chrono::milliseconds(5));
  }
  return false;
}

/// Both ends of a pipe.
struct Pipe {
  Pipe() { REQUIRE(::pipe(ends) == 0); }
  ~Pipe() {
    for (const int end : ends) ::close(end);
  }
  Pipe(const Pipe&) = delete;
  Pipe& operator=(const Pipe&) = delete;
  int ends[2] = {-1, -1};
};

}  // namespace lanescope
