// Programs whose machine code and switches are known, as the kernel sees them.
#include <algorithm>
#include <array>
#include <chrono>
#include <csignal>
#include <ctime>
#include <map>
#include <sched.h>
#include <set>
#include <string>
#include <string_view>
#include <thread>
#include <unistd.h>

#include <doctest/doctest.h>

#include "capture/sampler/perf/native_sampler.h"
#include "capture/sampler/perf/perf_event.h"
#include "capture/sampler/sampler.h"
#include "tests/capture/sampler/child.h"
#include "tests/capture/sampler/kept_samples.h"
#include "tests/capture/sampler/perf/watched_program.h"
#include "tests/skip.h"

using namespace lanescope;
using wire::SwitchKind;

namespace {

volatile std::uint64_t g_turns = 0, g_other_turns = 0;

// Not alike, or the compiler makes one of both.
[[gnu::noinline]] void spin_briefly() {
  for (int i = 0; i < 300'000; ++i) g_turns = g_turns + 1;
}
[[gnu::noinline]] void spin_long() {
  for (int i = 0; i < 700'000; ++i) g_other_turns = g_other_turns + 3;
}

// Callers that a compiler with its usual options gives no frame pointers.
[[gnu::noinline]] void spin_deep() {
  for (;;) {
    spin_long();
    g_turns = g_turns + 1;
  }
}
[[gnu::noinline]] void spin_deeper() {
  spin_deep();
  g_turns = g_turns + 2;
}

/// How often, and for how long, a thread lost its CPU so.
struct Waits {
  Waits(const DecodedSamples& decoded, SwitchKind kind, Ns least_ns) {
    std::map<std::uint32_t, wire::ThreadSwitchRecord> out;
    for (const wire::ThreadSwitchRecord& record : decoded.switches) {
      const SwitchKind now{record.header.aux};
      const auto before = out.find(record.tid);
      if (now == SwitchKind::In && before != out.end()) {
        const Ns wait_ns = record.time_ns - before->second.time_ns;
        CHECK(wait_ns >= 0);
        const bool counts = SwitchKind{before->second.header.aux} == kind && wait_ns >= least_ns;
        count += counts ? 1 : 0;
        sum_ns += counts ? wait_ns : 0;
      }
      if (now == SwitchKind::In)
        out.erase(record.tid);
      else
        out[record.tid] = record;
    }
  }
  int count = 0;
  Ns sum_ns = 0;
};

}  // namespace

TEST_CASE("functions of machine code have their shares of the CPU time") {
  need_perf();
  KeptSamples kept;
  // What each of them really takes depends on the machine.
  const Pipe pipe;
  const Child child([&] {
    for (;;) {
      std::array<Ns, 3> at{cpu_ns(), 0, 0};
      spin_briefly();
      at[1] = cpu_ns();
      spin_long();
      at[2] = cpu_ns();
      const double share = static_cast<double>(at[1] - at[0]) / static_cast<double>(at[2] - at[0]);
      static bool is_told = false;
      static int rounds = 0;
      static double sum = 0;
      sum += share;
      if (++rounds < 100 || is_told) continue;
      sum /= rounds;
      is_told = ::write(pipe.ends[1], &sum, sizeof sum) == sizeof sum;
    }
  });
  const auto sampler = start(kept, child.pid());
  REQUIRE(comes_true([&] { return kept.decoded(child.pid()).native.size() >= 600; }));
  double share = 0;
  REQUIRE(::read(pipe.ends[0], &share, sizeof share) == sizeof share);
  const DecodedSamples decoded = kept.decoded(child.pid());
  double brief = 0, both = 0, all = 0;
  for (const DecodedNativeSample& sample : decoded.native) {
    CHECK(sample.record.tid == static_cast<std::uint32_t>(child.pid()));
    // On a busy machine some are left out, and each of the others stands for two or four.
    const double periods =
        sample.record.period_us * 1000.0 / static_cast<double>(native_period_ns(500));
    CHECK((periods == 1 || periods == 2 || periods == 4));
    brief += is_in(sample, "spin_briefly") ? periods : 0;
    both += is_in(sample, "spin_briefly") || is_in(sample, "spin_long") ? periods : 0;
    all += periods;
  }
  CHECK(both > 0.9 * all);
  CHECK(brief / both > share - 0.1);
  CHECK(brief / both < share + 0.1);
  CHECK(std::ranges::is_sorted(
      decoded.native, {}, [](const DecodedNativeSample& sample) { return sample.record.time_ns; }));
  CHECK(kept.problems().empty());
}

TEST_CASE("callers are found by unwind tables where libdw is installed") {
  need_perf();
  const std::string refusal = unwind_refusal(perf_access());
  if (!refusal.empty()) skip_case(refusal);
  KeptSamples kept;
  const Child child([] { std::thread(spin_deeper).join(); });
  const auto sampler = start(kept, child.pid(), NativeMode::On);
  const auto count_with_callers = [&] {
    const auto native = kept.decoded(child.pid()).native;
    return std::ranges::count_if(native, [](const DecodedNativeSample& sample) {
      std::size_t found = 0;  // innermost first
      for (const std::string& frame : sample.frames) {
        found += found == 0 && frame.find("spin_long") != std::string::npos ? 1 : 0;
        found += found == 1 && frame.find("spin_deep (") != std::string::npos ? 1 : 0;
        found += found == 2 && frame.find("spin_deeper (") != std::string::npos ? 1 : 0;
      }
      // Up to the thread's first function, so that no mark stands for unknown callers.
      return found == 3 && sample.frames.back().find("(libc.so") != std::string::npos;
    });
  };
  CHECK(comes_true([&] { return count_with_callers() >= 100; }));
  const auto all = static_cast<std::ptrdiff_t>(kept.decoded(child.pid()).native.size());
  CHECK(count_with_callers() * 10 >= all * 8);
  CHECK(kept.problems().empty());
}

TEST_CASE("a thread that sleeps is blocked exactly as long as it sleeps") {
  need_perf();
  KeptSamples kept;
  const Child child([] {
    for (;;) {
      sleep_ms(5);
      spin_briefly();
    }
  });
  const auto sampler = start(kept, child.pid());
  constexpr Ns kSlept = 5'000'000;
  CHECK(comes_true([&] {
    const Waits waits(kept.decoded(child.pid()), SwitchKind::Blocked, kSlept - 100'000);
    return waits.count >= 40 && waits.sum_ns >= waits.count * (kSlept - 100'000);
  }));
}

TEST_CASE("threads and processes that start later are seen, and end when they end") {
  need_perf();
  KeptSamples kept;
  const Child child([] {
    sleep_ms(500);
    for (int i = 0; i < 50; ++i) std::thread([] { spin_briefly(); }).join();
    if (::fork() == 0) {
      for (;;) spin_long();
    }
    ::pause();
  });
  const auto sampler = start(kept, child.pid());
  REQUIRE(comes_true([&] { return kept.processes().size() == 2; }));
  const std::int64_t forked = kept.processes().rbegin()->first == child.pid()
                                  ? kept.processes().begin()->first
                                  : kept.processes().rbegin()->first;
  // Each sample of the forked one once, though its parent was watched before.
  CHECK(comes_true([&] {
    const auto native = kept.decoded(forked).native;
    return native.size() >= 20 && is_in(native.back(), "spin_long");
  }));
  const auto times = kept.decoded(forked).native;
  std::size_t twice =
      0;  // within half the time between two samples, as the system may be late once
  for (std::size_t i = 1; i < times.size(); ++i)
    twice += times[i].record.time_ns - times[i - 1].record.time_ns < 1'000'000 ? 1 : 0;
  CHECK(twice <= times.size() / 10);
  std::set<std::uint32_t> seen, ended;
  CHECK(comes_true([&] {
    const DecodedSamples decoded = kept.decoded(child.pid());
    for (const wire::ThreadSwitchRecord& record : decoded.switches) {
      if (record.tid != static_cast<std::uint32_t>(child.pid())) seen.insert(record.tid);
    }
    for (const DecodedSample& sample : decoded.samples) {
      if (sample.state == wire::SampledState::Ended) ended.insert(sample.record.tid);
    }
    return seen.size() >= 50 && std::ranges::includes(ended, seen);
  }));
  ::kill(static_cast<pid_t>(forked), SIGKILL);
}

TEST_CASE("a program that only switches is watched for a part of each second") {
  need_perf();
  KeptSamples kept;
  // Both threads are there before they are watched, and share a CPU, so that each turn is a switch.
  const Child child([] {
    const Pipe there, back;
    cpu_set_t cpus;
    CPU_ZERO(&cpus);
    CPU_SET(0, &cpus);
    ::sched_setaffinity(0, sizeof cpus, &cpus);
    std::thread([&] {
      for (char byte = 0; ::read(there.ends[0], &byte, 1) == 1;) {
        if (::write(back.ends[1], &byte, 1) != 1) return;
      }
    }).detach();
    for (char byte = 0; ::write(there.ends[1], &byte, 1) == 1;) {
      if (::read(back.ends[0], &byte, 1) != 1) return;
    }
  });
  sleep_ms(300);
  std::unique_ptr<HostSampler> sampler = start(kept, child.pid());
  REQUIRE(comes_true([&] { return !kept.decoded(child.pid()).gaps.empty(); }));
  const wire::SwitchGapRecord gap = kept.decoded(child.pid()).gaps.front();
  CHECK(gap.begin_ns < gap.end_ns);
  CHECK(gap.end_ns - gap.begin_ns <= SwitchLimit::kWindowNs);
  // It goes on behind the gap.
  CHECK(comes_true([&] {
    const auto switches = kept.decoded(child.pid()).switches;
    return !switches.empty() && switches.back().time_ns > gap.end_ns;
  }));
  sampler->stop();
  const auto problems = kept.problems();
  CHECK(std::ranges::any_of(problems, [](const std::string& problem) {
    return problem.find("were not recorded for") != std::string::npos;
  }));
}

TEST_CASE("without the kernel's part there are samples as ever") {
  KeptSamples kept;
  const Child child([] {
    for (;;) spin_long();
  });
  const auto sampler = start(kept, child.pid(), NativeMode::Off);
  CHECK(kept.soon_has(child.pid(), 20, [](const DecodedSample&) { return true; }));
  CHECK(kept.decoded(child.pid()).native.empty());
  CHECK(kept.decoded(child.pid()).switches.empty());
}

TEST_CASE("while paused, the kernel records nothing") {
  need_perf();
  KeptSamples kept;
  const Child child([] {
    for (;;) spin_long();
  });
  const auto sampler = start(kept, child.pid());
  REQUIRE(comes_true([&] { return kept.decoded(child.pid()).native.size() >= 20; }));
  sampler->pause(true);
  sleep_ms(100);
  const std::size_t before = kept.decoded(child.pid()).native.size();
  sleep_ms(300);
  CHECK(kept.decoded(child.pid()).native.size() == before);
  sampler->pause(false);
  REQUIRE(comes_true([&] { return kept.decoded(child.pid()).native.size() > before + 20; }));
  const auto native = kept.decoded(child.pid()).native;
  const Ns gap_ns = native[before].record.time_ns - native[before - 1].record.time_ns;
  CHECK(gap_ns > 250'000'000);
}
