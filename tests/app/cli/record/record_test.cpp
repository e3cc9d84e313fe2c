#include <algorithm>
#include <chrono>
#include <csignal>
#include <filesystem>
#include <memory>
#include <set>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include <doctest/doctest.h>

#include "capture/host/runner/gpu_driver.h"
#include "core/readers/trace_loader.h"
#include "tests/app/cli/record/recorder_run.h"
#include "tests/capture/host/runner/setuid_program.h"
#include "tests/skip.h"

using namespace lanescope;

TEST_CASE("a recorded command ends as it would without, and its file is there") {
  RecorderRun recording(fake_target({"hello", "write=1000", "bye", "exit=7"}));
  CHECK(recording.run() == 7);
  CHECK(contains(recording.errors(), "lanescope: 1,002 records from 1 process in"));
  CHECK(contains(recording.errors(), "none dropped"));
  CHECK(contains(recording.errors(), "open it with `lanescope"));
  CHECK(text_of_file(recording.options.output).starts_with("LANESCAP"));
}

TEST_CASE("Kineto's switch is set in the command's environment only if that was requested") {
  const std::vector<std::string> command = {"sh", "-c", "exit ${KINETO_USE_DAEMON:-7}"};
  CHECK(RecorderRun(command).run() == 7);
  RecorderRun attachable(command);
  attachable.options.attachable = true;
  CHECK(attachable.run() == 1);
}

TEST_CASE("a command that is killed gives the exit code that a shell would give") {
  RecorderRun recording(fake_target({"hello", "write=10", "kill=9"}));
  CHECK(recording.run() == 128 + SIGKILL);
  CHECK(contains(recording.errors(), "12 records"));
  CHECK(contains(recording.errors(), "lanescope: the command was killed by signal 9 (SIGKILL)\n"));
}

TEST_CASE("a setuid program is not recorded but refused, in one line") {
  const TempFolder folder;
  const std::string program = setuid_program(folder);
  if (program.empty()) skip_case("no setuid program of another user can be made here");
  RecorderRun recording({program});
  CHECK(recording.run() == 3);
  CHECK_FALSE(recording.has_file());
  CHECK(recording.errors() ==
        "lanescope: " + program +
            ": is setuid: it would run with another user's rights, which cannot be recorded; "
            "record as that user, with `sudo -u '#65534' lanescope record …`\n");
}

TEST_CASE("what can not be recorded is one line, exit code 3 and no file") {
  RecorderRun recording({"no-such-command-here"});
  SUBCASE("no such command") {
    CHECK(recording.run() == 3);
    CHECK(recording.errors() ==
          "lanescope: no-such-command-here: no such command; check its name and PATH\n");
  }
  SUBCASE("another tool") {
    ::setenv("CUDA_INJECTION64_PATH", "/opt/nsys.so", 1);
    CHECK(recording.run() == 3);
    ::unsetenv("CUDA_INJECTION64_PATH");
    CHECK(recording.errors().starts_with(
        "lanescope: CUDA_INJECTION64_PATH is already set to /opt/nsys.so: another tool"));
  }
  SUBCASE("no folder to write to, and none can be made") {
    recording.options.output = "/dev/null/folder/run.lanes";
    CHECK(recording.run() == 3);
    CHECK(recording.errors().starts_with(
        "lanescope: /dev/null/folder/run.lanes: cannot be written: Not a directory"));
  }
  SUBCASE("no folder to start in") {
    recording.options.folder = "/no/such/folder";
    CHECK(recording.run() == 3);
    CHECK(contains(recording.errors(), "the working folder /no/such/folder does not exist"));
  }
  CHECK_FALSE(recording.has_file());
  const std::string errors = recording.errors();
  CHECK(std::count(errors.begin(), errors.end(), '\n') == 1);
}

TEST_CASE("where the current folder takes no file a program is recorded all the same, elsewhere") {
  RecorderRun recording(fake_target({"hello", "write=10", "bye", "exit=7"}));
  recording.options.output.clear();
  const std::string& folder = recording.folder.path();
  ::setenv("TMPDIR", folder.c_str(), 1);
  recording.start("/proc");  // which takes none of root's either
  ::unsetenv("TMPDIR");
  CHECK(recording.finish() == 7);
  const std::string errors = recording.errors();
  CAPTURE(errors);
  CHECK(errors.starts_with("lanescope: the current folder cannot be written: "));
  const std::string reported = "; the recording goes to " + folder + "/fake_target-";
  CHECK(contains(errors, reported.c_str()));
  CHECK(contains(errors, "12 records"));
  std::size_t found = 0;
  for (const auto& file : std::filesystem::directory_iterator(folder))
    found += file.path().extension() == ".lanes" ? 1U : 0U;
  CHECK(found == 1);
}

