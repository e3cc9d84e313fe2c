// Threads that often wait: what a sample stands for then, and what one was before its first switch.
#include <numeric>
#include <string>
#include <vector>

#include <doctest/doctest.h>

#include "capture/wire/sample_flags.h"
#include "tests/core/readers/capture/samples/sampled_program.h"

using namespace lanescope;

namespace {

using wire::SampledState;
using wire::SwitchKind;

constexpr std::uint32_t kPeriodUs = 10;
constexpr std::string_view kPoll = "poll_queue (libworker.so)";

/// A thread that runs for so long after each wait, sampled first and after each period of CPU time.
struct Waiter {
  Ns run_ns = 0, wait_ns = 0;
  int runs = 0;

  [[nodiscard]] std::vector<Seen> functions() const {
    Program program;
    ChannelBytes& c = program.channel;
    const std::uint32_t stack = c.native_stack({kPoll});
    c.sample(100'000, {.tid = kOther});
    Ns at_ns = 100'000, cpu_ns = 0;
    c.thread_switch(at_ns, kOther, SwitchKind::In);
    c.native_sample(at_ns + 1, kOther, stack, kPeriodUs);
    for (int i = 0; i < runs; ++i) {
      if (i > 0) c.thread_switch(at_ns, kOther, SwitchKind::In);
      at_ns += run_ns;
      cpu_ns += run_ns;
      if (cpu_ns >= Ns{kPeriodUs} * 1'000) {
        c.native_sample(at_ns - 1, kOther, stack, kPeriodUs);
        cpu_ns = 0;
      }
      c.thread_switch(at_ns, kOther, SwitchKind::Blocked);
      at_ns += wait_ns;
    }
    c.sample(at_ns, {.tid = kOther, .state = SampledState::Ended});
    return Loaded(program.file()).functions(kOther);
  }
};

Ns length_of_all(const std::vector<Seen>& functions) {
  return std::accumulate(functions.begin(), functions.end(), Ns{0},
                         [](Ns sum, const Seen& one) { return sum + one.end_ns - one.begin_ns; });
}

/// A thread waits from 2 to 8 µs of each 10, hit by a sample each time, and then from 2 to 4 µs
/// without.
struct WaitsInPython {
  Program program;
  Ns at_ns = 100'000;

