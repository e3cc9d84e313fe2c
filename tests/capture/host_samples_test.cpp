// A recording whose threads are sampled from outside: real programs of Python, shells and targets.
#include <algorithm>
#include <chrono>
#include <csignal>
#include <filesystem>
#include <map>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <thread>
#include <vector>

#include <doctest/doctest.h>
#include <sys/wait.h>

#include "tests/capture/captured_run.h"
#include "tests/capture/pythons.h"
#include "tests/capture/sampler/child.h"
#include "tests/capture/sampler/decoded_samples.h"
#include "tests/skip.h"

using namespace lanescope;
using wire::ChunkKind;

namespace {

constexpr std::string_view kProgram = R"py(
import os, subprocess, sys, threading, time

def rest():
    time.sleep(1000)

def load():
    time.sleep(1000)

threading.Thread(target=load, daemon=True).start()
if os.fork() == 0:
    rest()
child = subprocess.Popen([sys.executable, "-c", "import time; time.sleep(1000)"])
rest()
)py";

/// A recording of a command that the agent is not in.
struct Sampled : Captured {
  explicit Sampled(std::vector<std::string> command) : Captured({}) {
    options.command = std::move(command);
    options.sample_hz = 200;
    options.own_group = true;
  }
  /// A script of Python.
  explicit Sampled(std::string_view script, const std::string& interpreter = python())
      : Sampled(std::vector{interpreter, std::string()}) {
    options.command.back() = folder.write("script.py", script);
  }
  ~Sampled() {
    if (session) session->end_program(CaptureSession::EndProgram::Kill);
  }
  Sampled(const Sampled&) = delete;
  Sampled& operator=(const Sampled&) = delete;

  /// The program itself: what a script in its place starts, as pyenv has it, would be recorded.
  static const std::string& python() {
    static const std::string path = [] {
      const std::string& first = pythons().front().path;
      const std::string told =
          run_command(first + " -c 'import sys; print(sys.executable)'").output;
      const std::string real = told.substr(0, told.find('\n'));
      return std::filesystem::exists(real) ? real : first;
    }();
    return path;
  }
  bool until_samples(std::uint64_t count) const {
    return wait_until([&](const CaptureState& state) { return state.samples.samples >= count; });
  }
  CaptureState stop() const {
    session->stop();
    REQUIRE(session->wait_finished(kPatienceMs));
    return session->state();
  }
};

/// The samples of each process in the file, by PID.
std::map<std::int64_t, DecodedSamples> samples_in(const CaptureChunks& chunks) {
  std::map<std::int64_t, DecodedSamples> found;
  std::set<std::uint32_t> numbers;
  for (const ReadChunk& chunk : chunks.all) {
    if (!chunk.is(ChunkKind::Process)) continue;
    const MessageText hello(chunk.payload);
    if (hello.value("why") != "sampled" || !numbers.insert(chunk.header.process).second) continue;
    const std::string records = chunks.records(chunk.header.process, 0);
    found[hello.number("pid").value()].add(std::as_bytes(std::span(records)));
  }
  return found;
}

bool is_in(const DecodedSample& sample, std::string_view function) {
  return std::ranges::any_of(sample.frames, [&](const std::string& frame) {
    return frame.starts_with(std::string(function) + "@");
  });
}

std::uint64_t count_in(const DecodedSamples& samples, std::string_view function) {
  std::uint64_t counted = 0;
  for (const DecodedSample& sample : samples.samples)
    counted += is_in(sample, function) ? sample.record.count : 0;
  return counted;
}

}  // namespace

