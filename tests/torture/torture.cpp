// Whatever a program does while it is recorded, and whatever becomes of its recorder: how the
// program ends and what it prints is what it is without one.
//
//   LANESCOPE_TORTURE_S=3600 LANESCOPE_TORTURE_SEED=7 torture
//
// tortures for an hour and prints how long the programs took, recorded and not. With a sanitizer
// the agent is inside the program that is tortured; for the thread sanitizer
// TSAN_OPTIONS="die_after_fork=0 report_thread_leaks=0", since children of threads are part of it,
// and ends while threads come and go.
#include <algorithm>
#include <chrono>
#include <csignal>
#include <cstdlib>
#include <future>
#include <random>
#include <regex>
#include <string>
#include <vector>

#include <doctest/doctest.h>
#include <fmt/format.h>

#include "tests/capture/capture_chunks.h"
#include "tests/capture/pythons.h"
#include "tests/paths.h"
#include "tests/torture/torture_runs.h"

using namespace lanescope;

namespace {

using Clock = std::chrono::steady_clock;

std::uint64_t number_of(const char* variable, std::uint64_t otherwise) {
  const char* const text = std::getenv(variable);
  return text == nullptr ? otherwise : std::strtoull(text, nullptr, 10);
}

struct Means {
  double recorded_ms = 0, alone_ms = 0;
  int runs = 0;
};

/// A recorder of any kind; the first of them all in turn.
constexpr int kRecorders = 8;
TortureRecorder any_recorder(int turn, std::mt19937_64& random) {
  const auto below = [&random](std::uint64_t most) { return static_cast<long>(random() % most); };
  switch (turn % kRecorders) {
    case 0:
      return {"die-at", 1 + below(30)};
    case 1:
      return {"plain", 0};
    case 2:
      return {"pause", 40};
    case 3:
      return {"die-after", below(400)};
    case 4:
      return {"stop", below(400)};
    case 5:
      return {"freeze", below(300)};
    case 6:
      return {"keep-last", 1 + below(100)};
    default:
      return {"die-at", 1 + below(4)};
  }
}

/// Which CUPTI there is, and at times a clock that somebody sets an hour forward or back.
std::string environment_of(const std::string& cupti, int turn) {
  std::string text = fmt::format("LANESCOPE_CUPTI={}/tests/{}", binary_folder(), cupti);
  if (turn % 3 == 1)
    text += fmt::format(" LD_PRELOAD={}/tests/capture/fake/libfake_clock.so FAKE_CLOCK={},{}",
                        binary_folder(), turn * 13 % 200, turn % 2 == 0 ? 3'600'000 : -3'600'000);
  return text;
}

/// Unless it was killed it ends in good order, and its file is whole.
void check_recorder(const TortureRecorder& recorder, const TortureRun& run) {
  constexpr int kKilled = 128 + SIGKILL;
  if (run.recorder_code == kKilled) {
    CHECK((recorder.how.starts_with("die") || recorder.how == "freeze"));
    return;
  }
  CHECK(run.recorder_code == 0);
  if (run.file.empty()) return;  // nobody joined before it stopped
  const CaptureChunks chunks = take_apart(run.file);
  CHECK(chunks.rest == 0);
  REQUIRE_FALSE(chunks.all.empty());
  CHECK(chunks.all.back().is(wire::ChunkKind::End));
}

/// Numbers of processes are each run's own.
std::string without_pids(const std::string& errors) {
  static const std::regex pids("pid=[0-9]+");
  return std::regex_replace(errors, pids, "pid=N");
}

/// Generous: it is for what waits, not for what is slow on a machine that does other work.
std::chrono::milliseconds most_time(const TortureRecorder& recorder, const TortureRun& alone) {
  const std::chrono::seconds waits(recorder.how == "freeze" ? 15 : 5);
  return 5 * alone.took + waits;
}

/// `program`, with assignments for the shell before it, is called with a seed, how many children it
/// makes, and how it is to end. The recorder's end code.
int torture(const std::string& program, const std::string& environment, const std::string& end,
            const TortureRecorder& recorder, std::mt19937_64& random, Means& means) {
  // Of a recorder that lives and does not answer each child waits two seconds for an answer.
  const int children = recorder.how == "freeze" ? 1 : 8;
  const std::string line = fmt::format("{} {} {} {}", program, random() % 100'000, children, end);
  CAPTURE(line);
  CAPTURE(recorder.how);
  CAPTURE(recorder.number);
  CAPTURE(environment);
  // Both at once: what disturbs one may disturb the other.
  auto other = std::async(std::launch::async, [&] { return run_tortured(line, {}, environment); });
  const TortureRun recorded = run_tortured(line, recorder, environment);
  const TortureRun alone = other.get();
  REQUIRE(alone.ended);
  CHECK(recorded.ended);
  CHECK(recorded.status == alone.status);
  CHECK(recorded.output == alone.output);
  CHECK(without_pids(recorded.errors) == without_pids(alone.errors));
  CHECK(recorded.took <= most_time(recorder, alone));
  check_recorder(recorder, recorded);
  means.alone_ms += static_cast<double>(alone.took.count());
  means.recorded_ms += static_cast<double>(recorded.took.count());
  ++means.runs;
  return recorded.recorder_code;
}

/// Turns until the time is up, one of each recorder and of each end at least; those of ends have no
/// divisor in common with those of recorders, so that all meet in time.
template <typename Turn>
void torture_on(const char* what, const std::vector<std::string>& ends, Turn turn) {
  const int least = std::max(kRecorders, static_cast<int>(ends.size()));
  const auto until = Clock::now() + std::chrono::seconds(number_of("LANESCOPE_TORTURE_S", 0));
  std::mt19937_64 random(number_of("LANESCOPE_TORTURE_SEED", 1));
  Means means;
  for (int times = 0; times < least || Clock::now() < until; ++times)
    turn(times, ends[static_cast<std::size_t>(times) % ends.size()], random, means);
  MESSAGE(fmt::format("{}: {} runs of {:.0f} ms, {:.0f} ms without a recorder", what, means.runs,
                      means.recorded_ms / means.runs, means.alone_ms / means.runs));
}

}  // namespace

TEST_CASE("a program ends and prints as it does without a recorder") {
  std::vector<std::string> ends{"return", "exit",   "quick_exit", "_exit", "abort", "kill",
                                "exec",   "thread", "segv",       "throw", "term",  "handler"};
#ifndef __SANITIZE_THREAD__  // whose own thread is there to stay when all others have ended
  ends.emplace_back("leave");
#endif
  torture_on("programs", ends,
             [&](int turn, const std::string& end, std::mt19937_64& random, Means& means) {
               torture(binary_folder() + "/tests/torture/torture_program",
                       environment_of("torture/libtorture_cupti.so", turn), end,
                       any_recorder(turn, random), random, means);
             });
}

TEST_CASE("a program does not notice at what its recorder is killed") {
  std::mt19937_64 random(number_of("LANESCOPE_TORTURE_SEED", 1));
  Means means;
  // As far as a run gets; the first are the start, of the program and of each child that joins.
  const long most = number_of("LANESCOPE_TORTURE_S", 0) == 0 ? 60 : 10'000;
  long reported = 1;
  while (reported <= most && torture(binary_folder() + "/tests/torture/torture_program",
                                     environment_of("torture/libtorture_cupti.so", 0), "exit",
                                     {"die-at", reported}, random, means) != 0)
    ++reported;
  MESSAGE(
      fmt::format("recorders that died when told something for the 1st to {}th time", reported));
}

TEST_CASE("a program of Python ends and prints as it does without a recorder") {
  const std::vector<std::string> ends{"fall", "exit",      "error", "os_exit", "abort",  "kill",
                                      "exec", "interrupt", "term",  "segv",    "handler"};
  torture_on("programs of Python", ends,
             [&](int turn, const std::string& end, std::mt19937_64& random, Means& means) {
               const auto at = static_cast<std::size_t>(turn);
               torture(fmt::format("{} {}/tests/torture/torture_program.py",
                                   pythons()[at % pythons().size()].path, source_folder()),
                       environment_of("capture/fake/libfake_cupti.so", turn), end,
                       any_recorder(turn, random), random, means);
             });
}
