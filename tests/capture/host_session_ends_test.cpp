// How captures end, and what they leave behind.
#include <csignal>
#include <filesystem>
#include <pthread.h>
#include <stdlib.h>  // setenv
#include <unistd.h>

#include <doctest/doctest.h>
#include <sys/wait.h>

#include "tests/capture/captured_run.h"

using namespace lanescope;
using wire::ChunkKind;

TEST_CASE("of a target that is killed nothing that it wrote is lost") {
  Captured capture({"hello", "lanes=2", "write=1000", "kill=9"});
  const CaptureState state = capture.run_to_its_end();
  const CaptureChunks chunks = capture.file();
  CHECK(has_marks(chunks, 0, 0, 1000));
  CHECK(has_marks(chunks, 0, 1, 1000));
  CHECK(text_of(chunks, ChunkKind::Left).value("reason") == "killed");
  CHECK(text_of(chunks, ChunkKind::Left).number("signal") == SIGKILL);
  CHECK(state.command->signal == SIGKILL);
  CHECK(text_of(chunks, ChunkKind::End).value("why") == "ended");
}

TEST_CASE("a program that never joins is run all the same, and leaves no file") {
  Captured capture({"exit=4"});
  const CaptureState state = capture.run_to_its_end();
  CHECK(state.processes.empty());
  CHECK(state.command->exit_code == 4);
  CHECK_FALSE(state.has_file);
  CHECK_FALSE(std::filesystem::exists(capture.options.file));
}

TEST_CASE("who joins and does nothing leaves no file, and a recording that was there as it was") {
  Captured capture({"hello", "write=0", "bye", "exit=4"});
  SUBCASE("there was none") {
    const CaptureState state = capture.run_to_its_end();
    CHECK(state.processes.size() == 1);
    CHECK(state.records > 0);  // of its channel, not events
    CHECK_FALSE(state.has_events);
    CHECK_FALSE(state.has_file);
    CHECK_FALSE(std::filesystem::exists(capture.options.file));
  }
  SUBCASE("there was one") {
    const std::vector<std::string> nothing = capture.options.command;
    capture.options.command = fake_target({"hello", "write=1000", "bye"});
    CHECK(capture.run_to_its_end().has_events);
    capture.session.reset();
    const std::string before = content_of_file(capture.options.file);
    capture.options.command = nothing;
    capture.options.file_request.there = FileThere::Replace;
    capture.run_to_its_end();
    CHECK(content_of_file(capture.options.file) == before);
  }
  SUBCASE("somebody follows it") {
    capture.options.keep_empty = true;
    CHECK(capture.run_to_its_end().has_file);
    CHECK(std::filesystem::exists(capture.options.file));
    capture.session.reset();
    CHECK_FALSE(std::filesystem::exists(capture.options.file));
  }
}

TEST_CASE("a program is ended with all that it has started, also when its parents are gone") {
  Captured capture({});
  const std::string target = fake_target({}).front();
  // The last process has lost its parent and its group, and is still recorded.
  capture.options.command = {
      "sh", "-c",
      "(setsid sh -c '(trap \"\" TERM; exec " + target +
          " hello write=10 sleep=600000) & sleep 600') & (sleep 600; true) & wait"};
  capture.start();
  REQUIRE(capture.wait_until([](const CaptureState& state) { return state.records == 12; }));
  const std::int64_t ignores = capture.session->state().processes[0].pid;
  const std::vector<std::int64_t> all = capture.session->running_processes();
  CHECK(all.size() >= 5);
  CHECK(all.front() == capture.session->state().command->pid);

  capture.session->end_program(CaptureSession::EndProgram::Ask);
  REQUIRE(capture.session->wait_command(kPatienceMs));
  CHECK(capture.session->state().command->signal == SIGTERM);
  const auto only_it = [&] {
    return capture.session->running_processes() == std::vector<std::int64_t>{ignores};
  };
  CHECK(capture.wait_until([&](const CaptureState&) { return only_it(); }));
  capture.session->end_program(CaptureSession::EndProgram::Kill);
  CHECK(capture.session->wait_finished(kPatienceMs));
  CHECK(capture.session->running_processes().empty());
  CHECK(capture.session->state().processes[0].left == LeftReason::Killed);
}

TEST_CASE("where threads are refused nothing is started and the reason is given") {
  const TempFolder folder;
  const pid_t recorder = ::fork();
  if (recorder == 0) {
    CaptureOptions options;
    options.command = fake_target({"hello", "write=10", "bye"});
    options.agent = "/nowhere/agent.so";
    options.file = folder.path() + "/run.lanes";
    // No address space is left for a stack of that size.
    pthread_attr_t attributes;
    ::pthread_attr_init(&attributes);
    ::pthread_attr_setstacksize(&attributes, std::size_t{1} << 46);
    ::pthread_setattr_default_np(&attributes);
    const auto session = CaptureSession::start(options);
    const bool reported = !session.ok() && session.error().message.find(
                                               "cannot create more threads") != std::string::npos;
    ::_exit(reported && !std::filesystem::exists(options.file) ? 0 : 1);
  }
  int status = 0;
  ::waitpid(recorder, &status, 0);
  CHECK(WIFEXITED(status));
  CHECK(WEXITSTATUS(status) == 0);
}

