// A process that runs already is sampled: it is a child of this test, which the recorder is not
// told.
#include <algorithm>
#include <chrono>
#include <csignal>
#include <filesystem>
#include <span>
#include <string>
#include <string_view>
#include <thread>
#include <vector>

#include <doctest/doctest.h>

#include "capture/host/attach/kineto_daemon.h"
#include "capture/host/runner/attached_process.h"
#include "capture/host/runner/side_samples.h"
#include "tests/capture/captured_run.h"
#include "tests/capture/pythons.h"
#include "tests/capture/sampler/child.h"
#include "tests/capture/sampler/decoded_samples.h"
#include "tests/skip.h"

using namespace lanescope;
using wire::ChunkKind;

namespace {

/// A session that samples the child.
struct Attached : Captured {
  explicit Attached(pid_t pid) : Captured({}) {
    if (const auto process = AttachedProcess::open(pid); !process.ok())
      skip_case(process.error().message);
    options.attach_pid = pid;
    options.sample_hz = 200;
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

/// The samples of a process in the file.
DecodedSamples samples_of(std::int64_t pid, const CaptureChunks& chunks) {
  DecodedSamples decoded;
  for (const ReadChunk& chunk : chunks.all) {
    if (!chunk.is(ChunkKind::Process) || MessageText(chunk.payload).number("pid") != pid) continue;
    const std::string records = chunks.records(chunk.header.process, 0);
    decoded.add(std::as_bytes(std::span(records)));
    break;
  }
  return decoded;
}

bool runs(pid_t pid) {
  return ::waitpid(pid, nullptr, WNOHANG) == 0;
}

}  // namespace

TEST_CASE("a running Python program is sampled with its children, and runs on") {
  const TempFolder folder;
  // The copy ends with the program, which this test kills.
  const std::string script = folder.write("running.py",
                                          "import os, time\n"
                                          "program = os.getpid()\n"
                                          "def rest():\n"
                                          "    while program in (os.getpid(), os.getppid()):\n"
                                          "        time.sleep(0.05)\n"
                                          "os.fork()\n"
                                          "rest()\n");
  const Child child({pythons().front().path, script});
  Attached run(child.pid());
  run.options.command = {"python", "running.py"};
  run.start();
  REQUIRE(run.wait_until([](const CaptureState& state) {
    return state.samples.any_stacks && state.samples.processes == 2 && state.samples.samples >= 200;
  }));
  CHECK(run.session->state().phase == CapturePhase::Recording);
  // None of these may reach it.
  run.session->signal_command(SIGKILL);
  run.session->end_program(CaptureSession::EndProgram::Kill);
  CHECK(run.session->running_processes().empty());
  const CaptureState state = run.stop();
  CHECK(runs(child.pid()));
  CHECK_FALSE(state.command);
  for (const CaptureProblem& problem : problems_of(state)) FAIL_CHECK(problem.text);
  CHECK(state.has_file);
  CHECK(state.samples.all_processes >= 2);

  const CaptureChunks chunks = run.file();
  const MessageText session = text_of(chunks, ChunkKind::Session);
  CHECK(session.number("attached") == child.pid());
  CHECK(session.value("command") == "python running.py");
  CHECK(text_of(chunks, ChunkKind::End).value("why") == "stopped");
  const DecodedSamples samples = samples_of(child.pid(), chunks);
  CHECK(std::ranges::any_of(samples.samples, [](const DecodedSample& sample) {
    return std::ranges::any_of(sample.frames,
                               [](const std::string& frame) { return frame.starts_with("rest@"); });
  }));
}

TEST_CASE("a program without Python is recorded too, until its end") {
  Child child({"sleep", "0.7"});
  Attached run(child.pid());
  const CaptureState state = run.run_to_its_end();
  CHECK(state.has_file);
  CHECK_FALSE(state.samples.any_stacks);
  CHECK(state.samples.samples > 10);
  const CaptureChunks chunks = run.file();
  CHECK(text_of(chunks, ChunkKind::End).value("why") == "ended");
  CHECK(std::ranges::any_of(samples_of(child.pid(), chunks).samples,
                            [](const auto& sample) { return sample.wait == "clock_nanosleep"; }));
}

TEST_CASE("attaching ends when its time is over, and the process does not") {
  const Child child({"sleep", "1000"});
  Attached run(child.pid());
  run.options.duration_ns = 300'000'000;
  const CaptureState state = run.run_to_its_end();
  CHECK(state.has_file);
  CHECK(runs(child.pid()));
}

TEST_CASE("Kineto's daemon is left to the one who asks the process for a trace") {
  const Child child({"sleep", "1000"});
  Attached run(child.pid());
  run.start();
  const auto daemon = KinetoDaemon::open();
  if (!daemon.ok()) {
    // Then another program of this machine has it, and not this one.
    CHECK(daemon.error().message.find(std::to_string(::getpid())) == std::string::npos);
  }
  REQUIRE(run.until_samples(1));
}

TEST_CASE("what cannot be attached to leaves nothing behind") {
  Captured run({});
  run.options.sample_hz = 200;
  run.options.attach_pid = 0x3FFFFFFF;
  auto started = CaptureSession::start(run.options);
  REQUIRE_FALSE(started.ok());
  CHECK(started.error().message == "no such process; check the PID");
  CHECK_FALSE(std::filesystem::exists(run.options.file));
  run.options.attach_pid = ::getppid();
  run.options.sample_hz = 0;
  CHECK_FALSE(CaptureSession::start(run.options).ok());
}

TEST_CASE("samples beside a trace are in a file of their own, which goes with them") {
  const Child child({"sleep", "1000"});
  auto started = SideSamples::start(child.pid(), 500);
  if (!started.ok()) skip_case(started.error().message);
  std::this_thread::sleep_for(std::chrono::milliseconds(500));
  const std::string file = started.value()->finish();
  REQUIRE_FALSE(file.empty());
  CHECK_FALSE(samples_of(child.pid(), take_apart(content_of_file(file))).samples.empty());
  started.value().reset();
  CHECK_FALSE(std::filesystem::exists(file));
  CHECK(runs(child.pid()));
}
