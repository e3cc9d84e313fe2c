#include "app/cli/record/text.h"

#include <utility>

#include <doctest/doctest.h>

using namespace lanescope;

namespace {

CaptureState one_process() {
  CaptureState state;
  state.phase = CapturePhase::Finished;
  state.elapsed_ns = 12'300'000'000;
  state.processes.resize(1);
  state.processes[0].pid = 123;
  state.has_events = true;
  state.records = 1'234'567;
  state.file = "run.lanes";
  state.file_bytes = 5 << 20;
  return state;
}

}  // namespace

TEST_CASE("the summary says what was captured, what is missing, and how to see it") {
  CaptureState state = one_process();
  auto lines = summary_lines(state);
  REQUIRE(lines.size() == 2);
  CHECK(lines[0] == "1,234,567 records from 1 process in 12.30 s, none dropped");
  CHECK(lines[1] == "run.lanes (5.000 MiB); open it with `lanescope run.lanes`");

  state.processes.resize(2);
  state.processes[0].dropped_records = 1000;
  state.processes[1].cupti_dropped = 7;
  state.file_lost_bytes = 2048;
  state.file_lost_records = 85;
  lines = summary_lines(state);
  REQUIRE(lines.size() == 3);
  CHECK(lines[0] ==
        "1,234,567 records from 2 processes in 12.30 s, 1,007 dropped, 7 of them by CUPTI");
  CHECK(lines[1] == "run.lanes: 85 records (2.000 KiB) could not be written to the file");
}

TEST_CASE("what was saved is named with what fired, and how to see it where nothing else is kept") {
  CaptureState state = one_process();
  state.saved = {{"run.1.lanes", 3 << 20, "step 9 took 2.000 s (more than 1.000 s)"},
                 {"run.2.lanes", 4 << 20, "step 12 took 3.000 s (more than 1.000 s)"}};
  CHECK(saved_line(state.saved[0]) ==
        "saved run.1.lanes (3.000 MiB): step 9 took 2.000 s (more than 1.000 s)");
  CHECK(file_to_open(state) == "run.lanes");
  CHECK(summary_lines(state).back() == "run.lanes (5.000 MiB); open it with `lanescope run.lanes`");
  state.has_file = false;
  CHECK_FALSE(state.all_lost());
  CHECK(file_to_open(state) == "run.2.lanes");
  CHECK(summary_lines(state).back() == "2 files saved; open the last with `lanescope run.2.lanes`");
  state.saved.clear();
  CHECK(file_to_open(state).empty());
}

TEST_CASE(
    "a recording that was removed and could not be put back is lost, unless parts are saved") {
  CaptureState state = one_process();
  CHECK_FALSE(has_lost_file(state));
  state.file_in_place = false;
  CHECK(has_lost_file(state));
  state.saved.emplace_back().file = "run.1.lanes";
  CHECK_FALSE(has_lost_file(state));
}

TEST_CASE("where all was lost the summary says so and names no file to look at") {
  CaptureState state = one_process();
  state.has_file = false;
  state.file_bytes = 0;
  state.file_lost_records = state.records;
  state.file_lost_bytes = 5 << 20;
  const auto lines = summary_lines(state);
  REQUIRE(lines.size() == 2);
  CHECK(lines[0] == "1,234,567 records from 1 process in 12.30 s, none dropped");
  CHECK(lines[1] ==
        "run.lanes: no recording: none of the 1,234,567 records (5.000 MiB) could be written");
}

TEST_CASE("what was too old to be kept is counted") {
  CaptureState state = one_process();
  state.file_old_records = 1'000'000;
  const auto lines = summary_lines(state);
  REQUIRE(lines.size() == 3);
  CHECK(lines[1] == "kept the last 12.30 s (--keep-last); discarded 1,000,000 older records");
  state.file_old_ns = 2'300'000'000;
  CHECK(summary_lines(state)[1].starts_with("kept the last 10.00 s (--keep-last)"));
}

TEST_CASE("that a command was killed is told with the signal") {
  CaptureState state = one_process();
  state.command = CommandState{77, false, std::nullopt, 11};
  const auto lines = summary_lines(state);
  REQUIRE(lines.size() == 3);
  CHECK(lines[0] == "the command was killed by signal 11 (SIGSEGV)");
  CHECK(lines[1].starts_with("1,234,567 records"));
  state.command = CommandState{77, false, 1, std::nullopt};
  CHECK(summary_lines(state).size() == 2);
}