TEST_CASE("a program of Python is recorded with its threads, its children and their stacks") {
  Sampled run(kProgram);
  run.start();
  REQUIRE(run.wait_until([](const CaptureState& state) {
    return state.samples.processes == 3 && state.samples.samples >= 600;
  }));
  CHECK(run.session->state().phase == CapturePhase::Recording);
  const CaptureState state = run.stop();
  CHECK(state.has_file);
  CHECK(state.processes.empty());
  for (const CaptureProblem& problem : problems_of(state)) FAIL_CHECK(problem.text);
  CHECK(state.samples.is_on);
  CHECK(state.samples.any_stacks);
  CHECK(state.samples.all_processes == 3);
  CHECK(state.samples.lost == 0);

  const CaptureChunks chunks = run.file();
  CHECK(chunks.rest == 0);
  CHECK(text_of(chunks, ChunkKind::Session).number("sample_hz") == 200);
  const auto samples = samples_in(chunks);
  REQUIRE(samples.size() == 3);
  const DecodedSamples& command = samples.at(state.command->pid);
  CHECK(count_in(command, "rest") > 20);
  CHECK(count_in(command, "load") > 20);
  std::set<std::uint32_t> threads;
  for (const DecodedSample& sample : command.samples) threads.insert(sample.record.tid);
  CHECK(threads.size() == 2);
  std::uint64_t resting = 0, counted = 0;
  for (const auto& [pid, of] : samples) {
    resting += count_in(of, "rest") > 0 ? 1 : 0;
    for (const DecodedSample& sample : of.samples)
      counted += sample.state == wire::SampledState::Ended ? 0 : sample.record.count;
  }
  CHECK(resting == 2);  // the command and its copy
  CHECK(counted == state.samples.samples);
}

TEST_CASE("a recording with a time limit spans that time, from its first sample to its last") {
  constexpr std::int64_t kWanted = 300'000'000, kExact = 25'000'000;
  std::int64_t best = INT64_MAX;  // a machine that is busy may delay any one of them
  for (int round = 0; round < 5 && best > kExact; ++round) {
    Sampled run("import time\nwhile True: time.sleep(0.001)\n");
    run.options.duration_ns = kWanted;
    const CaptureState state = run.run_to_its_end();
    REQUIRE(state.has_file);
    std::int64_t first = INT64_MAX, last = 0;
    const auto samples = samples_in(run.file());
    for (const DecodedSample& sample : samples.at(state.command->pid).samples) {
      first = std::min(first, sample.record.first_ns);
      last = std::max(last, sample.record.last_ns);
    }
    best = std::min(best, std::abs(last - first - kWanted));
  }
  CHECK(best <= kExact);
}

TEST_CASE("a daemon that has cleared its environment is recorded where orphans are adopted") {
  constexpr std::string_view kDaemon = R"py(
import os, sys, time

started = sys.argv[0] + ".started"
if os.fork() == 0:
    os.setsid()
    if os.fork() == 0:
        with open(started + ".new", "w") as file: file.write(str(os.getpid()))
        os.rename(started + ".new", started)
        os.execve(sys.executable, [sys.executable, "-c", "import time\ndef serve(): time.sleep(1000)\nserve()"], {})
    os._exit(0)
os.wait()
time.sleep(1000)
)py";
  for (const bool adopts : {false, true}) {
    // Those of earlier cases have been killed.
    REQUIRE(comes_true([] { return ::waitpid(-1, nullptr, WNOHANG) < 0; }));
    Sampled run(kDaemon);
    run.options.adopts_orphans = adopts;
    run.options.paused = true;  // until no process leads to the daemon any more
    run.start();
    const std::string started = run.options.command.back() + ".started";
    REQUIRE(run.wait_until([&](const CaptureState&) { return std::filesystem::exists(started); }));
    const KilledAtEnd daemon{std::stoi(content_of_file(started))};
    std::this_thread::sleep_for(std::chrono::milliseconds(300));
    run.session->resume();
    REQUIRE(run.until_samples(100));
    if (adopts)
      REQUIRE(run.wait_until([](const CaptureState& state) { return state.samples.any_stacks; }));
    const std::vector<std::int64_t> running = run.session->running_processes();
    const CaptureState state = run.stop();
    CHECK(state.samples.all_processes == (adopts ? 2 : 1));
    CHECK(running.size() == (adopts ? 2 : 1));
    std::uint64_t serves = 0;
    for (const auto& [pid, samples] : samples_in(run.file())) serves += count_in(samples, "serve");
    CHECK((serves > 0) == adopts);
  }
}

