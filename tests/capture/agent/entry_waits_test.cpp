// The longest time that the agent's callers wait for it.
#include <string>

#include <doctest/doctest.h>

#include "capture/agent/ring/clock.h"
#include "tests/capture/agent/entry_run.h"
#include "tests/capture/agent/logged_by.h"

using namespace lanescope;
using namespace lanescope::agent;
using wire::RecordType;

TEST_CASE("a flush that takes long is not waited for longer than a second") {
  const std::int64_t begin = clock_ns(CLOCK_MONOTONIC);
  const FakeRun run = run_of("--calls 10 --end _exit --tell flush", "flush_ms=1700");
  const std::int64_t took = clock_ns(CLOCK_MONOTONIC) - begin;
  CHECK(took >= kSecond);
  CHECK(took < 1650 * kMillisecond);
  CHECK(run.account.count(RecordType::Kernel) == 0);
}

TEST_CASE("the end of a program waits two seconds for records in all, and the log says so") {
  FakeRun run;
  std::int64_t took = 0;
  const std::string log = logged_by([&] {
    const std::int64_t begin = clock_ns(CLOCK_MONOTONIC);
    // The first flush takes 1.5 s of the limit; not enough is left for the second.
    run = run_of("--calls 10 --tell flush_at_end=0", "flush_ms=1500");
    took = clock_ns(CLOCK_MONOTONIC) - begin;
  });
  CHECK(took >= 2 * kSecond);
  CHECK(took < 2900 * kMillisecond);
  CHECK(run.account.count(RecordType::Kernel) == 10);
  CHECK(run.said_bye);
  CHECK(log.find("the last flush took too long\n") != std::string::npos);
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