TEST_CASE("stop closes the file while the target runs on") {
  Captured capture({"hello", "lanes=2", "write=500", "untilstop", "sleep=600000"});
  capture.start();
  CHECK(capture.wait_until([](const CaptureState& state) { return state.records == 1004; }));
  capture.session->stop();
  CHECK(capture.session->wait_finished(kPatienceMs));
  const CaptureChunks chunks = capture.file();
  CHECK(has_marks(chunks, 0, 1, 500));
  CHECK(text_of(chunks, ChunkKind::End).value("why") == "stopped");
  CHECK(text_of(chunks, ChunkKind::Losses).number("records") == 1004);
  CHECK(chunks.texts(ChunkKind::Left).empty());
  CHECK(capture.session->state().command->running);
  CHECK_FALSE(capture.session->wait_command(0));
  capture.session->signal_command(SIGKILL);
  CHECK(capture.session->wait_command(kPatienceMs));
}

TEST_CASE("a target that hangs does not keep the capture from ending") {
  Captured capture({"hello", "write=500", "sleep=600000"});
  capture.start();
  CHECK(capture.wait_until([](const CaptureState& state) { return state.records == 502; }));
  capture.session->stop();
  CHECK(capture.session->wait_finished(kPatienceMs));
  CHECK(has_marks(capture.file(), 0, 0, 500));
  capture.session->signal_command(SIGKILL);
}

TEST_CASE("a capture ends by itself when its time is over") {
  Captured capture({"hello", "write=5", "untilstop", "sleep=600000"});
  capture.options.duration_ns = 1;
  capture.run_to_its_end();
  CHECK(text_of(capture.file(), ChunkKind::End).value("why") == "stopped");
  capture.session->signal_command(SIGKILL);
}

TEST_CASE("a process that hangs up and lives is lost, with all that it wrote") {
  Captured capture({"hello", "write=100", "hangup", "sleep=600000"});
  capture.start();
  CHECK(capture.wait_until([](const CaptureState& state) {
    return !state.processes.empty() && state.processes[0].left == LeftReason::Lost;
  }));
  CHECK(has_marks(capture.file(), 0, 0, 100));
  capture.session->signal_command(SIGKILL);
  CHECK(capture.session->wait_finished(kPatienceMs));
}

TEST_CASE("while the recorder is stopped the target goes on, and what is missing is counted") {
  const TempFolder folder;
  const std::string path = folder.path() + "/run.lanes";
  const pid_t recorder = ::fork();
  if (recorder == 0) {
    CaptureOptions options;
    options.command = fake_target({"hello", "sleep=300", "spill=1000000", "exit=0"});
    options.agent = "/nowhere/agent.so";
    options.file = path;
    options.ring = {3, 4096, 4096};
    auto session = CaptureSession::start(options);
    while (session.ok() && session.value()->state().processes.empty())
      std::this_thread::sleep_for(std::chrono::milliseconds(1));
    ::raise(SIGSTOP);
    const bool done = session.ok() && session.value()->wait_finished(kPatienceMs);
    if (session.ok()) session.value().reset();  // joins its thread, for the thread sanitizer
    ::_exit(done ? 0 : 1);
  }
  int status = 0;
  ::waitpid(recorder, &status, WUNTRACED);
  REQUIRE(WIFSTOPPED(status));
  std::this_thread::sleep_for(std::chrono::milliseconds(1000));
  ::kill(recorder, SIGCONT);
  ::waitpid(recorder, &status, 0);
  CHECK(WIFEXITED(status));
  CHECK(WEXITSTATUS(status) == 0);
  const CaptureChunks chunks = take_apart(content_of_file(path));
  const auto there = static_cast<std::int64_t>(mark_times(chunks.records(0, 0)).size());
  const auto dropped = text_of(chunks, ChunkKind::Losses).number("dropped_records");
  REQUIRE(dropped);
  CHECK(*dropped > 0);
  CHECK(there + *dropped == 1'000'000);
}

TEST_CASE("when the recorder is killed the target goes on and the file opens") {
  const TempFolder folder;
  const std::string path = folder.path() + "/run.lanes";
  const pid_t recorder = ::fork();
  if (recorder == 0) {
    CaptureOptions options;
    options.command = fake_target({"hello", "write=1000", "sleep=1500", "exit=7"});
    options.agent = "/nowhere/agent.so";
    options.file = path;
    auto session = CaptureSession::start(options);
    // The state reports the first records before they are written: only later reports describe the
    // file.
    const auto written = [&session] {
      const CaptureState state = session.value()->state();
      return state.records >= 1002 && state.file_bytes > 0;
    };
    while (session.ok() && !written()) std::this_thread::sleep_for(std::chrono::milliseconds(1));
    ::kill(::getpid(), SIGKILL);
  }
  ::waitpid(recorder, nullptr, 0);
  const CaptureChunks chunks = take_apart(content_of_file(path));
  CHECK(chunks.header);
  CHECK(has_marks(chunks, 0, 0, 1000));
  CHECK(chunks.texts(ChunkKind::End).empty());
}

TEST_CASE("what can not start leaves nothing behind") {
  Captured capture({});
  SUBCASE("no such command") {
    capture.options.command = {"no-such-command-here"};
  }
  SUBCASE("another tool") {
    ::setenv("CUDA_INJECTION64_PATH", "/opt/nsys.so", 1);
  }
  SUBCASE("no such folder") {
    capture.options.folder = "/no/such/folder";
  }
  SUBCASE("no agent") {
    capture.options.agent = "";
  }
  const auto session = CaptureSession::start(capture.options);
  ::unsetenv("CUDA_INJECTION64_PATH");
  REQUIRE_FALSE(session.ok());
  CHECK_FALSE(session.error().message.empty());
  CHECK_FALSE(std::filesystem::exists(capture.options.file));
}
