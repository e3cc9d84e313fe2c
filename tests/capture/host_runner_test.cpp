// What a capture reports to its processes, its file and its callers.
#include <algorithm>
#include <chrono>
#include <csignal>
#include <filesystem>
#include <string>
#include <thread>
#include <vector>

#include <doctest/doctest.h>

#include "core/base/version.h"
#include "tests/capture/captured_run.h"

using namespace lanescope;
using wire::ChunkKind;

namespace {

std::string text_in(const std::string& path) {
  return content_of_file(path);
}

const CapturedProcessState* first_of(const CaptureState& state) {
  return state.processes.empty() ? nullptr : &state.processes.front();
}

}  // namespace

TEST_CASE("the file begins with how it was recorded") {
  Captured capture({"hello", "write=1", "bye"});
  capture.options.folder = capture.folder.path();
  capture.options.level = CaptureLevel::All;
  capture.options.stacks = false;
  capture.options.shapes = capture.options.memory = true;
  capture.options.python_folder = "/nowhere";
  capture.options.flush_ms = 70;
  capture.options.buffer_mb = 9;
  capture.options.keep_last_ns = 5'000'000'000;
  capture.options.keep_last_bytes = 1 << 20;
  capture.run_to_its_end();
  CHECK(capture.file().texts(ChunkKind::Session).at(0) ==
        "program=lanescope " + std::string(kVersion) +
            "\ncommand=" + capture.options.command.front() + " hello write=1 bye\nfolder=" +
            capture.folder.path() + "\nlevel=2\nstacks=0\nshapes=1\nmemory=1\nsample_hz=0\ncpus=" +
            std::to_string(std::thread::hardware_concurrency()) +
            "\nnative=off\n"
            "flush_ms=70\nbuffer_mb=9\n"
            "keep_last_ns=5000000000\nkeep_last_bytes=1048576\n");
}

TEST_CASE("a process hears what is wished, and finds it in its ring") {
  TempFolder folder;
  const std::string file = folder.path() + "/config";
  Captured capture({"hello", "config=" + file, "write=1", "bye"});
  capture.run_to_its_end();
  CHECK(text_in(file) == "level=1\nstacks=1\nflush_ms=100\nbuffer_mb=4\npaused=0\n");
  Captured other({"hello", "config=" + file, "write=1", "bye"});
  other.options.level = CaptureLevel::Kernels;
  other.options.stacks = false;
  other.options.flush_ms = 33;
  other.options.buffer_mb = 2;
  other.options.paused = true;
  other.run_to_its_end();
  CHECK(text_in(file) ==
        "level=0\nstacks=0\nflush_ms=33\nbuffer_mb=2\npaused=1\nthe ring is paused\n");
}

TEST_CASE("to pause and to go on is told by message and in the ring, to who is there") {
  TempFolder folder;
  const std::string file = folder.path() + "/heard";
  Captured capture({"hello", "write=1", "hears=" + file});
  capture.start();
  REQUIRE(capture.wait_until([](const CaptureState& state) { return state.records == 3; }));
  const auto wait_for_lines = [&](int lines) {
    return capture.wait_until([&](const CaptureState&) {
      const std::string text = text_in(file);
      return std::count(text.begin(), text.end(), '\n') >= lines;
    });
  };
  capture.session->pause();
  REQUIRE(wait_for_lines(1));
  capture.session->resume();
  REQUIRE(wait_for_lines(2));
  capture.session->stop();
  CHECK(capture.session->wait_finished(kPatienceMs));
  CHECK(text_in(file) == "17 paused\n18\n19\n");
}

TEST_CASE("how a process has left is told with what is known of it") {
  const auto left = [](std::vector<std::string> words, CapturedProcessState& process) {
    words.insert(words.begin(), {"hello", "write=1"});
    Captured capture(words);
    const CaptureState state = capture.run_to_its_end();
    process = state.processes.at(0);
    return capture.file().texts(ChunkKind::Left).at(0);
  };
  CapturedProcessState process;
  CHECK(left({"bye"}, process) == "reason=exit\ncode=0\n");
  CHECK(process.left == LeftReason::Exit);
  CHECK(process.exit_code == 0);
  CHECK_FALSE(process.signal);
  // It exits abruptly, but the command's exit code is known.
  CHECK(left({"exit=7"}, process) == "reason=exit\ncode=7\n");
  CHECK(process.exit_code == 7);
  CHECK(left({"kill=9"}, process) == "reason=killed\nsignal=9\n");
  CHECK(process.left == LeftReason::Killed);
  CHECK(process.signal == 9);
  CHECK(left({"bye", "kill=15"}, process) == "reason=killed\nsignal=15\n");
}