TEST_CASE("a capture of nothing says so") {
  CaptureState state = one_process();
  state.processes.clear();
  state.has_events = false;
  const auto lines = summary_lines(state);
  state.has_file = false;
  REQUIRE(lines.size() == 1);
  CHECK(
      lines[0] ==
      "nothing was recorded, so no file was written: no process of the command used CUDA or NVTX");
  state.command = CommandState{77, false, 2, std::nullopt};
  CHECK(summary_lines(state)[0].ends_with("CUDA or NVTX; the command exited with code 2"));
  state.command = CommandState{77, false, std::nullopt, 9};
  CHECK(summary_lines(state)[0].ends_with(
      "CUDA or NVTX; the command was killed by signal 9 (SIGKILL)"));
  state.problems = {{"option_empty", "no operator was recorded", ""}};
  state.problem_count = 1;
  CHECK(summary_lines(state)[0].ends_with(
      "CUDA or NVTX; the command was killed by signal 9 (SIGKILL)"));
  state.problems.push_back({"refused", "process 7 is not recorded", ""});
  state.problem_count = 2;
  CHECK(summary_lines(state)[0] ==
        "nothing was recorded, so no file was written; the command was killed by signal 9 "
        "(SIGKILL)");
}

TEST_CASE("what was seen from outside is counted by itself") {
  CaptureState state = one_process();
  state.samples = {.is_on = true, .processes = 2, .all_processes = 3, .samples = 4000, .torn = 12};
  auto lines = summary_lines(state);
  REQUIRE(lines.size() == 3);
  CHECK(lines[0] == "1,234,567 records from 1 process in 12.30 s, none dropped");
  CHECK(lines[1] == "4,000 samples of 3 processes, 12 torn");
  state.file_old_records = 1'000'000;
  CHECK(summary_lines(state)[2] ==
        "kept the last 12.30 s (--keep-last); discarded 1,000,000 older records (runs of equal "
        "samples, context switches, counters)");
  state.file_old_records = 0;
  state.processes.clear();
  state.samples.wanted_ns = 5'000'000;
  state.samples.period_ns = 10'000'000;
  CHECK(
      summary_lines(state)[0] ==
      "4,000 samples of 3 processes in 12.30 s, one every 10 ms per thread, not 5 ms, to leave the "
      "CPUs to the program, 12 torn");
  state.samples.watched_ns = 10'000'000'000;
  state.samples.due = 1000;
  state.samples.ticks = 1000;  // as many as at that rate: nothing is said twice
  CHECK(summary_lines(state)[0].find("to leave the CPUs to the program, 12 torn") !=
        std::string::npos);
  state.samples.ticks = 900;
  CHECK(summary_lines(state)[0].find(
            "to leave the CPUs to the program, 10 % of the planned samples not taken, 12 torn") !=
        std::string::npos);
  state.samples.period_ns = 5'000'000;
  state.samples.due = 2000;
  state.samples.torn = 0;
  CHECK(summary_lines(state)[0] ==
        "4,000 samples of 3 processes in 12.30 s, 55 % of the planned samples not taken");
  state.samples.ticks = 1995;
  state.samples.lost = 7;
  state.samples.all_processes = 1;
  lines = summary_lines(state);
  REQUIRE(lines.size() == 2);
  CHECK(lines[0] == "4,000 samples of 1 process in 12.30 s, 7 lost");
}

TEST_CASE("where threads are sampled, only what ends at once leaves nothing") {
  CaptureState state = one_process();
  state.processes.clear();
  state.has_events = state.has_file = false;
  state.samples.is_on = true;
  const auto elapsed_ns = std::exchange(state.elapsed_ns, 300'000'000);
  CHECK(
      summary_lines(state)[0].ends_with(": the command ended within a few samples; record a "
                                        "longer run, or use --sample 2kHz"));
  state.elapsed_ns = 1'000'000'000;
  CHECK(summary_lines(state)[0].find("raise the limit with `ulimit -n`") != std::string::npos);
  state.elapsed_ns = 300'000'000;
  state.samples.seen_processes = 2;
  CHECK(summary_lines(state)[0] ==
        "nothing was recorded, so no file was written: 2 processes ended within a few samples; "
        "record a longer run, or use --sample 2kHz");
  state.elapsed_ns = elapsed_ns;
  state.phase = CapturePhase::Waiting;
  CHECK(progress_line(state) == "12.3 s  waiting for the first samples");
  state.samples.is_on = false;
  CHECK(progress_line(state) == "12.3 s  waiting for a process that uses CUDA or NVTX");
  CHECK(no_gpu_line(false, true) ==
        "this machine has no NVIDIA driver, so no GPU work is recorded; thread samples, counters, "
        "NVTX ranges and, with --shapes, PyTorch operators are");
  CHECK(no_gpu_line(true, false) ==
        "this machine has no NVIDIA driver, so no GPU work is recorded; NVTX ranges and PyTorch "
        "operators are");
}

