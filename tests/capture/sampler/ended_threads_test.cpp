// Threads and processes that end between two samples: they are not shown as running until the
// recorder looks again.
#include <algorithm>
#include <chrono>
#include <ctime>
#include <functional>
#include <map>
#include <memory>
#include <thread>
#include <unistd.h>
#include <utility>
#include <vector>

#include <doctest/doctest.h>
#include <sys/resource.h>
#include <sys/wait.h>

#include "capture/sampler/perf/perf_event.h"
#include "capture/sampler/sampler.h"
#include "tests/capture/sampler/child.h"
#include "tests/capture/sampler/kept_samples.h"
#include "tests/skip.h"

using namespace lanescope;
using wire::SampledState;
using wire::SwitchKind;

namespace {

constexpr Ns kMs = 1'000'000;

std::unique_ptr<HostSampler> start(KeptSamples& kept, std::int64_t command, int rate_hz,
                                   bool native) {
  SamplerOptions options;
  options.command = command;
  options.rate_hz = rate_hz;
  options.native = native ? NativeMode::Frames : NativeMode::Off;
  auto started = HostSampler::start(std::move(options), kept);
  REQUIRE(started.ok());
  return std::move(started).value();
}

void sleep_ms(int ms) {
  std::this_thread::sleep_for(std::chrono::milliseconds(ms));
}

void spin(Ns cpu_ns) {
  timespec now{};
  do {
    ::clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
  } while (Ns{now.tv_sec} * 1'000 * kMs + now.tv_nsec < cpu_ns);
}

Ns cpu_of(int who) {
  rusage usage{};
  ::getrusage(who, &usage);
  const auto ns = [](const timeval& time) {
    return Ns{time.tv_sec} * 1'000 * kMs + Ns{time.tv_usec} * 1'000;
  };
  return ns(usage.ru_utime) + ns(usage.ru_stime);
}

/// How long all threads had a CPU, by their switches and ends.
Ns running_ns(const DecodedSamples& decoded) {
  std::map<std::uint32_t, std::vector<std::pair<Ns, bool>>> moments;
  for (const wire::ThreadSwitchRecord& record : decoded.switches)
    moments[record.tid].emplace_back(record.time_ns,
                                     SwitchKind{record.header.aux} == SwitchKind::In);
  for (const DecodedSample& sample : decoded.samples) {
    if (sample.state == SampledState::Ended)
      moments[sample.record.tid].emplace_back(sample.record.first_ns, false);
  }
  Ns sum_ns = 0;
  for (auto& [tid, times] : moments) {
    std::ranges::stable_sort(times, {}, &std::pair<Ns, bool>::first);
    for (std::size_t i = 1; i < times.size(); ++i)
      sum_ns += times[i - 1].second ? times[i].first - times[i - 1].first : 0;
  }
  return sum_ns;
}

/// Compares what is shown as running with the CPU time that the system counts.
void check_running(int rate_hz, int who, const std::function<void()>& work) {
  const Pipe pipe;
  Child child([&] {
    sleep_ms(300);  // until it is watched
    const Ns before_ns = cpu_of(who);
    work();
    const Ns used_ns = cpu_of(who) - before_ns;
    if (::write(pipe.ends[1], &used_ns, sizeof used_ns) != sizeof used_ns) ::_exit(1);
  });
  const pid_t pid = child.pid();
  KeptSamples kept;
  const auto sampler = start(kept, pid, rate_hz, true);
  Ns used_ns = 0;
  REQUIRE(::read(pipe.ends[0], &used_ns, sizeof used_ns) == sizeof used_ns);
  child.wait();
  REQUIRE(comes_true([&] { return kept.has_left(pid); }));
  sampler->stop();
  Ns shown_ns = 0;
  for (const auto& [one, process] : kept.processes()) {
    if (who == RUSAGE_SELF || one != pid) shown_ns += running_ns(kept.decoded(one));
  }
  CAPTURE(used_ns);
  CAPTURE(shown_ns);
  // Both clocks are coarse for threads that run for less than a tenth of a millisecond. Less may be
  // shown: a process that ends before it is found is not there.
  CHECK(shown_ns < used_ns + used_ns / 10 + 20 * kMs);
  CHECK(shown_ns > 0);
}

}  // namespace

TEST_CASE("without the kernel's word, a thread ends with its last sample") {
  KeptSamples kept;
  Child child([] {
    for (int i = 0; i < 10; ++i) std::thread([] { spin(80 * kMs); }).join();
  });
  const pid_t pid = child.pid();
  const auto sampler = start(kept, pid, 50, false);
  child.wait();
  REQUIRE(comes_true([&] { return kept.has_left(pid); }));
  std::map<std::uint32_t, Ns> last;
  int ended = 0;
  for (const DecodedSample& sample : kept.decoded(pid).samples) {
    const auto at = last.find(sample.record.tid);
    if (sample.state == SampledState::Ended) {
      ++ended;
      REQUIRE(at != last.end());
      CHECK(sample.record.first_ns == at->second);
    }
    last[sample.record.tid] = sample.record.last_ns;
  }
  CHECK(ended >= 5);
}

TEST_CASE("threads that only sleep and end are not shown as running until the next sample") {
  if (const PerfAccess access = perf_access(); !access.allowed()) skip_case(access.refusal);
  check_running(20, RUSAGE_SELF, [] {
    std::vector<std::thread> threads;
    for (int i = 0; i < 300; ++i) threads.emplace_back([] { sleep_ms(500); });
    for (std::thread& thread : threads) thread.join();
  });
}

TEST_CASE("short processes are shown as running for their CPU time") {
  if (const PerfAccess access = perf_access(); !access.allowed()) skip_case(access.refusal);
  check_running(200, RUSAGE_CHILDREN, [] {
    for (int i = 0; i < 50; ++i) {
      const pid_t forked = ::fork();
      if (forked == 0) {
        spin(12 * kMs);
        ::_exit(0);
      }
      ::waitpid(forked, nullptr, 0);
    }
  });
}