TEST_CASE("of a process that is not the command it is known what it said itself") {
  const std::string target = fake_target({}).front();
  for (const auto& [words, reason] :
       {std::pair{"hello write=1 bye", "reason=exit\n"}, {"hello write=1", "reason=killed\n"}}) {
    Captured capture({});
    capture.options.command = {"sh", "-c", target + " " + words + "; exit 3"};
    const CaptureState state = capture.run_to_its_end();
    CHECK(capture.file().texts(ChunkKind::Left).at(0) == reason);
    CHECK_FALSE(state.processes.at(0).exit_code);
    CHECK(state.command->exit_code == 3);
  }
}

TEST_CASE("a process that hangs up after its last word has ended, one without has been lost") {
  for (const auto& [word, reason] :
       {std::pair{"bye", "reason=exit\n"}, {"write=1", "reason=lost\n"}}) {
    Captured capture({"hello", "write=1", word, "hangup", "sleep=600000"});
    const auto begin = std::chrono::steady_clock::now();
    capture.start();
    REQUIRE(capture.wait_until([](const CaptureState& state) {
      return first_of(state) != nullptr && first_of(state)->left != LeftReason::None;
    }));
    // Its process had a second to exit.
    CHECK(std::chrono::steady_clock::now() - begin >= std::chrono::seconds(1));
    capture.session->signal_command(SIGKILL);
    REQUIRE(capture.session->wait_finished(kPatienceMs));
    CHECK(capture.file().texts(ChunkKind::Left) == std::vector<std::string>{reason});
    CHECK(capture.session->state().problem_count == 0);
  }
}

TEST_CASE("who breaks the rules of messages is a problem that is told") {
  Captured capture({"hello", "write=1", "half", "sleep=600000"});
  capture.start();
  REQUIRE(capture.wait_until([](const CaptureState& state) { return state.problem_count != 0; }));
  const CaptureProblem problem = capture.session->state().problems.at(0);
  CHECK(problem.code == "broken_connection");
  CHECK(problem.text == "the process sent an incomplete message");
  CHECK(problem.process == 0);
  capture.session->signal_command(SIGKILL);
  CHECK(capture.session->wait_finished(kPatienceMs));
}