TEST_CASE("what a program does until its end is recorded, and how it ended") {
  Sampled run("import time\n\ndef brief():\n    time.sleep(0.5)\n\nbrief()\nraise SystemExit(3)\n");
  const CaptureState state = run.run_to_its_end();
  CHECK(state.command->exit_code == 3);
  const CaptureChunks chunks = run.file();
  CHECK(text_of(chunks, ChunkKind::End).value("why") == "ended");
  CHECK(count_in(samples_in(chunks).at(state.command->pid), "brief") > 20);
  for (const std::string& text : chunks.texts(ChunkKind::Left)) {
    const MessageText left(text);
    CHECK(left.number("pid") == state.command->pid);
    CHECK(left.value("reason") == "exit");
    CHECK(left.number("code") == 3);
  }
}

TEST_CASE("a program that runs no Python is recorded with what it waits for, and all it starts") {
  Sampled run(std::vector<std::string>{"sh", "-c", "sleep 1; exit 4"});
  const CaptureState state = run.run_to_its_end();
  CHECK(state.command->exit_code == 4);
  CHECK(state.has_events);
  REQUIRE(state.has_file);
  CHECK_FALSE(state.samples.any_stacks);
  CHECK(state.samples.all_processes == 2);
  CHECK(state.samples.unrecorded_processes == 0);
  const auto samples = samples_in(run.file());
  REQUIRE(samples.size() == 2);
  for (const auto& [pid, of] : samples) {
    const std::string_view waits = pid == state.command->pid ? "wait4" : "clock_nanosleep";
    CHECK(std::ranges::any_of(of.samples,
                              [&](const DecodedSample& one) { return one.wait == waits; }));
  }
}

TEST_CASE("a program that ends within a few samples leaves no file") {
  Sampled run(std::vector<std::string>{"sh", "-c", "exit 4"});
  run.options.sample_hz = 1;
  const CaptureState state = run.run_to_its_end();
  CHECK(state.command->exit_code == 4);
  CHECK_FALSE(state.has_events);
  CHECK_FALSE(state.has_file);
  CHECK(state.samples.is_on);
  CHECK(state.samples.samples == 0);
  CHECK_FALSE(std::filesystem::exists(run.options.file));
}

TEST_CASE("a target that joins has its place beside what is sampled of it") {
  Captured run({"hello", "write=10", "untilstop"});
  run.options.sample_hz = 500;
  run.start();
  REQUIRE(run.wait_until([](const CaptureState& state) { return state.samples.samples >= 20; }));
  run.session->stop();
  REQUIRE(run.session->wait_finished(kPatienceMs));
  const CaptureState state = run.session->state();
  REQUIRE(state.processes.size() == 1);
  CHECK(state.records == 12);  // without samples
  const CaptureChunks chunks = run.file();
  CHECK(has_marks(chunks, state.processes[0].index, 0, 10));
  const auto samples = samples_in(chunks);
  REQUIRE(samples.contains(state.processes[0].pid));
  // No number is that of two processes.
  std::map<std::uint32_t, std::set<std::string>> kinds;
  for (const ReadChunk& chunk : chunks.all) {
    if (chunk.is(ChunkKind::Process))
      kinds[chunk.header.process].insert(MessageText(chunk.payload).value("why"));
  }
  CHECK(kinds.size() >= 2);
  for (const auto& [number, kind] : kinds) CHECK(kind.size() == 1);
}

TEST_CASE("a paused recording takes no samples, and goes on with them") {
  Sampled run(kProgram);
  run.start();
  REQUIRE(run.until_samples(100));
  run.session->pause();
  REQUIRE(run.wait_until(
      [](const CaptureState& state) { return state.phase == CapturePhase::Paused; }));
  // What had been taken by then still comes.
  std::uint64_t before = 0, now = run.session->state().samples.samples;
  for (int i = 0; i < 100 && before != now; ++i) {
    before = now;
    std::this_thread::sleep_for(std::chrono::milliseconds(300));
    now = run.session->state().samples.samples;
  }
  CHECK(before == now);
  run.session->resume();
  CHECK(run.until_samples(now + 100));
  CHECK(run.stop().samples.lost == 0);
}

