#include "capture/sampler/machine/machine_counters.h"

#include <chrono>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include <doctest/doctest.h>

#include "capture/sampler/sampler.h"
#include "tests/capture/sampler/child.h"
#include "tests/capture/sampler/kept_samples.h"
#include "tests/capture/sampler/machine/fake_nvml.h"

using namespace lanescope;

namespace {

constexpr Ns kSecond = 1'000'000'000;

using Told = std::vector<std::string>;

/// Names of the counters that are passed on at that time.
Told look(MachineCounters& counters, Ns now_ns) {
  Told told;
  counters.look(now_ns, [&](std::string_view name, double) { told.emplace_back(name); });
  return told;
}

/// The same, of the next reading that has anything to pass on.
Told next_look(MachineCounters& counters, Ns now_ns) {
  Told told;
  CHECK(comes_true([&] {
    told = look(counters, now_ns);
    return !told.empty();
  }));
  return told;
}

Ns monotonic_now() {
  return std::chrono::duration_cast<std::chrono::nanoseconds>(
             std::chrono::steady_clock::now().time_since_epoch())
      .count();
}

}  // namespace

TEST_CASE("what has not changed is passed on once a second") {
  const FakeNvml nvml;
  MachineCounters counters({FakeNvml::path(), ""});
  CHECK(next_look(counters, kSecond).size() == 10);
  CHECK(look(counters, kSecond).empty());
  // Later readings are the same.
  std::this_thread::sleep_for(std::chrono::milliseconds(250));
  CHECK(look(counters, kSecond + kSecond / 2).empty());
  CHECK(next_look(counters, 2 * kSecond).size() == 10);
  CHECK_FALSE(counters.take_problem(monotonic_now()));
}

TEST_CASE("a machine that has none of it is asked once and says nothing") {
  const FakeNvml nvml;
  nvml.set(FakeNvml::NoDriver);
  MachineCounters counters({FakeNvml::path(), "/no/such/folder"});
  std::this_thread::sleep_for(std::chrono::milliseconds(100));
  CHECK(look(counters, kSecond).empty());
  CHECK_FALSE(counters.take_problem(monotonic_now() + 60 * kSecond));
  MachineCounters none({"", ""});
  CHECK(look(none, kSecond).empty());
  CHECK_FALSE(none.take_problem(monotonic_now()));
}

TEST_CASE("a driver that hangs is told once, and nobody waits for it") {
  const FakeNvml nvml;
  nvml.set(FakeNvml::Hangs);
  std::optional<MachineCounters> counters(std::in_place, MachineSources{FakeNvml::path(), ""});
  REQUIRE(comes_true([&] { return nvml.opened() == 1; }));
  const Ns later_ns = monotonic_now() + MachineCounters::kPatienceNs + kSecond;
  CHECK_FALSE(counters->take_problem(monotonic_now()));
  std::optional<std::string> problem;
  // Between opening and reading it is not asked for a moment.
  CHECK(comes_true([&] { return (problem = counters->take_problem(later_ns)).has_value(); }));
  CHECK(problem == "GPU clocks and power are not recorded: NVML does not respond.");
  CHECK_FALSE(counters->take_problem(later_ns));
  CHECK(look(*counters, kSecond).empty());
  const Ns before_ns = monotonic_now();
  counters.reset();
  CHECK(monotonic_now() - before_ns < kSecond);
  CHECK(nvml.opened() == 1);
  // What was left to itself ends when it can.
  nvml.set(FakeNvml::Answers);
  CHECK(comes_true([&] { return nvml.opened() == 0; }));
}

TEST_CASE("counters of the machine are those of one process of the program") {
  const FakeNvml nvml;
  KeptSamples kept;
  Child child({"sh", "-c", "sleep 1000 & sleep 1000"});
  const pid_t shell = child.pid();
  SamplerOptions options;
  options.command = shell;
  options.machine.nvml = FakeNvml::path();
  auto started = HostSampler::start(std::move(options), kept);
  REQUIRE(started.ok());
  REQUIRE(comes_true([&] {
    const auto counters = kept.decoded(shell).counters;
    const auto power = counters.find("GPU 0 power (W)");
    return kept.processes().size() == 3 && power != counters.end() && power->second.size() >= 2;
  }));
  started.value()->stop();
  const auto counters = kept.decoded(shell).counters;
  CHECK(counters.at("GPU 0 power (W)").front() == 312.5);
  CHECK(counters.at("GPU 0 SM clock (MHz)").front() == 1980);
  CHECK(counters.at("GPU 1 power (W)").front() == 70);
  for (const auto& [pid, process] : kept.processes()) {
    if (pid != shell) CHECK_FALSE(kept.decoded(pid).counters.contains("GPU 0 power (W)"));
  }
  CHECK(kept.problems().empty());
  child.kill();
  for (const auto& [pid, process] : kept.processes()) {
    if (pid != shell) ::kill(static_cast<pid_t>(pid), SIGKILL);
  }
}
