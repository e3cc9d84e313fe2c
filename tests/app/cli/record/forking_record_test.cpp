// A program of Python that does all at once what is hard to watch, recorded at the highest usual
// rate: it ends as it would alone, what was not seen of it is counted, and nobody else is read.
// Most of it is for builds with sanitizers, where a wrong step of the recorder ends the recording.
#include <algorithm>
#include <cstdint>
#include <map>
#include <set>
#include <span>
#include <sstream>
#include <string>
#include <string_view>

#include <doctest/doctest.h>

#include "capture/wire/records.h"
#include "core/base/text/message_text.h"
#include "core/readers/trace_loader.h"
#include "tests/app/cli/record/recorder_run.h"
#include "tests/capture/capture_chunks.h"
#include "tests/capture/pythons.h"
#include "tests/capture/sampler/child.h"
#include "tests/capture/sampler/decoded_samples.h"

using namespace lanescope;

namespace {

constexpr std::uint64_t kWorkers = 12, kOtherThreads = 5;  // that live as long as the program
constexpr std::uint64_t kShortThreads = 20;                // the most at once beside them

/// Writes how many of its children ended otherwise than they should, and the numbers of all.
constexpr std::string_view kProgram = R"py(import asyncio, os, subprocess, sys, threading, time

end = time.monotonic() + 3
processes, wrong = [os.getpid()], 0

def squares(count):
    for i in range(count):
        yield i * i

def deep(levels):
    return sum(squares(50)) if levels == 0 else deep(levels - 1)

def work(number):
    while time.monotonic() < end:
        deep(number % 30)
        time.sleep(0.002 + number * 0.0005)

async def wait_and_work(number):
    await asyncio.sleep(0.001 * (number % 7))
    return deep(5)

async def many():
    while time.monotonic() < end:
        await asyncio.gather(*(wait_and_work(number) for number in range(20)))

def switch_greenlets():
    try:
        import greenlet
    except ImportError:
        return work(3)
    def run():
        for _ in range(50):
            deep(10)
            greenlet.getcurrent().parent.switch()
    while time.monotonic() < end:
        all = [greenlet.greenlet(run) for _ in range(5)]
        for _ in range(50):
            for one in all:
                if not one.dead: one.switch()
        time.sleep(0.01)

def make_code():
    number = 0
    while time.monotonic() < end:
        number += 1
        names = {}
        text = "def f(n):\n    return n if n == 0 else f(n - 1)\n"
        exec(compile(text, "made_%d.py" % (number % 100), "exec"), names)
        names["f"](40)
        time.sleep(0.005)

def ended(pid, status, expected):
    global wrong
    processes.append(pid)
    wrong += status != expected

def fork(expected, child):
    pid = os.fork()
    if pid == 0:
        child()
        os._exit(99)
    ended(pid, os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1]), expected)

def thread_and_exit():
    thread = threading.Thread(target=deep, args=(20,))
    thread.start()
    thread.join()
    os._exit(5)

def have_children():
    while time.monotonic() < end:
        fork(5, thread_and_exit)
        fork(-9, lambda: os.kill(os.getpid(), 9))
        fork(6, lambda: os.execlp("sh", "sh", "-c", "exit 6"))
        for command in (["true"], [sys.executable, "-c", "sum(range(100000))"]):
            child = subprocess.Popen(command)
            ended(child.pid, child.wait(), 0)
        threads = [threading.Thread(target=deep, args=(3,)) for _ in range(20)]
        for thread in threads: thread.start()
        for thread in threads: thread.join()
        time.sleep(0.05)

threads = [threading.Thread(target=work, args=(number,)) for number in range(12)]
threads += [threading.Thread(target=target) for target in
            (lambda: asyncio.run(many()), switch_greenlets, make_code, have_children)]
for thread in threads: thread.start()
for thread in threads: thread.join()
with open("said", "w") as said:
    print("whole", wrong, *processes, file=said)
sys.exit(7)
)py";

/// What the program said of itself.
struct Said {
  explicit Said(const std::string& text) {
    std::istringstream in(text);
    in >> word >> wrong >> pid;
    processes.insert(pid);
    for (std::int64_t child = 0; in >> child;) processes.insert(child);
  }
  std::string word;
  int wrong = -1;
  std::int64_t pid = 0;
  std::set<std::int64_t> processes;
};

/// The program behind a name that may be a script which looks for it.
std::string program_of(const Interpreter& python) {
  const std::string said =
      run_command("'" + python.path + "' -c 'import sys; print(sys.executable)'").output;
  return said.substr(0, said.find('\n'));
}

