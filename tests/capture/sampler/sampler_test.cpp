#include "capture/sampler/sampler.h"

#include <algorithm>
#include <array>
#include <atomic>
#include <csignal>
#include <map>
#include <set>
#include <string>
#include <unistd.h>
#include <vector>

#include <doctest/doctest.h>
#include <linux/futex.h>
#include <sys/syscall.h>

#include "capture/sampler/system/proc_folder.h"
#include "capture/wire/sample_flags.h"
#include "core/base/text/message_text.h"
#include "tests/capture/pythons.h"
#include "tests/capture/sampler/child.h"
#include "tests/capture/sampler/kept_samples.h"
#include "tests/capture/sampler/made_python.h"
#include "tests/core/base/temp_folder.h"
#include "tests/skip.h"

using namespace lanescope;
using wire::SampledState;

namespace {

std::unique_ptr<HostSampler> start(KeptSamples& kept, std::int64_t command, int rate_hz = 500,
                                   std::unique_ptr<PythonReader> python = nullptr) {
  SamplerOptions options;
  options.command = command;
  options.rate_hz = rate_hz;
  options.python = std::move(python);
  auto started = HostSampler::start(std::move(options), kept);
  REQUIRE(started.ok());
  return std::move(started).value();
}

void spin() {
  std::atomic<std::uint64_t> turns{0};
  for (;;) turns.fetch_add(1, std::memory_order_relaxed);
}

bool is_any(const DecodedSample&) {
  return true;
}

}  // namespace

TEST_CASE("a shell, what it starts and its end are seen from outside") {
  KeptSamples kept;
  Child child({"sh", "-c", "sleep 0.3; sleep 1000 & exec sleep 1000"});
  const auto sampler = start(kept, child.pid());
  // The first sleep has come and gone when the second starts, but may be told to have gone later.
  REQUIRE(comes_true([&] {
    const auto processes = kept.processes();
    return processes.size() == 3 &&
           std::any_of(processes.begin(), processes.end(),
                       [](const auto& process) { return process.second.left; });
  }));
  CHECK(comes_true([&] {
    return MessageText(kept.processes()[child.pid()].hellos.back()).value("argv") == "sleep 1000";
  }));
  std::int64_t ended = 0, running = 0;
  for (const auto& [pid, process] : kept.processes()) {
    if (pid == child.pid()) continue;
    (process.left ? ended : running) = pid;
    CHECK(MessageText(process.hellos.back()).number("ppid") == child.pid());
    CHECK(MessageText(process.hellos.back()).value("why") == "sampled");
    CHECK(MessageText(process.hellos.back()).number("pid") == pid);
  }
  REQUIRE(ended != 0);
  REQUIRE(running != 0);
  CHECK(kept.soon_has(child.pid(), 20, [](const DecodedSample& sample) {
    return sample.state == SampledState::Waiting && sample.wait == "clock_nanosleep";
  }));
  // The shell's thread is that of the program now.
  const auto names = kept.decoded(child.pid()).names;
  const auto name = names.find(static_cast<std::uint32_t>(child.pid()));
  REQUIRE(name != names.end());
  CHECK(name->second == "sleep");
  const auto last = kept.decoded(ended).samples.back();
  CHECK(last.state == SampledState::Ended);
  CHECK(last.record.tid == static_cast<std::uint32_t>(ended));
  const pid_t shell = child.pid();
  child.kill();
  CHECK(comes_true([&] { return kept.has_left(shell); }));
  ::kill(static_cast<pid_t>(running), SIGKILL);
  CHECK(comes_true([&] { return kept.has_left(running); }));
  CHECK(kept.problems().empty());
}

TEST_CASE("a program that becomes another user's is left at once, without an exec") {
  if (::geteuid() != 0) skip_case("only root can become another user");
  const Pipe pipe;
  Child child([&] {
    char told = 0;
    if (::read(pipe.ends[0], &told, 1) == 1 && ::setresuid(-1, 65534, -1) == 0) spin();
  });
  KeptSamples kept;
  const auto sampler = start(kept, child.pid());
  REQUIRE(kept.soon_has(child.pid(), 10, is_any));
  REQUIRE(::write(pipe.ends[1], "x", 1) == 1);
  REQUIRE(comes_true([&] { return kept.has_left(child.pid()); }));
  CHECK(::kill(child.pid(), 0) == 0);
  REQUIRE(comes_true([&] { return !kept.problems().empty(); }));
  CHECK(kept.problems().front().ends_with(") is no longer sampled: it now runs as another user."));
  const auto records = kept.processes()[child.pid()].records.size();
  std::this_thread::sleep_for(std::chrono::milliseconds(50));
  CHECK(kept.processes()[child.pid()].records.size() == records);
  // A tick of 2 ms may have seen it compute; none later.
  CHECK(kept.count(child.pid(), [](const DecodedSample& sample) {
    return sample.state == SampledState::Running;
  }) <= 2);
}

