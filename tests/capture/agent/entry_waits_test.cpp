// How long the agent's callers wait for it at most.
#include <cstdlib>

#include <doctest/doctest.h>

#include "capture/agent/clock.h"
#include "tests/capture/agent/fake_run.h"
#include "tests/core/base/temp_folder.h"

using namespace lanescope;
using namespace lanescope::agent;
using wire::RecordType;

namespace {

FakeRun run_of(const std::string& arguments, const std::string& script = {}) {
  FakeRun run;
  run.arguments = arguments;
  run.script = script;
  run.config = "level=1\nflush_ms=10000\n";  // nothing comes unasked
  run.run();
  CHECK(run.status == 0);
  return run;
}

/// The same of a program with a driver that behaves as `how`, and its log.
FakeRun run_with_driver(const char* how, std::string& log, const std::string& script = {}) {
  const TempFolder folder;
  const std::string path = folder.path() + "/log";
  ::setenv("FAKE_DRIVER", how, 1);
  ::setenv("LANESCOPE_LOG", path.c_str(), 1);
  FakeRun run = run_of("--calls 10 --end _exit --tell flush_at_end=1 --driver " + binary_folder() +
                           "/tests/capture/fake/libfake_driver.so",
                       script);
  ::unsetenv("FAKE_DRIVER");
  ::unsetenv("LANESCOPE_LOG");
  log = text_of_file(path);
  return run;
}

constexpr char kWaits[] = "the GPU is waited for\n";

}  // namespace

TEST_CASE("a flush that takes long is not waited for longer than a second") {
  const std::int64_t begin = clock_ns(CLOCK_MONOTONIC);
  const FakeRun run = run_of("--calls 10 --end _exit --tell flush", "flush_ms=1700");
  const std::int64_t took = clock_ns(CLOCK_MONOTONIC) - begin;
  CHECK(took >= kSecond);
  CHECK(took < 1650 * kMillisecond);
  CHECK(run.account.count(RecordType::Kernel) == 0);
}

TEST_CASE("the end of a program waits two seconds for records in all, and the log says so") {
  const TempFolder folder;
  const std::string log = folder.path() + "/log";
  ::setenv("LANESCOPE_LOG", log.c_str(), 1);
  const std::int64_t begin = clock_ns(CLOCK_MONOTONIC);
  // The first flush takes one and a half of them; of the second there is not enough left.
  const FakeRun run = run_of("--calls 10 --tell flush_at_end=0", "flush_ms=1500");
  const std::int64_t took = clock_ns(CLOCK_MONOTONIC) - begin;
  ::unsetenv("LANESCOPE_LOG");
  CHECK(took >= 2 * kSecond);
  CHECK(took < 2900 * kMillisecond);
  CHECK(run.account.count(RecordType::Kernel) == 10);
  CHECK(run.said_bye);
  CHECK(text_of_file(log).find("the last flush took too long\n") != std::string::npos);
}

TEST_CASE("a GPU that works on is waited for a second, and the log says so") {
  std::string log;
  const std::int64_t begin = clock_ns(CLOCK_MONOTONIC);
  const FakeRun run = run_with_driver("hangs", log);
  const std::int64_t took = clock_ns(CLOCK_MONOTONIC) - begin;
  CHECK(took >= kSecond);
  CHECK(took < 2 * kSecond);
  CHECK(log.find("the GPU is still at work\n") != std::string::npos);
  CHECK(run.account.count(RecordType::Kernel) == 10);
}

TEST_CASE("the time for the GPU is taken off that for records") {
  std::string log;
  const std::int64_t begin = clock_ns(CLOCK_MONOTONIC);
  const FakeRun run = run_with_driver("hangs", log, "flush_ms=1500");
  const std::int64_t took = clock_ns(CLOCK_MONOTONIC) - begin;
  CHECK(took >= 2 * kSecond);
  CHECK(took < 2450 * kMillisecond);
  CHECK(run.account.count(RecordType::Kernel) == 0);
}