/// By process.
std::map<std::int64_t, DecodedSamples> samples_in(const CaptureChunks& chunks) {
  std::map<std::int64_t, DecodedSamples> found;
  std::set<std::uint32_t> numbers;
  for (const ReadChunk& chunk : chunks.all) {
    if (!chunk.is(wire::ChunkKind::Process) || !numbers.insert(chunk.header.process).second)
      continue;
    const MessageText hello(chunk.payload);
    const std::string records = chunks.records(chunk.header.process, 0);
    found[hello.number("pid").value()].add(std::as_bytes(std::span(records)));
  }
  return found;
}

/// Those of one thread; 0: of all.
std::uint64_t taken(const DecodedSamples& samples, std::uint32_t tid, std::uint32_t flag = 0) {
  std::uint64_t count = 0;
  for (const DecodedSample& sample : samples.samples) {
    const bool counts = sample.state != wire::SampledState::Ended &&
                        (tid == 0 || sample.record.tid == tid) && (sample.flags & flag) == flag;
    count += counts ? sample.record.count : 0;
  }
  return count;
}

/// How often each thread was to be sampled, by the periods that the sampler said it had.
double planned_ticks(const DecodedSamples& samples) {
  double ticks = 0;
  for (std::size_t i = 1; i < samples.stats.size(); ++i) {
    const wire::SampleStatsRecord &from = samples.stats[i - 1], &to = samples.stats[i];
    ticks += static_cast<double>(to.time_ns - from.time_ns) / static_cast<double>(from.period_ns);
  }
  return ticks;
}

/// What the sampler counted is what it wrote, and together with what it missed all there was.
void check_counts(const DecodedSamples& samples, std::int64_t pid) {
  REQUIRE(samples.stats.size() >= 2);
  const wire::SampleStatsRecord& told = samples.stats.back();
  CHECK(taken(samples, 0) == told.samples);
  CHECK(taken(samples, 0, wire::kSampleTorn) == told.torn);
  const double ticks = planned_ticks(samples), missed = static_cast<double>(told.missed);
  CAPTURE(ticks);
  CAPTURE(missed);
  CHECK(ticks > 10);  // the sampler keeps to a share of the CPUs
  const auto of_main = static_cast<double>(taken(samples, static_cast<std::uint32_t>(pid)));
  CHECK(of_main + missed > 0.5 * ticks);
  CHECK(of_main + missed < 1.5 * ticks);
  const auto of_all = static_cast<double>(told.samples);
  CHECK(of_all + missed * kWorkers > 0.5 * ticks * kWorkers);
  CHECK(of_all < 1.5 * ticks * (kWorkers + kOtherThreads + kShortThreads));
}

/// Whether the load report tells of `kind`, which it must if there is any.
void check_told(const Snapshot& trace, std::string_view kind, bool any) {
  CAPTURE(kind);
  const bool told =
      std::ranges::find(trace.report.issues, kind, &LoadIssue::kind) != trace.report.issues.end();
  CHECK(told == any);
}

}  // namespace

TEST_CASE("a program of threads, forks and coroutines ends as it would without being sampled") {
  for (const Interpreter& python : pythons()) {
    CAPTURE(python.version);
    const std::string program = program_of(python);
    const Child stranger({program, "-c", "import time; time.sleep(1000)"});
    RecorderRun recording({program, "-W", "ignore", "hard.py"});
    recording.folder.write("hard.py", kProgram);
    recording.options.sample_hz = 1000;
    const int code = recording.run();
    CAPTURE(recording.errors());
    CHECK(code == 7);
    const Said said(text_of_file(recording.folder.path() + "/said"));
    CHECK(said.word == "whole");
    CHECK(said.wrong == 0);
    CHECK(said.processes.size() > 5);

    const auto loaded = load_trace(recording.options.output);
    REQUIRE(loaded.ok());
    const Snapshot& trace = *loaded.value().snapshot;
    CHECK(trace.report.complete);
    CHECK(trace.report.listed == 0);
    const CaptureChunks chunks = take_apart(content_of_file(recording.options.output));
    CHECK(chunks.rest == 0);
    const auto samples = samples_in(chunks);
    REQUIRE(samples.contains(said.pid));
    check_counts(samples.at(said.pid), said.pid);
    std::uint64_t torn = 0, missed = 0;
    for (const auto& [pid, of] : samples) {
      CAPTURE(pid);
      CHECK(said.processes.contains(pid));
      CHECK(pid != stranger.pid());
      torn += taken(of, 0, wire::kSampleTorn);
      if (!of.stats.empty()) missed = std::max(missed, of.stats.back().missed);
    }
    check_told(trace, "torn_samples", torn > 0);
    check_told(trace, "missed_samples", missed > 0);
  }
}