TEST_CASE(
    "a hundred problems are kept to be shown, ten thousand in the file, and all are counted") {
  struct Listener : CaptureListener {
    void on_process(std::uint32_t, std::string_view) override {}
    void on_caps(std::uint32_t, std::string_view) override {}
    void on_problem(std::uint32_t process, std::string_view text) override {
      CHECK(process == 0);
      last = text;
      ++count;
    }
    void on_records(std::uint32_t, std::uint32_t, std::span<const std::byte>) override {}
    void on_left(std::uint32_t, std::string_view) override {}
    std::string last;
    std::uint64_t count = 0;
  } listener;
  Captured capture({"hello", "write=1", "problems=10003", "bye"});
  const CaptureState state = capture.run_to_its_end(&listener);
  CHECK(state.problem_count == 10'003);
  REQUIRE(state.problems.size() == 100);
  CHECK(state.problems[0].code == "p0");
  CHECK(state.problems[99].code == "p99");
  CHECK(state.problems[99].text == "it fails");
  CHECK(state.problems[99].hint == "do so");
  CHECK(state.problems[99].process == 0);
  const auto written = capture.file().texts(ChunkKind::Problem);
  REQUIRE(written.size() == 10'000);
  CHECK(written.back() == "code=p9999\ntext=it fails\nhint=do so\n");
  CHECK(listener.count == 10'000);
  CHECK(listener.last == written.back());
}

TEST_CASE("a channel that is given up is told with what to do about it") {
  Captured capture({"hello", "lanes=2", "write=1", "garbage=head", "bye"});
  const CaptureState state = capture.run_to_its_end();
  REQUIRE(state.problems.size() == 1);
  CHECK(state.problems[0].code == "broken_lane");
  CHECK(state.problems[0].text ==
        "channel 1 claims to have written more than it can hold; the rest of it is not read");
  CHECK(state.problems[0].hint == "a stray pointer in the program may have overwritten it");
  CHECK(state.problems[0].process == 0);
}

TEST_CASE("a process that is turned away is told by its own number") {
  const std::string target = fake_target({}).front();
  Captured capture({});
  capture.options.command = {"sh", "-c", target + " hello=2.0; true"};
  const CaptureState state = capture.run_to_its_end();
  REQUIRE(state.problems.size() == 1);
  CHECK(state.problems[0].process == CaptureListener::kNoProcess);
  CHECK(state.problems[0].text.find(" is not recorded: its agent uses protocol version '2.0'") !=
        std::string::npos);
  CHECK(state.problems[0].text.starts_with("process "));
  CHECK(state.problems[0].text.find("process 0 ") == std::string::npos);
}

TEST_CASE("phases follow each other, and the state has sums over all processes") {
  Captured capture({"hello", "lanes=2", "write=5", "run", "hello", "write=7", "untilstop"});
  const std::int64_t before_ns =
      std::chrono::nanoseconds(std::chrono::system_clock::now().time_since_epoch()).count();
  capture.start();
  REQUIRE(capture.wait_until([](const CaptureState& state) { return state.records == 23; }));
  const CaptureState running = capture.session->state();
  CHECK(running.phase == CapturePhase::Recording);
  CHECK(running.has_events);
  CHECK(running.has_file);
  CHECK(running.file == capture.options.file);
  CHECK(running.start_ns >= before_ns);
  CHECK(running.elapsed_ns > 0);
  CHECK(running.command->running);
  capture.session->stop();
  REQUIRE(capture.session->wait_finished(kPatienceMs));
  const CaptureState state = capture.session->state();
  CHECK(state.phase == CapturePhase::Finished);
  CHECK(state.processes.size() == 2);
  CHECK(state.records == state.processes[0].records + state.processes[1].records);
  CHECK(state.elapsed_ns > running.elapsed_ns);
  CHECK(state.file_in_place);
  CHECK(state.file_segments == 0);
  CHECK(state.file_lost_records == 0);
  // Each has its Losses, whether it has left or not.
  CHECK(capture.file().texts(ChunkKind::Losses).size() == 2);
  capture.session->signal_command(SIGKILL);
}

TEST_CASE("a capture of no process waits, and ends with its command") {
  Captured capture({"sleep=200"});
  capture.start();
  CHECK(capture.session->state().phase == CapturePhase::Waiting);
  REQUIRE(capture.session->wait_finished(kPatienceMs));
  CHECK(capture.session->state().processes.empty());
  CHECK_FALSE(capture.session->state().has_file);
  CHECK_FALSE(std::filesystem::exists(capture.options.file));
}

TEST_CASE("a time that is over ends a capture not before it is") {
  Captured capture({"hello", "write=5", "untilstop", "sleep=600000"});
  capture.options.duration_ns = 400'000'000;
  const auto begin = std::chrono::steady_clock::now();
  capture.run_to_its_end();
  const auto took = std::chrono::steady_clock::now() - begin;
  CHECK(took >= std::chrono::milliseconds(400));
  CHECK(took < std::chrono::milliseconds(1900));
  capture.session->signal_command(SIGKILL);
}

TEST_CASE("who does not answer a stop is waited for two seconds") {
  Captured capture({"hello", "write=5", "sleep=600000"});
  capture.start();
  REQUIRE(capture.wait_until([](const CaptureState& state) { return state.records == 7; }));
  const auto begin = std::chrono::steady_clock::now();
  capture.session->stop();
  REQUIRE(capture.wait_until(
      [](const CaptureState& state) { return state.phase == CapturePhase::Stopping; }));
  REQUIRE(capture.session->wait_finished(kPatienceMs));
  const auto took = std::chrono::steady_clock::now() - begin;
  CHECK(took >= std::chrono::seconds(2));
  CHECK(took < std::chrono::milliseconds(3500));
  capture.session->signal_command(SIGKILL);
}

TEST_CASE("who waits for a command is not kept longer than wished") {
  Captured capture({"hello", "write=1", "untilstop", "sleep=600000"});
  capture.start();
  const auto begin = std::chrono::steady_clock::now();
  CHECK_FALSE(capture.session->wait_command(150));
  const auto took = std::chrono::steady_clock::now() - begin;
  CHECK(took >= std::chrono::milliseconds(150));
  CHECK(took < std::chrono::milliseconds(1500));
  capture.session->signal_command(SIGKILL);
  CHECK(capture.session->wait_command(kPatienceMs));
  CHECK(capture.session->wait_finished(kPatienceMs));
}

TEST_CASE("a session that is given up ends its file, and soon") {
  Captured capture({"hello", "write=5", "untilstop", "sleep=600000"});
  capture.start();
  REQUIRE(capture.wait_until([](const CaptureState& state) { return state.records == 7; }));
  const auto pid = static_cast<pid_t>(capture.session->state().command->pid);
  capture.session.reset();
  CHECK(text_of(capture.file(), ChunkKind::End).value("why") == "stopped");
  ::kill(pid, SIGKILL);
}
