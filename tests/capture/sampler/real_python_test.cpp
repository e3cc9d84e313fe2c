// Real programs of Python, sampled as a recording does it.
#include <algorithm>
#include <csignal>
#include <functional>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <doctest/doctest.h>

#include "capture/sampler/python/remote_python_reader.h"
#include "capture/sampler/sampler.h"
#include "capture/wire/sample_flags.h"
#include "tests/capture/pythons.h"
#include "tests/capture/sampler/child.h"
#include "tests/capture/sampler/kept_samples.h"
#include "tests/core/base/temp_folder.h"
#include "tests/skip.h"

using namespace lanescope;
using wire::SampledState;

namespace {

constexpr std::string_view kThreads = R"(
import os, threading, time

def compute():
    while True:
        sum(range(1000))

def receive(end):
    os.read(end, 1)

def rest():
    time.sleep(1000)

reading, writing = os.pipe()
for target, arguments in ((compute, ()), (compute, ()), (receive, (reading,))):
    threading.Thread(target=target, args=arguments, daemon=True).start()
rest()
)";

constexpr std::string_view kQueues = R"(
import queue, threading, time

own, other = queue.SimpleQueue(), queue.SimpleQueue()
lock = threading.Lock()
lock.acquire()

class Consumer:
    def __init__(self):
        self.items = own
        self.seen = []

    def take(self):
        self.seen.append(self.items.get())

def take_in_time():
    other.get(timeout=1000)

def enter(items):
    items.put(1)
    repr((1, items.get()))
    with lock:
        pass

def acquire(items):
    lock.acquire()

for target, arguments in ((Consumer().take, ()), (take_in_time, ()),
                          (enter, (queue.SimpleQueue(),)), (acquire, (queue.SimpleQueue(),))):
    threading.Thread(target=target, args=arguments, daemon=True).start()
while True:
    time.sleep(0.01)
)";

constexpr std::string_view kWorkers = R"(
import multiprocessing, time

def load():
    time.sleep(1000)

if __name__ == "__main__":
    multiprocessing.set_start_method("%METHOD%")
    workers = [multiprocessing.Process(target=load) for _ in range(2)]
    for worker in workers:
        worker.start()
    workers[0].join()
)";

/// A script that runs and is sampled.
struct Sampled {
  /// `command`: ends with the interpreter.
  Sampled(std::string_view script, std::vector<std::string> command)
      : child(with(std::move(command), folder.write("script.py", script))) {
    SamplerOptions options;
    options.command = child.pid();
    options.rate_hz = 500;
    options.python = make_remote_python_reader();
    auto started = HostSampler::start(std::move(options), kept);
    REQUIRE(started.ok());
    sampler = std::move(started).value();
  }
  /// Its workers would go on without it, and with the output that they have of this process.
  ~Sampled() {
    for (const auto& [pid, process] : kept.processes()) {
      if (!process.left) ::kill(static_cast<pid_t>(pid), SIGKILL);
    }
  }
  static std::vector<std::string> with(std::vector<std::string> command, std::string script) {
    command.push_back(std::move(script));
    return command;
  }
  Sampled(const Sampled&) = delete;
  Sampled& operator=(const Sampled&) = delete;

  TempFolder folder;
  KeptSamples kept;
  Child child;
  std::unique_ptr<HostSampler> sampler;
};

/// Whether the sample is of a thread that is in `function`, whatever that calls.
bool is_in(const DecodedSample& sample, std::string_view function) {
  return std::ranges::any_of(sample.frames, [&](const std::string& frame) {
    return frame.starts_with(function) && frame.substr(function.size()).starts_with("@");
  });
}

}  // namespace

