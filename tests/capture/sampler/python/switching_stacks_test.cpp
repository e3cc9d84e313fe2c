// Programs whose stacks are switched by native code, or whose code objects come and go: greenlets,
// Cython, modules that are loaded again. With LANESCOPE_TEST_SAMPLES, so many samples of each.
#include <algorithm>
#include <chrono>
#include <cstdlib>
#include <map>
#include <set>
#include <string>

#include <doctest/doctest.h>

#include "tests/capture/sampler/python/named_calls.h"
#include "tests/skip.h"

using namespace lanescope;

namespace {

/// Defines `ended`; the rest of the script defines run(), which a thread executes until then.
constexpr const char* kBegin = R"py(import sys, threading
ended = False
)py";
constexpr const char* kEnd = R"py(
thread = threading.Thread(target=run)
thread.start()
print("ready", flush=True)
sys.stdin.readline()
ended = True
thread.join()
print("fine", flush=True)
)py";

constexpr const char* kGreenlets = R"py(
import greenlet
def first():
    for n in range(20): down_of_first_or_down(n)
def down_of_first_or_down(n):
    if n > 0: down_of_first_or_down(n - 1)
    else: leaf_of_down()
def leaf_of_down():
    greenlet.getcurrent().parent.switch()
def second():
    for n in range(10): across_of_second(n)
def across_of_second(n):
    back_of_across(n)
    for _ in made_of_across(n): pass
def back_of_across(n):
    greenlet.getcurrent().parent.switch()
def made_of_across(n):
    for i in range(n):
        greenlet.getcurrent().parent.switch()
        yield i
def run():
    while not ended:
        greenlets = [greenlet.greenlet(one) for one in (first, second, first, second)]
        while greenlets:
            for one in greenlets: one.switch()
            greenlets = [one for one in greenlets if not one.dead]
)py";

constexpr const char* kCython = R"py(
import os, pyximport
with open(os.path.join(sys.path[0], "native_calls.pyx"), "w") as file:
    file.write("""
cdef object deep(callback, int n):
    if n == 0: return callback(n)
    return deep(callback, n - 1)
def call(callback, int n):
    return deep(callback, n)
def each(callback, int n):
    for i in range(n): yield callback(i)
""")
pyximport.install(build_dir=os.path.join(sys.path[0], "built"), language_level=3)
import native_calls
def run():
    while not ended: calls_of_run()
def calls_of_run():
    native_calls.call(answer_of_calls, 20)
    for _ in native_calls.each(answer_of_calls, 20): pass
    try: native_calls.call(fails_of_calls, 5)
    except ValueError: pass
def answer_of_calls(n):
    return sum_of_answer(n)
def sum_of_answer(n):
    return sum(range(n))
def fails_of_calls(n):
    raise ValueError(n)
)py";

/// The functions of each load have names of their own.
constexpr const char* kReloaded = R"py(
import importlib, os
path = os.path.join(sys.path[0], "changing.py")
sys.dont_write_bytecode = True
def write(number):
    with open(path, "w") as file:
        file.write("""
def begin(): return outer%d_of_begin(8)
def outer%d_of_begin(n): return inner_of_outer%d_or_inner(n)
def inner_of_outer%d_or_inner(n): return n if n == 0 else inner_of_outer%d_or_inner(n - 1)
""" % ((number,) * 5))
write(0)
import changing
def run():
    number = 0
    while not ended:
        number += 1
        write(number)
        importlib.reload(changing)
        for _ in range(2000): changing.begin()
)py";

int wanted_samples() {
  constexpr int kUsual = 10'000;
  const char* const told = std::getenv("LANESCOPE_TEST_SAMPLES");
  return told == nullptr ? kUsual : std::max(1, std::atoi(told));
}

/// Samples the program, which must end well afterwards. `own`: functions that must have been seen.
void check_samples(const Interpreter& python, const char* program_text,
                   const std::set<std::string>& own) {
  INFO(python.path);
  const TempFolder folder;
  const std::string script = folder.write("program.py", std::string(kBegin) + program_text + kEnd);
  PythonProgram program(python, script);
  REQUIRE(program.read_line() == "ready");
  PythonSampler sampler = open_sampler(program.pid());
  std::set<std::string> seen;
  const int wanted = wanted_samples();
  // On a busy machine the program may hardly run meanwhile.
  const auto latest = std::chrono::steady_clock::now() + std::chrono::seconds(60);
  const auto is_done = [&](int sample) {
    return sample >= wanted &&
           (std::ranges::includes(seen, own) || std::chrono::steady_clock::now() > latest);
  };
  for (int sample = 0; !is_done(sample); ++sample) {
    REQUIRE(sampler.sample());
    for (const SampledPythonThread& thread : sampler.threads()) {
      std::map<std::uint32_t, std::string> known;  // numbers are given again
      const auto names = names_of(sampler, thread, known);
      if (const std::string wrong = find_wrong(names); !wrong.empty()) FAIL_CHECK(wrong);
      for (const std::string& name : names) seen.emplace(own_name(name));
    }
    if (sample % 50 == 0) usleep(1'000);  // so that more different ones are seen
  }
  CHECK(std::ranges::includes(seen, own));
  const PythonSampleCounts counts = sampler.counts();
  CHECK(counts.stacks >= static_cast<std::uint64_t>(wanted));
  CHECK(counts.torn < counts.stacks / 2);
  MESSAGE(python.version << ": " << counts.torn << " of " << counts.stacks << " torn");
  program.answer();
  CHECK(program.read_line() == "fine");
}

/// Those of LANESCOPE_TEST_PACKAGES, separated by colons, or of this machine that have a package.
std::vector<Interpreter> pythons_with(const std::string& package) {
  std::vector<Interpreter> found;
  std::vector<Interpreter> candidates = pythons();
  const char* const named = std::getenv("LANESCOPE_TEST_PACKAGES");
  std::string paths = named == nullptr ? "" : named;
  while (!paths.empty()) {
    const std::size_t end = std::min(paths.find(':'), paths.size());
    candidates.push_back({paths.substr(0, end), "named"});
    paths.erase(0, end + 1);
  }
  for (const Interpreter& python : candidates) {
    if (run_command(python.path + " -c 'import " + package + "' 2>&1").code == 0)
      found.push_back(python);
  }
  if (found.empty()) skip_case("no Python here has " + package);
  return found;
}

}  // namespace

TEST_CASE("stacks of greenlets are each one greenlet's, and the program ends well") {
  for (const Interpreter& python : pythons_with("greenlet"))
    check_samples(python, kGreenlets, {"first", "second", "down", "leaf", "across", "made"});
}

TEST_CASE("Python that Cython calls is below what called Cython") {
  for (const Interpreter& python : pythons_with("Cython"))
    check_samples(python, kCython, {"calls", "answer", "sum"});
}

TEST_CASE("code of a module that is loaded again is never taken for that of before") {
  for (const Interpreter& python : pythons()) check_samples(python, kReloaded, {"begin", "inner"});
}
