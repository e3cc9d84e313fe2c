// Stacks of real Pythons that change as fast as they can while they are read.
#include <map>
#include <set>
#include <string>

#include <doctest/doctest.h>

#include "tests/capture/sampler/python/named_calls.h"
#include "tests/capture/sampler/python/python_program.h"
#include "tests/paths.h"

using namespace lanescope;

TEST_CASE("no stack is told that was not there, however fast they change") {
  for (const Interpreter& python : sampled_pythons()) {
    INFO(python.path);
    PythonProgram program(python, source_folder() + "/tests/probes/changing_stacks.py", {"2"});
    REQUIRE(program.read_line() == "ready");
    PythonSampler sampler = open_sampler(program.pid());
    std::map<std::uint32_t, std::string> known;
    std::set<std::string> innermost;
    for (int sample = 0; sample < 20'000; ++sample) {
      REQUIRE(sampler.sample());
      for (const SampledPythonThread& thread : sampler.threads()) {
        const auto names = names_of(sampler, thread, known);
        if (const std::string wrong = find_wrong(names); !wrong.empty()) FAIL_CHECK(wrong);
        if (!names.empty()) innermost.insert(names.front());
      }
      if (sample % 50 == 0) usleep(1'000);  // so that more different ones are seen
    }
    // Many functions were seen at work, and few stacks were torn.
    CHECK(innermost.size() >= 10);
    const PythonSampleCounts counts = sampler.counts();
    CHECK(counts.stacks >= 20'000);
    CHECK(counts.torn < counts.stacks / 2);
  }
}

TEST_CASE(
    "threads that begin and end while they are read do no harm, and those that stay are all "
    "there") {
  for (const Interpreter& python : sampled_pythons()) {
    INFO(python.path);
    const TempFolder folder;
    const std::string script = folder.write("threads.py", R"(import threading, time
def short():
    pass
def waits():
    time.sleep(1000)
print("ready", flush=True)
for _ in range(20):
    threads = [threading.Thread(target=short) for _ in range(50)]
    for thread in threads: thread.start()
    for thread in threads: thread.join()
for _ in range(1000): threading.Thread(target=waits, daemon=True).start()
print("all", flush=True)
time.sleep(1000)
)");
    PythonProgram program(python, script);
    REQUIRE(program.read_line() == "ready");
    PythonSampler sampler = open_sampler(program.pid());
    for (int sample = 0; sample < 300; ++sample) REQUIRE(sampler.sample());
    REQUIRE(program.read_line() == "all");
    std::set<std::uint32_t> waiting;
    for (int sample = 0; sample < 1'000 && waiting.size() < 1'000; ++sample) {
      REQUIRE(sampler.sample());
      waiting.clear();
      for (const SampledPythonThread& thread : sampler.threads()) {
        if (frames_in(sampler, thread, script) == "waits:5") waiting.insert(thread.tid);
      }
    }
    CHECK(waiting.size() == 1'000);
    CHECK(sampler.threads().size() == 1'001);
  }
}