TEST_CASE("a capture that processes joined and did nothing in says so") {
  CaptureState state = one_process();
  state.has_events = state.has_file = false;
  REQUIRE(summary_lines(state).size() == 1);
  CHECK(summary_lines(state)[0] ==
        "nothing was recorded, so no file was written: 1 process connected but recorded no events, "
        "as it used no CUDA, NVTX or, with --shapes, PyTorch operators");
  state.processes.resize(2);
  CHECK(summary_lines(state)[0].find(
            ": 2 processes connected but recorded no events, as they used") != std::string::npos);
}

TEST_CASE("what lies beside the file, and what was there before, is named") {
  CaptureState state = one_process();
  state.file_segments = 3;
  state.old_file = "run-2.lanes";
  const auto lines = summary_lines(state);
  REQUIRE(lines.size() == 3);
  CHECK(lines[1] == "run.lanes was left by a recorder that was killed; it is now run-2.lanes");
  CHECK(lines[2] ==
        "run.lanes and 3 files next to it (run.lanes.part…) (5.000 MiB); open it with `lanescope "
        "run.lanes`");
}

TEST_CASE("what goes on without being recorded is named by its PID") {
  CaptureState state = one_process();
  CHECK(still_running_line(state, {}).empty());
  CHECK(still_running_line(state, {7}) ==
        "1 process of the program is still running (PID 7) but no longer recorded");
  CHECK(still_running_line(state, {7, 8, 9}) ==
        "3 processes of the program are still running (PID 7, 8, 9) but no longer recorded");
  state.command = CommandState{77, true, std::nullopt, std::nullopt};
  CHECK(still_running_line(state, {77, 78}) ==
        "the program is still running (PID 77) but no longer recorded; press Ctrl+C twice to kill "
        "it");
}

TEST_CASE("a problem names its process and what to do") {
  const CaptureState state = one_process();
  CHECK(problem_line(state, {"subscriber_taken", "another profiler has CUPTI", "stop it", 0}) ==
        "process 123: another profiler has CUPTI; stop it");
  CHECK(problem_line(state, {"no_cupti", "No CUPTI.", "Install it.", 0}) ==
        "process 123: no CUPTI; install it");
  CHECK(problem_line(state, {"x", "no rights", "NVIDIA says how", 0}) ==
        "process 123: no rights; NVIDIA says how");
  CHECK(problem_line(state, {"x", "the disk is full", ""}) == "the disk is full");
  CHECK(problem_line(state, {"bare_code", "", "", 99}) == "bare_code");
  // What is only sampled has numbers, too.
  CaptureState second = state;
  second.processes[0].index = 3;
  CHECK(problem_line(second, {"x", "no rights", "", 3}) == "process 123: no rights");
  CHECK(problem_line(second, {"x", "no rights", "", 0}) == "no rights");
}

TEST_CASE("progress is one short line") {
  CaptureState state = one_process();
  state.phase = CapturePhase::Recording;
  state.records_per_second = 52'345.6;
  CHECK(progress_line(state) == "12.3 s  1,234,567 records  52346/s  5.000 MiB");
  state.dropped_records = 12;
  CHECK(progress_line(state).ends_with("  12 dropped"));
  state.dropped_records = 0;
  state.samples = {.is_on = true, .processes = 2, .samples = 4000};
  CHECK(progress_line(state) ==
        "12.3 s  1,234,567 records  52346/s  4,000 samples  5.000 MiB  2 processes");
  state.processes.clear();
  CHECK(progress_line(state) == "12.3 s  4,000 samples  5.000 MiB  2 processes");
  state.phase = CapturePhase::Waiting;
  CHECK(progress_line(state).find("waiting") != std::string::npos);
}
