// Threads that do not always have a CPU when they could use one: what they run is what samples see
// of them on a CPU, and not where the scheduler took it away.
#include <algorithm>
#include <string>
#include <string_view>

#include <doctest/doctest.h>

#include "core/analysis/host_time/host_time.h"
#include "tests/core/readers/capture/samples/sampled_program.h"

using namespace lanescope;

namespace {

using wire::SampledState;
using wire::SwitchKind;

constexpr std::string_view kMainLine = "train.py:11", kTokenizeLine = "data.py:13";

/// How long it ran at a line.
Ns ran_at(const Loaded& loaded, std::string_view line) {
  const HostTime time = analyse_host_time(loaded.trace(), whole_window());
  const auto at = std::ranges::find(
      time.lines, line, [&](const SampledCode& row) { return loaded.trace().text(row.name); });
  return at == time.lines.end() ? 0 : at->running_ns;
}

/// A thread that is on a CPU for 4 µs of each 20, and loses it in main(), at a system call.
struct Preempted {
  Program program;
  Ns at_ns = 100'000;

  void stretch() {
    program.channel.thread_switch(at_ns, kMain, SwitchKind::In);
    program.channel.thread_switch(at_ns + 4'000, kMain, SwitchKind::Preempted);
    at_ns += 20'000;
  }
  /// In the last stretch: what the kernel told comes first.
  void sample(Ns after_ns, std::uint32_t stack) {
    program.channel.sample(at_ns - 20'000 + after_ns, {.tid = kMain, .stack = stack});
  }
  [[nodiscard]] Loaded end() {
    program.channel.thread_switch(at_ns, kMain, SwitchKind::In);
    program.channel.sample(at_ns + 1'000, {.tid = kMain, .state = SampledState::Ended});
    return Loaded(program.file());
  }
};

}  // namespace

TEST_CASE("where a thread lost its CPU it does not run, however often samples find it there") {
  Preempted thread;
  for (int i = 0; i < 50; ++i) {
    thread.stretch();
    // Of ten samples, nine are of its waits for a CPU.
    if (i % 5 == 0) thread.sample(2'000, thread.program.in_tokenize);
    thread.sample(8'000, thread.program.in_main);
    thread.sample(17'000, thread.program.in_main);
  }
  const Loaded loaded = thread.end();
  CHECK(ran_at(loaded, kTokenizeLine) > 190'000);
  CHECK(ran_at(loaded, kMainLine) < 10'000);
  // It is where the thread waits for a CPU.
  const auto functions = loaded.functions();
  const bool is_shown = std::ranges::any_of(functions, [](const Seen& one) {
    return one.name == kMainLine && one.begin_ns == 204'000 && one.end_ns == 220'000;
  });
  CHECK(is_shown);
}

TEST_CASE("samples on a CPU divide the running time between lines, also where it was preempted") {
  Preempted thread;
  for (int i = 0; i < 80; ++i) {
    thread.stretch();
    thread.sample(2'000, i % 4 == 0 ? thread.program.in_main : thread.program.in_tokenize);
    thread.sample(10'000, i % 2 == 0 ? thread.program.in_main : thread.program.next_line);
  }
  const Loaded loaded = thread.end();
  const auto ran_ns = static_cast<double>(80 * 4'000);
  CHECK(static_cast<double>(ran_at(loaded, kTokenizeLine)) / ran_ns ==
        doctest::Approx(0.75).epsilon(0.04));
  CHECK(static_cast<double>(ran_at(loaded, kMainLine)) / ran_ns ==
        doctest::Approx(0.25).epsilon(0.12));
}

TEST_CASE("a thread that shares its only CPU with the sampler runs where that interrupts it") {
  Preempted thread;
  for (int i = 0; i < 40; ++i) {
    thread.stretch();
    thread.sample(4'500, i % 2 == 0 ? thread.program.in_main : thread.program.in_tokenize);
  }
  const Loaded loaded = thread.end();
  const auto ran_ns = static_cast<double>(40 * 4'000);
  CHECK(static_cast<double>(ran_at(loaded, kTokenizeLine)) / ran_ns ==
        doctest::Approx(0.5).epsilon(0.1));
  CHECK(static_cast<double>(ran_at(loaded, kMainLine)) / ran_ns ==
        doctest::Approx(0.5).epsilon(0.1));
}

TEST_CASE("a sample just after a thread lost its CPU tells nothing at a line where it often does") {
  Preempted thread;
  for (int i = 0; i < 100; ++i) {
    thread.stretch();
    if (i % 5 == 0) thread.sample(2'000, thread.program.in_tokenize);
    if (i % 5 == 1 || i < 10) thread.sample(12'000, thread.program.in_main);
    // The sampler waits until the scheduler takes the thread's CPU, in main().
    if (i % 5 > 1 && i >= 10) thread.sample(4'500, thread.program.in_main);
  }
  const Loaded loaded = thread.end();
  CHECK(ran_at(loaded, kTokenizeLine) > 370'000);
}

TEST_CASE("a thread that was woken and has no CPU yet is where it waited") {
  Program program;
  ChannelBytes& c = program.channel;
  Ns at_ns = 100'000;
  for (int i = 0; i < 40; ++i, at_ns += 40'000) {
    c.thread_switch(at_ns, kMain, SwitchKind::In);
    if (i % 4 == 0) c.sample(at_ns + 1'000, {.tid = kMain, .stack = program.in_tokenize});
    c.thread_switch(at_ns + 5'000, kMain, SwitchKind::Blocked);
    c.sample(at_ns + 10'000, {.tid = kMain,
                              .stack = program.in_main,
                              .state = SampledState::Waiting,
                              .wait = "clock_nanosleep"});
    c.thread_switch(at_ns + 12'000, kMain, SwitchKind::Ready);
    c.sample(at_ns + 20'000, {.tid = kMain, .stack = program.in_main});
    c.sample(at_ns + 30'000, {.tid = kMain, .stack = program.in_main});
  }
  c.thread_switch(at_ns, kMain, SwitchKind::In);
  c.sample(at_ns + 1'000, {.tid = kMain, .state = SampledState::Ended});
  const Loaded loaded(program.file());
  CHECK(ran_at(loaded, kTokenizeLine) > 185'000);
  CHECK(ran_at(loaded, kMainLine) < 15'000);
}