TEST_CASE("that a machine has no driver is told while the program runs, not at its end") {
  RecorderRun recording({});
  recording.options.command = {
      "sh", "-c", "until [ -e " + recording.folder.path() + "/go ]; do sleep 0.01; done; exit 5"};
  recording.start();
  if (!gpu_driver_found()) {
    CHECK(
        recording.wait_for_words("lanescope: this machine has no NVIDIA driver, so no GPU work is "
                                 "recorded; thread samples, counters, NVTX ranges and, with "
                                 "--shapes, PyTorch operators are\n"));
  }
  recording.folder.write("go", "");
  CHECK(recording.finish() == 5);
  CHECK(contains(recording.errors(), "has no NVIDIA driver") == !gpu_driver_found());
}

TEST_CASE(
    "a recording that is there is not replaced, unless that is wanted and there is a new one") {
  RecorderRun first(fake_target({"hello", "write=1000", "bye"}));
  REQUIRE(first.run() == 0);
  const std::string before = text_of_file(first.options.output);
  const auto again = [&](std::vector<std::string> command, bool force) {
    RecorderRun second(std::move(command));
    second.options.output = first.options.output;
    second.options.force = force;
    const int code = second.run();
    return std::pair{code, second.errors()};
  };
  const auto [code, errors] = again(fake_target({"hello", "write=10", "bye", "exit=7"}), false);
  CHECK(code == 3);
  CHECK(errors == "lanescope: " + first.options.output +
                      ": already exists; choose another name, or replace it with --force\n");
  CHECK(again({"/nowhere/program"}, true).first == 3);
  CHECK(text_of_file(first.options.output) == before);
  CHECK(again(fake_target({"hello", "write=10", "bye", "exit=7"}), true).first == 7);
  const std::string after = text_of_file(first.options.output);
  CHECK(after.starts_with("LANESCAP"));
  CHECK(after.size() < before.size());
}

TEST_CASE("recordings that begin in one second in one folder are all made") {
  constexpr std::size_t kAtOnce = 4;
  std::vector<std::unique_ptr<RecorderRun>> runs;
  for (std::size_t i = 0; i < kAtOnce; ++i) {
    runs.push_back(
        std::make_unique<RecorderRun>(fake_target({"hello", "write=10", "bye", "exit=7"})));
    runs.back()->options.output.clear();
    runs.back()->start(runs.front()->folder.path());
  }
  for (const auto& run : runs) CHECK(run->finish() == 7);
  std::size_t found = 0;
  for (const auto& file : std::filesystem::directory_iterator(runs.front()->folder.path()))
    found += file.path().extension() == ".lanes" ? 1U : 0U;
  CHECK(found == kAtOnce);
}

TEST_CASE("what goes wrong with a capture is said while the command runs unharmed") {
  RecorderRun recording(fake_target({"hello=2.0"}));
  CHECK(recording.run() == 92);  // what the target gives when it is turned away
  CHECK(contains(recording.errors(), "is not recorded: its agent uses protocol version '2.0'"));
  CHECK(contains(recording.errors(), "nothing was recorded"));
}

TEST_CASE("a command that ends at once is run, and the user is told") {
  RecorderRun recording({"sh", "-c", "exit 5"});
  recording.options.sample_hz = 1;  // on a slow machine, too
  CHECK(recording.run() == 5);
  CHECK(contains(recording.errors(), "nothing was recorded, so no file was written"));
  CHECK(contains(recording.errors(), "the command exited with code 5"));
  CHECK_FALSE(recording.has_file());
}

TEST_CASE("a command without Python, CUDA and NVTX is recorded with all that it starts") {
  RecorderRun recording({"sh", "-c", "sleep 1 | cat; sleep 1; exit 5"});
  CHECK(recording.run() == 5);
  INFO(recording.errors());
  CHECK(contains(recording.errors(), "open it with `lanescope"));
  const auto loaded = load_trace(recording.options.output);
  REQUIRE(loaded.ok());
  const Snapshot& trace = *loaded.value().snapshot;
  std::set<std::string> processes;
  for (const Track& track : trace.tracks) {
    if (track.kind == TrackKind::ThreadState && track.slices > 0)
      processes.insert(std::string(trace.text(track.process)));
  }
  CHECK(processes.size() == 4);  // sh, cat, and sleep twice
}

TEST_CASE("the first wish to end goes to the command, and all that it wrote is kept") {
  RecorderRun recording({});
  const std::string ready = recording.folder.path() + "/ready";
  recording.options.command = {"sh", "-c",
                               "trap 'exit 9' INT; " + fake_target({}).front() +
                                   " hello write=1000 bye; > " + ready +
                                   "; while :; do sleep 0.01; done"};
  recording.start();
  recording.wait_for("ready");
  recording.send(SIGINT);
  CHECK(recording.finish() == 9);
  CHECK(contains(recording.errors(), "1,002 records"));
}