TEST_CASE("a recording that begins paused has no samples until it goes on") {
  Sampled run(kProgram);
  run.options.paused = true;
  run.start();
  std::this_thread::sleep_for(std::chrono::milliseconds(300));
  CHECK(run.session->state().samples.processes == 0);
  run.session->resume();
  CHECK(run.until_samples(100));
}

TEST_CASE("only the last samples are kept, with the texts and stacks that they need") {
  Sampled run(kProgram);
  run.options.sample_hz = 1000;
  run.options.keep_last_bytes = 64 << 10;
  run.start();
  REQUIRE(run.wait_until([](const CaptureState& state) { return state.file_old_records > 100; }));
  const CaptureState state = run.stop();
  const CaptureChunks chunks = run.file();
  CHECK(chunks.rest == 0);
  CHECK(count_in(samples_in(chunks).at(state.command->pid), "rest") > 0);
}

TEST_CASE("the end of a program at any moment leaves a file that is whole, or none") {
  const std::string script =
      "import os, threading, time\n"
      "threading.Thread(target=time.sleep, args=(9,), daemon=True).start()\n"
      "time.sleep(float(os.environ['END']))\nos.kill(os.getpid(), 9)\n";
  int files = 0;
  for (int i = 0; i < 12; ++i) {
    Sampled run(script);
    run.options.environment = {{"END", std::to_string(0.01 * i)}};
    const CaptureState state = run.run_to_its_end();
    CHECK(state.command->signal == 9);
    REQUIRE(state.has_file == std::filesystem::exists(run.options.file));
    if (!state.has_file) continue;
    ++files;
    const CaptureChunks chunks = run.file();
    CHECK(chunks.rest == 0);
    CHECK(text_of(chunks, ChunkKind::End).value("why") == "ended");
    CHECK(samples_in(chunks).contains(state.command->pid));
  }
  CHECK(files > 0);
}

TEST_CASE("a Python that cannot be read is told once, and the others are recorded") {
  const std::string old = run_command("ls -d ~/.pyenv/versions/3.[7-9].*/bin/python3").output;
  const std::string first = old.substr(0, old.find('\n'));
  if (!std::filesystem::exists(first)) skip_case("there is no Python before 3.10");
  const std::string sleeps = " -c 'import time; time.sleep(1)'";
  Sampled run(std::vector<std::string>{
      "sh", "-c", first + sleeps + " & " + first + sleeps + " & " + Sampled::python() + sleeps});
  const CaptureState state = run.run_to_its_end();
  CHECK(state.has_file);
  // Of the first by its number, of the others by how many they are.
  const auto problems = problems_of(state);
  REQUIRE(problems.size() == 2);
  CHECK(problems[0].text.starts_with("The Python stacks of process "));
  CHECK(problems[0].text.ends_with("only Python 3.10 to 3.14 is supported"));
  CHECK(problems[1].text.starts_with("The Python stacks of 1 more process "));
}

TEST_CASE("of a Python that cannot be read, one sentence tells so and its threads are recorded") {
  // Those before 3.7 keep their state elsewhere, too.
  for (const char* version : {"3.[7-9].*", "2.7.*"}) {
    CAPTURE(version);
    const std::string all =
        run_command("ls -d ~/.pyenv/versions/" + std::string(version) + "/bin/python").output;
    const std::string old = all.substr(0, all.find('\n'));
    if (!std::filesystem::exists(old)) skip_case("there is no Python " + std::string(version));
    Sampled run(std::vector<std::string>{old, "-c", "import time; time.sleep(3)"});
    const CaptureState state = run.run_to_its_end();
    REQUIRE(state.has_file);
    const auto problems = problems_of(state);
    REQUIRE(problems.size() == 1);
    CHECK(problems[0].text == "The Python stacks of process " + std::to_string(state.command->pid) +
                                  " are not sampled: only Python 3.10 to 3.14 is supported");
    const DecodedSamples samples = samples_in(run.file()).at(state.command->pid);
    CHECK(std::ranges::any_of(samples.samples, [](const DecodedSample& sample) {
      return sample.wait == "clock_nanosleep" || sample.wait.starts_with("select") ||
             sample.wait.starts_with("pselect6");
    }));
  }
}
