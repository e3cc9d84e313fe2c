// Waits that are too short for samples to hit each of them.
#include "core/analysis/host_time/unseen_waits.h"

#include <algorithm>
#include <string>
#include <utility>

#include <doctest/doctest.h>

#include "core/analysis/host_time/host_time.h"
#include "tests/core/fixtures/thread_writer.h"
#include "tests/core/fixtures/trace_text.h"

using namespace lanescope;

namespace {

/// A thread that waits 100 times for 500 µs at one line, and of which samples that are 5 ms apart
/// have hit so many waits for a file and for a lock.
std::shared_ptr<const Snapshot> reader(int for_files, int for_locks) {
  TraceText trace;
  const auto thread = thread_writer(trace, "100", "100");
  thread("python_sample", "read.py(8): read_one", "0", "100000");
  thread("python_line", "read.py:9", "0", "100000");
  for (int i = 0; i < 100; ++i) {
    const std::string name = i < for_files               ? "read /data/" + std::to_string(i)
                             : i < for_files + for_locks ? "futex"
                                                         : "waiting";
    thread("thread_state", "running", std::to_string(1'000 * i), "500");
    thread("thread_state", name, std::to_string(1'000 * i + 500), "500");
  }
  return trace.load();
}

struct Sums {
  Ns disk_ns = 0, lock_ns = 0, unknown_ns = 0;
  std::string title;
};

Sums sums_of(const Snapshot& trace) {
  const HostTime time = analyse_host_time(trace, whole_window());
  REQUIRE(time.threads.size() == 1);
  const auto sums = host_states(trace, time, 0);
  Sums of{sums.at(static_cast<std::size_t>(HostState::Disk)),
          sums.at(static_cast<std::size_t>(HostState::Lock)),
          sums.at(static_cast<std::size_t>(HostState::Other)), wait_title(trace, time.waits[0])};
  Ns all_ns = 0;
  for (const HostWait& wait : time.waits) {
    all_ns += wait.total_ns;
    CHECK(wait.longest_ns <= wait.total_ns);
  }
  CHECK(all_ns == time.threads[0].other_wait_ns);
  return of;
}

constexpr Ns kMs = 1'000'000;

}  // namespace

TEST_CASE("short waits that no sample hit are for what those are that samples hit") {
  const auto trace = reader(10, 0);
  const Sums sums = sums_of(*trace);
  CHECK(sums.disk_ns == 50 * kMs);
  CHECK(sums.unknown_ns == 0);
  CHECK(sums.title == "disk, inferred from sampled waits");
}

TEST_CASE("short waits divide as those that samples hit") {
  const auto trace = reader(12, 4);
  const Sums sums = sums_of(*trace);
  CHECK(static_cast<double>(sums.disk_ns) == doctest::Approx(0.75 * 50 * kMs).epsilon(0.01));
  CHECK(static_cast<double>(sums.lock_ns) == doctest::Approx(0.25 * 50 * kMs).epsilon(0.01));
}

TEST_CASE("nothing is left of waits that divide, and none is longer than its part") {
  // A third does not come out even; of 19 to one, a part is shorter than any of the waits.
  for (const auto& [for_files, for_locks] : {std::pair(14, 7), std::pair(94, 5)}) {
    const auto trace = reader(for_files, for_locks);
    CHECK(sums_of(*trace).unknown_ns == 0);
  }
}

TEST_CASE("too few samples tell nothing of other waits") {
  const auto trace = reader(3, 0);
  const Sums sums = sums_of(*trace);
  CHECK(static_cast<double>(sums.disk_ns) == doctest::Approx(1.5 * kMs));
  CHECK(static_cast<double>(sums.unknown_ns) == doctest::Approx(48.5 * kMs));
}