TEST_CASE("equal samples in a row are one record, of a tenth of a second at most") {
  KeptSamples kept;
  const Child child([] {
    for (;;) ::pause();
  });
  const auto sampler = start(kept, child.pid());
  REQUIRE(kept.soon_has(child.pid(), 400, is_any));
  sampler->stop();
  const DecodedSamples decoded = kept.decoded(child.pid());
  std::int64_t before_ns = 0;
  std::size_t runs = 0;
  for (const DecodedSample& sample : decoded.samples) {
    // A sanitizer may have a thread of its own in the child.
    if (sample.record.tid != static_cast<std::uint32_t>(child.pid())) continue;
    ++runs;
    CHECK(sample.record.first_ns > before_ns);
    CHECK(sample.record.last_ns - sample.record.first_ns < 100'000'000);
    before_ns = sample.record.last_ns;
  }
  // Runs are cut by age, and by ticks that found the child before its pause.
  const auto seconds =
      static_cast<double>(before_ns - decoded.samples.front().record.first_ns) / 1e9;
  CHECK(static_cast<double>(runs) < seconds * 10 + 10);
  REQUIRE(!decoded.stats.empty());
  CHECK(decoded.stats.back().period_ns >= 2'000'000);
  CHECK(decoded.stats.back().samples >= 400);
  CHECK(decoded.stats.back().torn == 0);
  CHECK(decoded.stats.back().spent_ns > 0);
  CHECK(!decoded.clocks.empty());
}

TEST_CASE("the period is told before the first sample") {
  KeptSamples kept;
  const Child child([] {
    for (;;) ::pause();
  });
  const auto sampler = start(kept, child.pid(), 20);
  REQUIRE(kept.soon_has(child.pid(), 3, is_any));
  const DecodedSamples decoded = kept.decoded(child.pid());
  REQUIRE(!decoded.stats.empty());
  CHECK(decoded.stats.front().period_ns == 50'000'000);
  CHECK(decoded.stats.front().samples == 0);
  CHECK(decoded.stats.front().time_ns <= decoded.samples.front().record.first_ns);
}

TEST_CASE("stacks of Python become records, each thread with its own") {
  KeptSamples kept;
  MadePython made;
  const Child child([] { spin(); });
  const auto tid = static_cast<std::uint32_t>(child.pid());
  made.show(child.pid(), {{tid, {{3, 34}, {1, 2}}, true}});
  const auto sampler = start(kept, child.pid(), 500, made.reader());
  REQUIRE(kept.soon_has(child.pid(), 20, [](const DecodedSample& sample) {
    return sample.state == SampledState::Running && sample.flags == wire::kSampleHoldsGil &&
           sample.frames == std::vector<std::string>{"f3@made.py:30+34", "f1@made.py:10+2"};
  }));
  made.show(child.pid(), {{tid, {{3, 40}, {1, 2}}, false}});
  CHECK(kept.soon_has(child.pid(), 20, [](const DecodedSample& sample) {
    return sample.flags == 0 &&
           sample.frames == std::vector<std::string>{"f3@made.py:30+40", "f1@made.py:10+2"};
  }));
  made.show(child.pid(), {{tid, {}, false, true}});
  CHECK(kept.soon_has(child.pid(), 20, [](const DecodedSample& sample) {
    return sample.flags == wire::kSampleTorn && sample.frames.empty();
  }));
  made.vanish();
  CHECK(kept.soon_has(child.pid(), 20, [](const DecodedSample& sample) {
    return sample.flags == 0 && sample.frames.empty();
  }));
  sampler->stop();
  const auto stats = kept.decoded(child.pid()).stats.back();
  CHECK(stats.torn == kept.count(child.pid(), [](const DecodedSample& sample) {
    return (sample.flags & wire::kSampleTorn) != 0;
  }));
  CHECK(stats.samples == kept.count(child.pid(), is_any));
}

TEST_CASE("who waits before Python is found is told what for all the same") {
  KeptSamples kept;
  MadePython made;
  const Child child([] {
    int word = 0;
    ::syscall(SYS_futex, &word, FUTEX_WAIT, 0, nullptr, nullptr, 0);
  });
  const auto sampler = start(kept, child.pid(), 500, made.reader());
  REQUIRE(kept.soon_has(child.pid(), 10,
                        [](const DecodedSample& sample) { return sample.wait == "futex"; }));
  MadePython::Thread consumer{static_cast<std::uint32_t>(child.pid()), {{3, 34}}};
  consumer.in_queue = true;
  made.show(child.pid(), {consumer});
  CHECK(kept.soon_has(child.pid(), 10, [](const DecodedSample& sample) {
    return !sample.frames.empty() && sample.wait == wire::kQueueWait;
  }));
}

