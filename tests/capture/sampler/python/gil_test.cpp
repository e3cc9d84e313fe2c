// Who holds the GIL of a real Python, and who waits for it.
#include <cstdio>
#include <fstream>
#include <string>
#include <unistd.h>

#include <doctest/doctest.h>

#include "capture/sampler/python/remote_python_reader.h"
#include "tests/capture/sampler/python/python_program.h"
#include "tests/skip.h"

using namespace lanescope;

namespace {

/// The first argument of the system call that a thread is in; 0: in none.
std::uint64_t first_argument(pid_t pid, std::uint32_t tid) {
  std::ifstream file("/proc/" + std::to_string(pid) + "/task/" + std::to_string(tid) + "/syscall");
  std::string text;
  std::getline(file, text);
  unsigned long long argument = 0;
  long number = -1;
  return std::sscanf(text.c_str(), "%ld %llx", &number, &argument) == 2 ? argument : 0;
}

/// The program, with the GIL also in a build without it.
std::string with_gil(const std::string& program) {
  return R"(import os, sys
if not getattr(sys, "_is_gil_enabled", lambda: True)():
    os.environ["PYTHON_GIL"] = "1"
    os.execv(sys.executable, [sys.executable, *sys.argv])
)" + program;
}

bool is_in(const std::vector<PythonLook::Gil>& gils, std::uint64_t address) {
  for (const PythonLook::Gil& gil : gils) {
    if (address >= gil.begin && address < gil.end) return true;
  }
  return false;
}

}  // namespace

TEST_CASE("the thread that computes holds the GIL, and those that sleep do not") {
  for (const Interpreter& python : sampled_pythons()) {
    INFO(python.path);
    const TempFolder folder;
    PythonProgram program(python, folder.write("one.py", with_gil(R"(import threading, time
def sleeps():
    time.sleep(1000)
threading.Thread(target=sleeps, daemon=True).start()
print(threading.get_native_id(), flush=True)
while True: pass
)")));
    const auto spinning = static_cast<std::uint32_t>(std::stoul(program.read_line()));
    PythonSampler sampler = open_sampler(program.pid());
    int holds = 0;
    for (int sample = 0; sample < 200; ++sample) {
      REQUIRE(sampler.sample());
      REQUIRE(sampler.threads().size() == 2);
      for (const SampledPythonThread& thread : sampler.threads()) {
        if (thread.tid == spinning) holds += thread.holds_gil ? 1 : 0;
        if (thread.tid != spinning && sample > 20) CHECK_FALSE(thread.holds_gil);
      }
      usleep(500);
    }
    CHECK(holds >= 180);
  }
}

TEST_CASE("of two threads that compute one holds the GIL and the other waits in it") {
  for (const Interpreter& python : sampled_pythons()) {
    INFO(python.path);
    const TempFolder folder;
    PythonProgram program(python, folder.write("two.py", with_gil(R"(import threading
def spins():
    while True: pass
threading.Thread(target=spins, daemon=True).start()
print("ready", flush=True)
spins()
)")));
    REQUIRE(program.read_line() == "ready");
    open_sampler(program.pid());  // skips the case where that is not allowed
    std::string problem;
    const auto reader = make_remote_python_reader();
    const auto process = reader->open(program.pid(), problem);
    REQUIRE(process != nullptr);
    PythonLook look;
    int one_holds = 0, other_waits = 0;
    for (int sample = 0; sample < 5'000 && one_holds < 100; ++sample) {
      look.clear();
      REQUIRE(process->look(look));
      REQUIRE(look.threads.size() == 2);
      REQUIRE(look.gils.size() == 1);
      usleep(500);
      if (look.threads[0].holds_gil == look.threads[1].holds_gil) continue;  // being handed over
      ++one_holds;
      const PythonThread& other = look.threads[look.threads[0].holds_gil ? 1 : 0];
      other_waits += is_in(look.gils, first_argument(program.pid(), other.tid)) ? 1 : 0;
    }
    CHECK(one_holds == 100);
    // It may be handed over between the look and the question.
    CHECK(other_waits >= 20);
    // What a frame's number stands for.
    REQUIRE(look.threads[0].depth >= 1);
    const PythonCode* const code = process->code(look.frames[look.threads[0].first_frame].code);
    REQUIRE(code != nullptr);
    CHECK(code->name == "spins");
  }
}

TEST_CASE("without the GIL nobody holds it, and there is none to wait for") {
  bool is_any = false;
  for (const Interpreter& python : sampled_pythons()) {
    if (python.has_gil()) continue;
    is_any = true;
    INFO(python.path);
    const TempFolder folder;
    PythonProgram program(python, folder.write("both.py", R"(import threading
def spins():
    while True: pass
threading.Thread(target=spins, daemon=True).start()
print("ready", flush=True)
spins()
)"));
    REQUIRE(program.read_line() == "ready");
    PythonSampler sampler = open_sampler(program.pid());
    for (int sample = 0; sample < 200; ++sample) {
      REQUIRE(sampler.sample());
      REQUIRE(sampler.threads().size() == 2);
      for (const SampledPythonThread& thread : sampler.threads()) CHECK_FALSE(thread.holds_gil);
      CHECK(sampler.gils().empty());
      usleep(500);
    }
  }
  if (!is_any) skip_case("no Python without the GIL on this machine");
}