TEST_CASE("each thread of a real Python is seen where it is, in what it waits and with the GIL") {
  for (const Interpreter& interpreter : sampled_pythons()) {
    CAPTURE(interpreter.version);
    Sampled sampled(kThreads, {interpreter.path});
    const auto soon = [&](std::string_view function, const auto& so) {
      return sampled.kept.soon_has(sampled.child.pid(), 20, [&](const DecodedSample& sample) {
        return is_in(sample, function) && so(sample);
      });
    };
    CHECK(soon("rest", [](const DecodedSample& sample) {
      return sample.state == SampledState::Waiting && sample.flags == 0 &&
             (sample.wait == "clock_nanosleep" || sample.wait.starts_with("pselect6") ||
              sample.wait.starts_with("select"));
    }));
    CHECK(soon("receive", [](const DecodedSample& sample) {
      return sample.state == SampledState::Waiting && sample.flags == 0 &&
             sample.wait == "read pipe";
    }));
    const std::uint32_t while_it_runs = interpreter.has_gil() ? wire::kSampleHoldsGil : 0;
    CHECK(soon("compute", [while_it_runs](const DecodedSample& sample) {
      return sample.state == SampledState::Running && sample.flags == while_it_runs;
    }));
    const auto waits_for_gil = [](const DecodedSample& sample) {
      return sample.state == SampledState::Waiting && sample.wait == "futex" &&
             sample.flags == wire::kSampleWaitsForGil;
    };
    if (interpreter.has_gil()) {
      CHECK(soon("compute", waits_for_gil));
    } else {
      CHECK(sampled.kept.count(sampled.child.pid(), waits_for_gil) == 0);
    }
    CHECK(sampled.kept.problems().empty());
  }
}

TEST_CASE("who waits for a queue in C is told from who waits for a lock") {
  for (const Interpreter& interpreter : sampled_pythons()) {
    CAPTURE(interpreter.version);
    Sampled sampled(kQueues, {interpreter.path});
    const auto waits = [&](std::string_view function, std::string_view wait) {
      return sampled.kept.soon_has(sampled.child.pid(), 20, [&](const DecodedSample& sample) {
        return is_in(sample, function) && sample.wait == wait;
      });
    };
    const bool is_qualified = interpreter.version != "3.10";
    CHECK(waits(is_qualified ? "Consumer.take" : "take", wire::kQueueWait));
    CHECK(waits("take_in_time", wire::kQueueWait));
    for (const char* const function : {"enter", "acquire"}) {
      CAPTURE(function);
      CHECK(waits(function, "futex"));
      CHECK(sampled.kept.count(sampled.child.pid(), [&](const DecodedSample& sample) {
        return is_in(sample, function) && sample.wait == wire::kQueueWait;
      }) == 0);
    }
  }
}

TEST_CASE("workers of every start method are processes of the run, each with its stack") {
  for (const std::string method : {"fork", "spawn", "forkserver"}) {
    CAPTURE(method);
    std::string script(kWorkers);
    script.replace(script.find("%METHOD%"), std::string_view("%METHOD%").size(), method);
    Sampled sampled(script, {pythons().front().path});
    CHECK(comes_true([&] {
      int loading = 0;
      for (const auto& [pid, process] : sampled.kept.processes()) {
        const auto is_loading = [](const DecodedSample& sample) { return is_in(sample, "load"); };
        loading += sampled.kept.count(pid, is_loading) > 0 ? 1 : 0;
      }
      return loading == 2;
    }));
  }
}

TEST_CASE("threads of a Python in a container have their stacks, by the numbers outside of it") {
  if (run_command("unshare -pf --mount-proc true").code != 0)
    skip_case("this user may not make PID namespaces");
  for (const Interpreter& interpreter : sampled_pythons()) {
    CAPTURE(interpreter.version);
    Sampled sampled(kThreads, {"unshare", "-pf", "--mount-proc", interpreter.path});
    CHECK(comes_true([&] {
      bool is_main_resting = false;
      std::set<std::uint32_t> computing;
      for (const auto& [pid, process] : sampled.kept.processes()) {
        for (const DecodedSample& sample : sampled.kept.decoded(pid).samples) {
          if (is_in(sample, "compute")) computing.insert(sample.record.tid);
          is_main_resting = is_main_resting || (is_in(sample, "rest") && sample.record.tid == pid);
        }
      }
      return is_main_resting && computing.size() == 2;
    }));
    CHECK(sampled.kept.problems().empty());
  }
}
