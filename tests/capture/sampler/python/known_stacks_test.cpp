// Stacks of real Pythons that stand still, so that they are known to the line.
#include <map>
#include <sstream>

#include <doctest/doctest.h>

#include "tests/capture/sampler/python/python_program.h"

using namespace lanescope;

namespace {

constexpr char kStandingStill[] = R"(import asyncio, sys, threading, time
def leaf():
    time.sleep(1000)
def key(x):
    time.sleep(1000)
def sorter():
    sorted([3, 2, 1], key=key)
def items():
    yield 1
    time.sleep(1000)
def looper():
    for x in items():
        pass
def lister():
    list(items())
async def inner():
    time.sleep(1000)
async def outer():
    await inner()
def awaiter():
    asyncio.run(outer())
class Thing:
    def __init__(self, deep):
        if deep: leaf()
    @property
    def size(self):
        return Thing(True)
def property_reader():
    Thing(False).size
def recursion(depth):
    if depth == 0:
        time.sleep(1000)
    recursion(depth - 1)
def deep_recursion():
    recursion(600)
def told(function):
    print(function.__name__, threading.get_native_id(), flush=True)
    function()
for function in leaf, sorter, looper, lister, awaiter, property_reader, deep_recursion:
    threading.Thread(target=told, args=(function,), daemon=True).start()
    time.sleep(0.05)
print("main", threading.get_native_id(), flush=True)
recursion(30)
)";

constexpr std::size_t kThreads = 8;

/// The ids of its threads, by what they do.
std::map<std::string, std::uint32_t> read_threads(PythonProgram& program) {
  std::map<std::string, std::uint32_t> threads;
  while (threads.size() < kThreads) {
    std::istringstream line(program.read_line());
    std::string name;
    std::uint32_t tid = 0;
    line >> name >> tid;
    REQUIRE(tid != 0);
    threads[name] = tid;
  }
  return threads;
}

/// Samples until all threads stand where they stay; the last of them may not be there yet.
void sample_until_still(PythonSampler& sampler) {
  int still = 0;
  for (int sample = 0; sample < 5'000 && still < 50; ++sample) {
    REQUIRE(sampler.sample());
    bool is_still = sampler.threads().size() == kThreads;
    for (const SampledPythonThread& thread : sampler.threads()) {
      is_still = is_still && thread.is_unchanged && !thread.frames.empty();
    }
    still = is_still ? still + 1 : 0;
    usleep(1'000);
  }
  CHECK(still == 50);
}

std::string repeated(const std::string& text, int times) {
  std::string all;
  for (int time = 0; time < times; ++time) all += text;
  return all;
}

}  // namespace

TEST_CASE("the stack of each thread of a program is the one that it stands in") {
  for (const Interpreter& python : sampled_pythons()) {
    INFO(python.path);
    const TempFolder folder;
    const std::string script = folder.write("still.py", kStandingStill);
    PythonProgram program(python, script);
    auto threads = read_threads(program);
    PythonSampler sampler = open_sampler(program.pid());
    sample_until_still(sampler);
    const auto stack = [&](const std::string& name) {
      const SampledPythonThread* const thread = find_thread(sampler, threads[name]);
      REQUIRE(thread != nullptr);
      CHECK_FALSE(thread->is_torn);
      CHECK(thread->is_cut == (name == "deep_recursion"));
      return frames_in(sampler, *thread, script);
    };
    CHECK(stack("leaf") == "told:38 leaf:3");
    CHECK(stack("sorter") == "told:38 sorter:7 key:5");
    CHECK(stack("looper") == "told:38 looper:12 items:10");
    CHECK(stack("lister") == "told:38 lister:15 items:10");
    CHECK(stack("awaiter") == "told:38 awaiter:21 outer:19 inner:17");
    CHECK(stack("property_reader") == "told:38 property_reader:29 size:27 __init__:24 leaf:3");
    CHECK(stack("main") == "<module>:43" + repeated(" recursion:33", 30) + " recursion:32");
    // 600 calls deep: the innermost 512 are there.
    CHECK(stack("deep_recursion") ==
          "recursion:33" + repeated(" recursion:33", 510) + " recursion:32");
    CHECK(sampler.counts().lists == 0);
  }
}

TEST_CASE("a code object is told with its file, its first line and its class") {
  for (const Interpreter& python : sampled_pythons()) {
    INFO(python.path);
    const TempFolder folder;
    const std::string script = folder.write("naïve-名.py", R"(import time
class Model:
    def forward(self, x):
        """A method."""
        print("ready", flush=True)
        time.sleep(1000)
Model().forward(1)
)");
    PythonProgram program(python, script);
    CHECK(program.read_line() == "ready");
    PythonSampler sampler = open_sampler(program.pid());
    REQUIRE(sampler.sample());
    REQUIRE(sampler.threads().size() == 1);
    const SampledPythonThread& thread = sampler.threads()[0];
    REQUIRE(thread.frames.size() == 2);
    const PythonCode* const code = sampler.code(thread.frames[0].code);
    REQUIRE(code != nullptr);
    CHECK(code->name == (python.version == "3.10" ? "forward" : "Model.forward"));
    CHECK(code->file == script);
    CHECK(code->first_line == 3);
    CHECK_FALSE(code->table_cut);
    CHECK(sampler.code(thread.frames[1].code)->name == "<module>");
    CHECK(sampler.code(0) == nullptr);
    CHECK(sampler.code(1'000'000) == nullptr);
  }
}