  void wait(std::uint32_t stack, std::string_view reason,
            SampledState state = SampledState::Waiting) {
    ChannelBytes& c = program.channel;
    c.thread_switch(at_ns, kMain, SwitchKind::In);
    c.thread_switch(at_ns + 2'000, kMain, SwitchKind::Blocked);
    c.sample(at_ns + 5'000, {.tid = kMain, .stack = stack, .state = state, .wait = reason});
    at_ns += 8'000;
    c.thread_switch(at_ns, kMain, SwitchKind::In);
    at_ns += 2'000;
  }
  /// What the state of the wait is that no sample has hit.
  [[nodiscard]] std::string unsampled(Ns length_ns = 2'000) {
    ChannelBytes& c = program.channel;
    const Ns end_ns = at_ns + 2'000 + length_ns;
    c.thread_switch(at_ns + 2'000, kMain, SwitchKind::Blocked);
    c.thread_switch(end_ns, kMain, SwitchKind::In);
    c.sample(at_ns + 9'000, {.tid = kMain, .stack = program.in_main});
    c.sample(at_ns + 14'000, {.tid = kMain, .state = SampledState::Ended});
    for (const Seen& state : Loaded(program.file()).states()) {
      if (state.begin_ns == at_ns + 2'000 && state.end_ns == end_ns) return state.name;
    }
    return {};
  }
};

}  // namespace

TEST_CASE("all of a thread's runs between two samples are of its functions, and no long wait is") {
  const auto functions = Waiter{.run_ns = 2'500, .wait_ns = 30'000, .runs = 8}.functions();
  REQUIRE(functions.size() == 8);
  CHECK(functions.at(1) == Seen{std::string(kPoll), 132'500, 135'000, 0});
  CHECK(length_of_all(functions) == 8 * 2'500 - 1);
}

TEST_CASE("a wait that is short for what a sample stands for ends no function") {
  const auto functions = Waiter{.run_ns = 2'500, .wait_ns = 2'000, .runs = 8}.functions();
  CHECK(functions == std::vector<Seen>{{std::string(kPoll), 100'001, 134'000, 0}});
}

TEST_CASE("a sample falls into few pieces, however often its thread waits") {
  // 40 runs a sample: no wait is shown as time in the function.
  const auto functions = Waiter{.run_ns = 250, .wait_ns = 3'000, .runs = 120}.functions();
  CHECK(functions.size() > 100);
  CHECK(length_of_all(functions) <= 120 * 250);
  CHECK(length_of_all(functions) > 110 * 250);
  // 100 runs a sample, each long after the one before: what is left out is of the middle.
  const auto far = Waiter{.run_ns = 100, .wait_ns = 50'000, .runs = 200}.functions();
  CHECK(far.size() > 100);
  CHECK(far.size() <= 2 * 64);
  CHECK(length_of_all(far) <= 200 * 100);
}

TEST_CASE("a function in which a thread waits has that wait, and not what ran around it") {
  Program program;
  ChannelBytes& c = program.channel;
  const auto runs = [&](Ns at) { c.sample(at, {.tid = kMain, .stack = program.in_main}); };
  const auto waits = [&](Ns at) {
    c.sample(at, {.tid = kMain, .stack = program.in_tokenize, .state = SampledState::Waiting});
  };
  c.thread_switch(100'000, kMain, SwitchKind::In);
  runs(100'000);
  c.thread_switch(103'000, kMain, SwitchKind::Blocked);
  waits(110'000);
  c.thread_switch(118'000, kMain, SwitchKind::In);
  runs(120'000);
  // Between two samples of waits it ran, which none saw.
  c.thread_switch(121'000, kMain, SwitchKind::Blocked);
  waits(130'000);
  c.thread_switch(133'000, kMain, SwitchKind::In);
  c.thread_switch(138'000, kMain, SwitchKind::Blocked);
  waits(140'000);
  c.thread_switch(146'000, kMain, SwitchKind::In);
  runs(150'000);
  c.sample(160'000, {.tid = kMain, .state = SampledState::Ended});
  const Loaded loaded(program.file());
  std::vector<Seen> waited;
  for (const Seen& one : loaded.functions()) {
    if (one.name == "data.py(12): tokenize") waited.push_back(one);
  }
  const std::string name = "data.py(12): tokenize";
  CHECK(waited == std::vector<Seen>{{name, 103'000, 118'000, 1},
                                    {name, 121'000, 133'000, 1},
                                    {name, 138'000, 146'000, 1}});
}

TEST_CASE("brief runs after waits at one place are of the function that was seen there long ago") {
  // Runs of 1 µs each 10; a sample hits the first, and after that none for 100 periods.
  Program program;
  ChannelBytes& c = program.channel;
  Ns at_ns = 100'000;
  c.thread_switch(at_ns - 5'000, kMain, SwitchKind::Blocked);
  for (int i = 0; i < 100; ++i, at_ns += 10'000) {
    c.sample(at_ns, {.tid = kMain, .stack = program.in_tokenize, .state = SampledState::Waiting});
    c.thread_switch(at_ns + 3'000, kMain, SwitchKind::In);
    if (i == 1) c.sample(at_ns + 3'500, {.tid = kMain, .stack = program.in_main});
    c.thread_switch(at_ns + 4'000, kMain, SwitchKind::Blocked);
  }
  c.sample(at_ns, {.tid = kMain, .state = SampledState::Ended});
  const Loaded loaded(program.file());
  Ns in_tokenize_ns = 0;
  for (const Seen& one : loaded.functions()) {
    if (one.name == "data.py(12): tokenize") in_tokenize_ns += one.end_ns - one.begin_ns;
  }
  // The waits are of it, and not the runs between them.
  CHECK(in_tokenize_ns > 95 * 9'000);
  CHECK(in_tokenize_ns < 102 * 9'000);
}

TEST_CASE("a run that no sample has hit holds the GIL as the last one that was seen") {
  Program program;
  ChannelBytes& c = program.channel;
  const auto sample = [&](Ns at, SampledState state, std::uint32_t flags) {
    c.sample(at, {.tid = kMain, .stack = program.in_main, .state = state, .flags = flags});
  };
  const auto run = [&](Ns begin, Ns end) {
    c.thread_switch(begin, kMain, SwitchKind::In);
    c.thread_switch(end, kMain, SwitchKind::Blocked);
  };
  c.thread_switch(99'000, kMain, SwitchKind::Blocked);
  sample(100'000, SampledState::Waiting, 0);
  run(103'000, 106'000);  // nothing is known of it
  sample(110'000, SampledState::Waiting, 0);
  c.thread_switch(112'000, kMain, SwitchKind::In);
  sample(120'000, SampledState::Running, wire::kSampleHoldsGil);
  c.thread_switch(121'000, kMain, SwitchKind::Blocked);
  sample(130'000, SampledState::Waiting, 0);
  c.thread_switch(132'000, kMain, SwitchKind::Ready);
  run(133'000, 138'000);
  sample(140'000, SampledState::Waiting, 0);
  c.thread_switch(140'500, kMain, SwitchKind::In);
  // Seen as it was before it got its CPU.
  sample(140'600, SampledState::Running, wire::kSampleRunnable);
  c.thread_switch(141'000, kMain, SwitchKind::Blocked);
  run(141'500, 141'800);
  c.thread_switch(142'000, kMain, SwitchKind::In);
  sample(150'000, SampledState::Running, 0);
  c.thread_switch(151'000, kMain, SwitchKind::Blocked);
  run(153'000, 156'000);
  sample(160'000, SampledState::Waiting, 0);
  c.sample(170'000, {.tid = kMain, .state = SampledState::Ended});
  const Loaded loaded(program.file());
  std::vector<Seen> runs;
  for (const Seen& one : loaded.states()) {
    if (one.name.starts_with("run") || one.name == "waiting for a CPU") runs.push_back(one);
  }
  CHECK(runs == std::vector<Seen>{{"running", 103'000, 106'000, 0},
                                  {"running · GIL", 112'000, 121'000, 0},
                                  {"waiting for a CPU", 132'000, 133'000, 0},
                                  {"running · GIL", 133'000, 138'000, 0},
                                  {"running · GIL", 140'500, 141'000, 0},
                                  {"running · GIL", 141'500, 141'800, 0},
                                  {"running", 142'000, 151'000, 0},
                                  {"running", 153'000, 156'000, 0}});
}

TEST_CASE("a wait between the last sample of a thread and its end can be looked up in the file") {
  Program program;
  ChannelBytes& c = program.channel;
  c.thread_switch(100'000, kMain, SwitchKind::In);
  c.sample(100'000, {.tid = kMain, .stack = program.in_main});
  c.thread_switch(103'000, kMain, SwitchKind::Blocked);
  c.sample(110'000, {.tid = kMain, .stack = program.in_tokenize, .state = SampledState::Waiting});
  c.thread_switch(114'000, kMain, SwitchKind::In);
  c.thread_switch(118'000, kMain, SwitchKind::Blocked);
  c.thread_switch(122'000, kMain, SwitchKind::In);
  c.sample(125'000, {.tid = kMain, .state = SampledState::Ended});
  const Loaded loaded(program.file());
  const Snapshot& trace = loaded.trace();
  std::size_t slices = 0;
  for (const Track& track : trace.tracks) {
    for (const auto& chunk : track.chunks) {
      for (std::uint32_t s = 0; s < chunk->size(); ++s, ++slices) {
        CAPTURE(trace.text(chunk->name[s]));
        CAPTURE(chunk->start_ns[s]);
        CHECK(loaded.result.value().texts->json_of(*trace.place_of(chunk->id_of(s))).ok());
      }
    }
  }
  CHECK(slices > 8);
}

TEST_CASE("a thread whose first switch gives it a CPU was ready until then") {
  Program program;
  ChannelBytes& c = program.channel;
  c.sample(100'000, {.tid = kOther});
  c.thread_switch(130'000, kOther, SwitchKind::In);
  c.thread_switch(135'000, kOther, SwitchKind::Preempted);
  c.sample(140'000, {.tid = kOther});
  c.sample(150'000, {.tid = kOther, .state = SampledState::Ended});
  const Loaded loaded(program.file());
  CHECK(loaded.states(kOther) == std::vector<Seen>{{"waiting for a CPU", 100'000, 130'000, 0},
                                                   {"running", 130'000, 135'000, 0},
                                                   {"waiting for a CPU", 135'000, 150'000, 0}});
}

TEST_CASE("a thread that only waits for a CPU before its first switch is not shown as running") {
  Program program;
  ChannelBytes& c = program.channel;
  // The first look has none before it by which to tell.
  c.sample(100'000, {.tid = kOther});
  c.sample(110'000, {.tid = kOther, .flags = wire::kSampleRunnable});
  c.sample(120'000, {.tid = kOther, .flags = wire::kSampleRunnable});
  c.thread_switch(125'000, kOther, SwitchKind::In);
  c.sample(130'000, {.tid = kOther, .state = SampledState::Ended});
  const Loaded loaded(program.file());
  CHECK(loaded.states(kOther) == std::vector<Seen>{{"waiting for a CPU", 100'000, 125'000, 0},
                                                   {"running", 125'000, 130'000, 0}});
}

TEST_CASE("a thread that was seen running twice ran, whatever its first switch is") {
  Program program;
  ChannelBytes& c = program.channel;
  c.sample(100'000, {.tid = kOther});
  c.sample(110'000, {.tid = kOther});
  c.sample(120'000, {.tid = kOther});
  c.thread_switch(130'000, kOther, SwitchKind::In);
  c.sample(140'000, {.tid = kOther, .state = SampledState::Ended});
  const Loaded loaded(program.file());
  CHECK(loaded.states(kOther) == std::vector<Seen>{{"running", 100'000, 140'000, 0}});
}

TEST_CASE("a wait that no sample has hit is for what the thread always waits at one line") {
  WaitsInPython waits;
  for (int i = 0; i < 40; ++i) waits.wait(waits.program.in_tokenize, "recvfrom socket");
  CHECK(waits.unsampled() == "recvfrom socket");
}

TEST_CASE("a wait that no sample has hit has no reason where the thread waits for several things") {
  constexpr std::string_view kReceive = "recvfrom socket";
  const auto state_after = [&](std::string_view reason, auto stack, int times) {
    WaitsInPython waits;
    for (int i = 0; i < times; ++i) waits.wait(waits.program.in_tokenize, kReceive);
    waits.wait(stack(waits.program), reason);
    for (int i = 0; i < 8; ++i) waits.wait(waits.program.in_tokenize, kReceive);
    return waits.unsampled();
  };
  const auto in_tokenize = [](const Program& program) { return program.in_tokenize; };
  const auto next_line = [](const Program& program) { return program.next_line; };
  CHECK(state_after(kReceive, in_tokenize, 40) == kReceive);
  CHECK(state_after("futex", in_tokenize, 40) == "waiting");
  CHECK(state_after("", in_tokenize, 40) == "waiting");
  CHECK(state_after(kReceive, next_line, 40) == "waiting");
  CHECK(state_after(kReceive, in_tokenize, 4) == "waiting");  // too few to tell
  // Not of Python: nobody knows where it waits.
  WaitsInPython native;
  for (int i = 0; i < 40; ++i) native.wait(0, "futex");
  CHECK(native.unsampled() == "waiting");
}

TEST_CASE("a thread that hardly waits for anything but files also does where no sample tells") {
  WaitsInPython waits;
  const auto read_files = [&](int count) {
    for (int i = 0; i < count; ++i)
      waits.wait(i % 2 == 0 ? waits.program.in_tokenize : waits.program.next_line,
                 "read /data/" + std::to_string(i), SampledState::Disk);
  };
  read_files(20);
  SUBCASE("a wait about as long as the others") {
    CHECK(waits.unsampled(5'000) == "waiting for a device");
  }
  SUBCASE("one that is much shorter, as those for a lock are") {
    CHECK(waits.unsampled(1'000) == "waiting");
  }
  SUBCASE("where there was another wait not long ago") {
    waits.wait(waits.program.in_tokenize, "futex");
    read_files(10);
    CHECK(waits.unsampled(5'000) == "waiting");
  }
  SUBCASE("where one was a page fault") {
    waits.wait(waits.program.in_tokenize, "page fault", SampledState::Disk);
    read_files(10);
    CHECK(waits.unsampled(5'000) == "waiting");
  }
}

TEST_CASE("a thread's usual wait is forgotten after a while") {
  WaitsInPython waits;
  for (int i = 0; i < 40; ++i) waits.wait(waits.program.in_tokenize, "recvfrom socket");
  waits.at_ns += 300'000'000;
  CHECK(waits.unsampled() == "waiting");
}

namespace {

/// A thread waits for so long each time, hit by a sample only where a reason is given, and runs in
/// between. The names of its waits, in order.
class WaitsInTurn {
 public:
  WaitsInTurn() { program_.channel.sample(at_ns_, {.tid = kMain, .stack = program_.in_main}); }

  void wait(Ns length_ns, std::uint32_t flags = 0, std::string_view reason = {}) {
    ChannelBytes& c = program_.channel;
    c.thread_switch(at_ns_, kMain, SwitchKind::In);
    at_ns_ += 10'000;
    c.thread_switch(at_ns_, kMain, SwitchKind::Blocked);
    begins_.push_back(at_ns_);
    if (flags != 0 || !reason.empty()) {
      c.sample(at_ns_ + length_ns / 2, {.tid = kMain,
                                        .stack = program_.in_main,
                                        .state = SampledState::Waiting,
                                        .flags = flags,
                                        .wait = reason});
    }
    at_ns_ += length_ns;
  }
  void wait_for_gil(Ns length_ns) { wait(length_ns, wire::kSampleWaitsForGil); }

  [[nodiscard]] std::vector<std::string> names() {
    ChannelBytes& c = program_.channel;
    c.thread_switch(at_ns_, kMain, SwitchKind::In);
    c.sample(at_ns_ + 1'000, {.tid = kMain, .state = SampledState::Ended});
    std::vector<std::string> names;
    for (const Seen& state : Loaded(program_.file()).states()) {
      if (std::ranges::find(begins_, state.begin_ns) != begins_.end()) names.push_back(state.name);
    }
    return names;
  }

 private:
  Program program_;
  Ns at_ns_ = 100'000;
  std::vector<Ns> begins_;
};

constexpr Ns kMs = 1'000'000;

}  // namespace

TEST_CASE("a wait of a switch interval that no sample has hit is for the GIL, as those before it") {
  WaitsInTurn waits;
  for (int i = 0; i < 4; ++i) {
    waits.wait_for_gil(5 * kMs + 60'000);
    waits.wait(kMs, 0, "clock_nanosleep");
  }
  waits.wait(5 * kMs + 100'000);
  waits.wait(kMs + 60'000);  // of another length: nobody knows
  waits.wait(5 * kMs + 2 * kMs);
  waits.wait(5 * kMs + 30'000);
  const std::vector<std::string> names = waits.names();
  REQUIRE(names.size() == 12);
  CHECK(names[0] == "waiting for the GIL");
  CHECK(names[8] == "waiting for the GIL");
  CHECK(names[9] == "waiting");
  CHECK(names[10] == "waiting");
  CHECK(names[11] == "waiting for the GIL");
}

TEST_CASE("a wait of a switch interval is not for the GIL where others were for something else") {
  WaitsInTurn sleeper;
  for (int i = 0; i < 6; ++i) {
    sleeper.wait_for_gil(5 * kMs + 60'000);
    sleeper.wait(5 * kMs + 60'000, 0, "clock_nanosleep");
  }
  sleeper.wait(5 * kMs + 60'000);
  CHECK(sleeper.names().back() == "waiting");
  WaitsInTurn later;
  for (int i = 0; i < 6; ++i) later.wait_for_gil(5 * kMs + 60'000);
  later.wait(2'000 * kMs);
  later.wait(5 * kMs + 60'000);
  CHECK(later.names().back() == "waiting");
}

TEST_CASE("a longer wait is for the GIL where very many before it were") {
  const auto after = [](int times) {
    WaitsInTurn waits;
    for (int i = 0; i < times; ++i) waits.wait_for_gil(5 * kMs + 60'000);
    waits.wait(9 * kMs);
    return waits.names().back();
  };
  CHECK(after(8) == "waiting");
  CHECK(after(16) == "waiting for the GIL");
}
