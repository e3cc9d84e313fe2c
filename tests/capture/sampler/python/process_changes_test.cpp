// Processes that end, fork, run another program, or have no Python at all.
#include <chrono>
#include <csignal>
#include <cstdlib>
#include <thread>
#include <unistd.h>

#include <doctest/doctest.h>
#include <sys/wait.h>

#include "capture/sampler/python/remote_python_reader.h"
#include "tests/capture/sampler/python/python_program.h"

using namespace lanescope;

namespace {

/// Whether a thread of the process comes into the function in time. Looks for Python anew when it
/// is gone.
bool comes_into(pid_t pid, const std::string& script, const std::string& frame) {
  PythonSampler sampler = open_sampler(pid);
  for (int sample = 0; sample < 5'000; ++sample) {
    if (!sampler.sample()) sampler = open_sampler(pid);
    for (const SampledPythonThread& thread : sampler.threads()) {
      if (frames_in(sampler, thread, script).ends_with(frame)) return true;
    }
    std::this_thread::sleep_for(std::chrono::milliseconds(2));
  }
  return false;
}

}  // namespace

TEST_CASE("a process that ends while it is sampled is gone") {
  for (const Interpreter& python : sampled_pythons()) {
    INFO(python.path);
    const TempFolder folder;
    PythonProgram program(python, folder.write("spin.py", R"(
print("ready", flush=True)
while True: pass
)"));
    REQUIRE(program.read_line() == "ready");
    PythonSampler sampler = open_sampler(program.pid());
    const pid_t pid = program.pid();
    for (int sample = 0; sample < 100; ++sample) REQUIRE(sampler.sample());
    program.kill();
    CHECK_FALSE(sampler.sample());
    CHECK(sampler.threads().empty());
    const auto again = PythonSampler::open(pid);
    REQUIRE_FALSE(again.ok());
    CHECK(again.error().kind == Error::Kind::NotFound);
  }
}

TEST_CASE("a forked child is a process with stacks of its own") {
  for (const Interpreter& python : sampled_pythons()) {
    INFO(python.path);
    const TempFolder folder;
    const std::string script = folder.write("forks.py", R"(import ctypes, os, signal, time
def in_child():
    ctypes.CDLL(None).prctl(1, signal.SIGKILL, 0, 0, 0)
    time.sleep(1000)
def in_parent(pid):
    print(pid, flush=True)
    time.sleep(1000)
pid = os.fork()
in_parent(pid) if pid else in_child()
)");
    PythonProgram program(python, script);
    const pid_t child = std::atoi(program.read_line().c_str());
    REQUIRE(child > 0);
    CHECK(comes_into(child, script, "in_child:4"));
    CHECK(comes_into(program.pid(), script, "in_parent:7"));
    PythonSampler sampler = open_sampler(child);
    REQUIRE(sampler.sample());
    REQUIRE(sampler.threads().size() == 1);
    CHECK(sampler.threads()[0].tid == static_cast<std::uint32_t>(child));
  }
}

TEST_CASE("after an exec the stacks are those of the new program") {
  for (const Interpreter& python : sampled_pythons()) {
    INFO(python.path);
    const TempFolder folder;
    const std::string after = folder.write("after.py", R"(import time
def after_exec():
    time.sleep(1000)
after_exec()
)");
    const std::string before = folder.write("before.py", R"(import os, sys
def before_exec():
    sys.stdin.readline()
    os.execv(sys.executable, [sys.executable, sys.argv[1]])
before_exec()
)");
    PythonProgram program(python, before, {after});
    CHECK(comes_into(program.pid(), before, "before_exec:3"));
    program.answer();
    CHECK(comes_into(program.pid(), after, "after_exec:3"));
  }
}

TEST_CASE(
    "a process without Python, and none at all, are told apart from one that may not be read") {
  const pid_t child = fork();
  if (child == 0) {
    execl("/bin/sleep", "sleep", "1000", nullptr);
    _exit(127);
  }
  const auto sampler = PythonSampler::open(child);
  REQUIRE_FALSE(sampler.ok());
  CHECK(sampler.error().kind == Error::Kind::NotFound);
  std::string problem;
  CHECK(make_remote_python_reader()->open(child, problem) == nullptr);
  CHECK(problem.empty());
  kill(child, SIGKILL);
  waitpid(child, nullptr, 0);
  const auto gone = PythonSampler::open(child);
  REQUIRE_FALSE(gone.ok());
  CHECK(gone.error().kind == Error::Kind::NotFound);
}