TEST_CASE("a Python that cannot be read is told once, and its states are sampled all the same") {
  class Unreadable : public PythonReader {
   public:
    explicit Unreadable(std::atomic<int>& opened) : opened_(&opened) {}
    std::unique_ptr<PythonProcess> open(std::int64_t, std::string& problem) override {
      ++*opened_;
      problem = "Python 3.9 is not supported.";
      return nullptr;
    }

   private:
    std::atomic<int>* opened_;
  };
  KeptSamples kept;
  std::atomic<int> opened{0};
  const Child child([] { spin(); });
  const auto sampler = start(kept, child.pid(), 500, std::make_unique<Unreadable>(opened));
  CHECK(comes_true([&] { return opened >= 3; }));
  CHECK(kept.soon_has(child.pid(), 20, [](const DecodedSample& sample) {
    return sample.state == SampledState::Running && sample.frames.empty();
  }));
  REQUIRE(kept.problems().size() == 1);
  CHECK(kept.problems().front() == "The Python stacks of process " + std::to_string(child.pid()) +
                                       " are not sampled: Python 3.9 is not supported.");
}

TEST_CASE("stacks are not read again while no thread of the process runs") {
  KeptSamples kept;
  MadePython made;
  const Child child([] {
    for (;;) ::pause();
  });
  made.show(child.pid(), {{static_cast<std::uint32_t>(child.pid()), {{3, 34}}, false}});
  const auto sampler = start(kept, child.pid(), 500, made.reader());
  const auto is_seen = [](const DecodedSample& sample) { return !sample.frames.empty(); };
  REQUIRE(kept.soon_has(child.pid(), 50, is_seen));
  const int looks = made.looks();
  REQUIRE(kept.soon_has(child.pid(), 300, is_seen));
  // The system may not count how often threads run; and new threads of this machine are looked for.
  const auto folder = ProcFolder::open(child.pid());
  std::array<char, 64> room;
  const bool counts =
      folder && folder->read("schedstat", room).ok() && folder->read("syscall", room).ok();
  if (counts) CHECK(made.looks() - looks < 50);
}

TEST_CASE("threads of a real program are told apart, with their names") {
  TempFolder folder;
  const std::string script = folder.write("threads.py", R"(
import os, threading, time
reading, writing = os.pipe()
threading.Thread(target=os.read, args=(reading, 1), daemon=True).start()
threading.Thread(target=time.sleep, args=(1000,), daemon=True).start()
while True:
    pass
)");
  KeptSamples kept;
  const Child child({pythons().front().path, script});
  const auto sampler = start(kept, child.pid());
  const auto has = [&](SampledState state, std::string_view wait) {
    return kept.soon_has(child.pid(), 20, [&](const DecodedSample& sample) {
      return sample.state == state && sample.wait.starts_with(wait);
    });
  };
  CHECK(has(SampledState::Running, ""));
  CHECK(has(SampledState::Waiting, "read pipe"));
  std::set<std::uint32_t> threads;
  CHECK(comes_true([&] {
    for (const DecodedSample& sample : kept.decoded(child.pid()).samples)
      threads.insert(sample.record.tid);
    return threads.size() == 3;
  }));
  const DecodedSamples decoded = kept.decoded(child.pid());
  for (const std::uint32_t thread : threads) CHECK(decoded.names.contains(thread));
  CHECK(decoded.counters.contains("Resident memory (bytes)"));
}

TEST_CASE("no samples are lost or invented while threads come and go by the thousand") {
  TempFolder folder;
  const std::string script = folder.write("many.py", R"(
import threading, time
for i in range(2000):
    thread = threading.Thread(target=time.sleep, args=(0.0005,))
    thread.start()
    if i % 8 == 0:
        thread.join()
)");
  KeptSamples kept;
  Child child({pythons().front().path, script});
  const pid_t pid = child.pid();
  const auto sampler = start(kept, pid, 1000);
  child.wait();
  REQUIRE(comes_true([&] { return kept.has_left(pid); }));
  std::map<std::uint32_t, std::int64_t> ended;
  for (const DecodedSample& sample : kept.decoded(pid).samples) {
    // Nothing of a thread after its end, unless its number was given to another one.
    const auto end = ended.find(sample.record.tid);
    if (end != ended.end()) CHECK(sample.record.first_ns >= end->second);
    if (sample.state == SampledState::Ended) ended[sample.record.tid] = sample.record.last_ns;
  }
  CHECK(ended.contains(static_cast<std::uint32_t>(pid)));
  CHECK(kept.decoded(pid).stats.back().samples > 0);
}

TEST_CASE("a rate is held within its limits") {
  KeptSamples kept;
  for (const int rate : {0, -5, 2001}) {
    SamplerOptions options;
    options.rate_hz = rate;
    const auto started = HostSampler::start(std::move(options), kept);
    REQUIRE(!started.ok());
    CHECK(started.error().message ==
          "the sampling rate must be 1 to 2000 Hz, not " + std::to_string(rate));
  }
}

TEST_CASE("stopping does not wait for the next sample") {
  KeptSamples kept;
  const Child child([] { ::pause(); });
  const auto sampler = start(kept, child.pid(), 1);
  REQUIRE(comes_true([&] { return kept.hellos(child.pid()) == 1; }));
  const auto before = std::chrono::steady_clock::now();
  sampler->stop();
  CHECK(std::chrono::steady_clock::now() - before < std::chrono::milliseconds(500));
}