TEST_CASE("Ctrl+\\ ends the command, and all that it wrote is kept") {
  RecorderRun recording({});
  recording.options.command = {"sh", "-c",
                               fake_target({}).front() + " hello write=1000 bye; > " +
                                   recording.folder.path() +
                                   "/ready; while :; do sleep 0.01; done"};
  recording.start();
  recording.wait_for("ready");
  recording.send(SIGQUIT);
  CHECK(recording.finish() == 128 + SIGQUIT);
  CHECK(contains(recording.errors(), "1,002 records"));
}

TEST_CASE("signals that programs use for themselves do not end the recording") {
  RecorderRun recording({"sh", "-c",
                         "grep SigIgn /proc/self/status > signals; touch ready; sleep 1; "
                         "touch finished"});
  recording.start();
  recording.wait_for("ready");
  for (const int signal : {SIGUSR1, SIGUSR2}) recording.send(signal);
  CHECK(recording.finish() == 0);
  CHECK(std::filesystem::exists(recording.folder.path() + "/finished"));
  CHECK(recording.has_file());
  const std::string line = text_of_file(recording.folder.path() + "/signals");
  const auto mask = std::stoull(line.substr(line.find('\t') + 1), nullptr, 16);
  CHECK((mask >> (SIGUSR1 - 1) & 3U) == 0);
}

TEST_CASE("a recording that is truncated while it is written is not offered to be opened") {
  RecorderRun recording({});
  recording.options.command = {"sh", "-c",
                               fake_target({}).front() + " hello write=1000 bye; > " +
                                   recording.folder.path() + "/ready; sleep 1; : > " +
                                   recording.options.output + "; sleep 0.5"};
  CHECK(recording.run() == 3);
  CHECK(contains(recording.errors(), "was truncated by another program"));
  CHECK_FALSE(contains(recording.errors(), "open it with"));
}

TEST_CASE("the second wish to end kills a command that does not obey") {
  for (const auto& [signal, help] : {std::pair(SIGINT, "press Ctrl+C again to kill it"),
                                     std::pair(SIGTERM, "send the signal again to kill it")}) {
    RecorderRun recording({});
    recording.options.command = {"sh", "-c",
                                 "trap 'touch " + recording.folder.path() + "/asked' INT TERM; > " +
                                     recording.folder.path() +
                                     "/ready; while :; do sleep 0.01; done"};
    recording.start();
    recording.wait_for("ready");
    recording.send(signal);
    recording.wait_for("asked");
    // Who waits in vain learns what would help.
    CHECK(recording.wait_for_words("is still running; " + std::string(help)));
    recording.send(signal);
    CHECK(recording.finish() == 128 + SIGKILL);
  }
}

TEST_CASE("the second wish to end kills what the command has started too") {
  RecorderRun recording({});
  const std::string& folder = recording.folder.path();
  recording.options.command = {
      "sh", "-c",
      "trap 'touch " + folder + "/asked' INT; (trap '' INT; exec sleep 600) & echo $! > " + folder +
          "/child; mv " + folder + "/child " + folder + "/ready; while :; do sleep 0.01; done"};
  recording.start();
  recording.wait_for("ready");
  const pid_t child = std::stoi(text_of_file(folder + "/ready"));
  recording.send(SIGINT);
  recording.wait_for("asked");
  CHECK(::kill(child, 0) == 0);
  recording.send(SIGINT);
  CHECK(recording.finish() == 128 + SIGKILL);
  // It dies when its turn comes, and whoever takes in orphans may fetch it later.
  std::string state;
  for (int i = 0; i < 6000; ++i) {
    state = text_of_file("/proc/" + std::to_string(child) + "/stat");
    if (state.empty() || contains(state, ") Z ") || contains(state, ") X ")) break;
    std::this_thread::sleep_for(std::chrono::milliseconds(10));
  }
  CHECK((state.empty() || contains(state, ") Z ") || contains(state, ") X ")));
}

TEST_CASE("after its time a capture is complete and viewed while the command runs on") {
  RecorderRun recording({});
  const std::string& folder = recording.folder.path();
  recording.options.command = {"sh", "-c",
                               fake_target({}).front() +
                                   " hello write=100 untilstop; while [ ! -e " + folder +
                                   "/viewed ]; do sleep 0.01; done; exit 6"};
  recording.options.sample_hz = 0;  // its time begins when the target joins
  recording.options.duration_ns = 1;
  recording.options.view = true;
  CHECK(recording.run() == 6);
  CHECK(text_of_file(folder + "/viewed") == recording.options.output);
  CHECK(contains(recording.errors(), "102 records"));
  CHECK(contains(recording.errors(), "the program is still running (PID "));
}
