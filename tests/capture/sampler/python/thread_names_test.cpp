// Names that real programs of Python give their threads.
#include <chrono>
#include <map>
#include <set>
#include <sstream>
#include <string>
#include <tuple>
#include <utility>

#include <doctest/doctest.h>

#include "tests/capture/sampler/python/python_program.h"

using namespace lanescope;

namespace {

constexpr char kNamed[] = R"(import os, sys, threading, time, _thread
for number in range(300):
    setattr(threading, "more_%d" % number, number)
class Worker(threading.Thread):
    def __init__(self, **more):
        for number in range(40):
            setattr(self, "many_%d" % number, number)
        super().__init__(daemon=True, **more)
    def run(self):
        report("worker")
class Slotted(threading.Thread):
    __slots__ = ("tokens",)
    def run(self):
        report("slotted")
def tell(key):
    os.write(1, b"%s %d\n" % (key.encode(), threading.get_native_id()))
def report(key):
    tell(key)
    time.sleep(1000)
def looked_at():
    vars(threading.current_thread())
    report("looked_at")
def foreign():
    threading.current_thread()
    report("foreign")
def unlisted():
    tell("unlisted")
    time.sleep(1000)
def start(target, name=None):
    threading.Thread(target=target, name=name, daemon=True).start()
start(lambda: report("loader"), "loader")
start(lambda: report("wide"), "naïve-名-😀")
start(lambda: report("long"), "x" * 1000)
start(lambda: report("lines"), "two\nlines")
start(lambda: report("empty"), "")
start(looked_at, "looked at")
Worker(name="worker with attributes").start()
Slotted(name="slotted", daemon=True).start()
_thread.start_new_thread(foreign, ())
_thread.start_new_thread(unlisted, ())
def target():
    report("unnamed")
start(target)
tell("main")
sys.stdin.readline()
for thread in threading.enumerate():
    if thread.name == "loader":
        thread.name = "second loader"
print("renamed", flush=True)
while True:
    time.sleep(0.001)
)";

constexpr std::size_t kThreads = 12;

std::map<std::string, std::uint32_t> read_threads(PythonProgram& program) {
  std::map<std::string, std::uint32_t> threads;
  while (threads.size() < kThreads) {
    std::istringstream line(program.read_line());
    std::string key;
    std::uint32_t tid = 0;
    line >> key >> tid;
    REQUIRE(tid != 0);
    threads[key] = tid;
  }
  return threads;
}

std::string name_of(const PythonSampler& sampler, std::uint32_t tid) {
  const SampledPythonThread* const thread = find_thread(sampler, tid);
  REQUIRE(thread != nullptr);
  return std::string(thread->name);
}

/// Samples until a thread has the name, for what takes much less than this.
bool is_named_soon(PythonSampler& sampler, std::uint32_t tid, const std::string& name) {
  const auto end = std::chrono::steady_clock::now() + std::chrono::seconds(30);
  while (std::chrono::steady_clock::now() < end) {
    REQUIRE(sampler.sample());
    if (name_of(sampler, tid) == name) return true;
    usleep(2'000);
  }
  return false;
}

/// The names that threads were seen with, by their numbers.
using SeenNames = std::set<std::pair<std::uint32_t, std::string>>;

std::pair<std::uint32_t, std::string> read_thread(PythonProgram& program) {
  std::istringstream line(program.read_line());
  std::pair<std::uint32_t, std::string> thread;
  line >> thread.first >> thread.second;
  REQUIRE(!thread.second.empty());
  return thread;
}

/// The first name that a thread is seen with; empty if there is none for a long time.
std::string first_name(PythonSampler& sampler, std::uint32_t tid) {
  const auto end = std::chrono::steady_clock::now() + std::chrono::seconds(30);
  while (std::chrono::steady_clock::now() < end) {
    REQUIRE(sampler.sample());
    const SampledPythonThread* const thread = find_thread(sampler, tid);
    if (thread != nullptr && !thread->name.empty()) return std::string(thread->name);
    usleep(2'000);
  }
  return {};
}

void note_names(PythonSampler& sampler, SeenNames& seen) {
  REQUIRE(sampler.sample());
  for (const SampledPythonThread& thread : sampler.threads()) {
    if (!thread.name.empty()) seen.emplace(thread.tid, thread.name);
  }
}

}  // namespace

TEST_CASE("threads have the names that their program gave them, and no others") {
  for (const Interpreter& python : sampled_pythons()) {
    INFO(python.path);
    const TempFolder folder;
    PythonProgram program(python, folder.write("named.py", kNamed));
    auto threads = read_threads(program);
    PythonSampler sampler = open_sampler(program.pid());
    CHECK(is_named_soon(sampler, threads["loader"], "loader"));
    CHECK(is_named_soon(sampler, threads["wide"], "naïve-名-😀"));
    CHECK(is_named_soon(sampler, threads["long"], std::string(128, 'x')));
    CHECK(is_named_soon(sampler, threads["looked_at"], "looked at"));
    CHECK(is_named_soon(sampler, threads["worker"], "worker with attributes"));
    CHECK(is_named_soon(sampler, threads["slotted"], "slotted"));
    INFO(name_of(sampler, threads["unnamed"]));
    CHECK(name_of(sampler, threads["unnamed"]).starts_with("Thread-"));
    CHECK(name_of(sampler, threads["unnamed"]).ends_with(" (target)"));
    for (const char* const none : {"main", "foreign", "unlisted", "lines"})
      CHECK(name_of(sampler, threads[none]).empty());
    program.answer();
    CHECK(program.read_line() == "renamed");
    CHECK(is_named_soon(sampler, threads["loader"], "second loader"));
  }
}

TEST_CASE("no thread ever has the name of one that was there before") {
  // Each lives until the test has looked at it, however slow the machine is.
  constexpr char kOneByOne[] = R"(import os, sys, threading
def run():
    os.write(1, b"%d %s\n" % (threading.get_native_id(), threading.current_thread().name.encode()))
    sys.stdin.readline()
number = 0
while True:
    number += 1
    thread = threading.Thread(target=run, name="t%d" % number)
    thread.start()
    thread.join()
)";
  constexpr int kOneByOneThreads = 100, kLooksMeanwhile = 20;
  for (const Interpreter& python : sampled_pythons()) {
    INFO(python.path);
    const TempFolder folder;
    PythonProgram program(python, folder.write("one_by_one.py", kOneByOne));
    auto [tid, name] = read_thread(program);
    PythonSampler sampler = open_sampler(program.pid());
    SeenNames seen;
    std::map<std::uint32_t, std::string> told{{tid, name}};
    for (int thread = 0; thread < kOneByOneThreads; ++thread) {
      REQUIRE(first_name(sampler, tid) == name);
      program.answer();
      // While it ends and the next one begins, where its memory may be that of the one before.
      for (int look = 0; look < kLooksMeanwhile; ++look) note_names(sampler, seen);
      std::tie(tid, name) = read_thread(program);
      told[tid] = name;
    }
    for (const auto& [number, seen_name] : seen) {
      if (told.contains(number)) CHECK(told[number] == seen_name);
    }
  }
}
