// What threads did where some of the scheduler's switches are missing.
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include <doctest/doctest.h>

#include "capture/wire/sample_flags.h"
#include "core/store/recording_marks.h"
#include "tests/core/readers/capture/samples/sampled_program.h"

using namespace lanescope;

namespace {

using wire::SampledState;
using wire::SwitchKind;

}  // namespace

TEST_CASE("where switches were not recorded, a thread that is only ready does not run") {
  Program program;
  ChannelBytes& c = program.channel;
  const auto sample = [&](Ns at, std::uint32_t flags) {
    c.sample(at, {.tid = kMain, .stack = program.in_main, .flags = flags});
  };
  // Nothing is missing here: the switches know better.
  sample(100'000, wire::kSampleRunnable);
  c.thread_switch(100'000, kMain, SwitchKind::In);
  sample(110'000, wire::kSampleRunnable);
  c.switch_gap(115'000, 145'000);
  sample(120'000, wire::kSampleRunnable);
  sample(130'000, wire::kSampleHoldsGil);
  sample(140'000, wire::kSampleRunnable | wire::kSampleHoldsGil);
  c.thread_switch(147'000, kMain, SwitchKind::In);
  sample(150'000, 0);
  sample(160'000, wire::kSampleRunnable);
  sample(170'000, 0);
  c.sample(180'000, {.tid = kMain, .state = SampledState::Ended});
  const Loaded loaded(program.file());
  CHECK(loaded.states() ==
        std::vector<Seen>{{"running", 100'000, 120'000, 0},
                          {"waiting for a CPU", 120'000, 130'000, 0},
                          {"running · GIL", 130'000, 140'000, 0},
                          {"waiting for a CPU (holds the GIL)", 140'000, 147'000, 0},
                          {"running", 147'000, 180'000, 0}});
}

TEST_CASE("where neither switches nor samples were recorded, a thread has no state") {
  Program program;
  ChannelBytes& c = program.channel;
  const auto sample = [&](Ns at) {
    c.sample(at, {.tid = kMain, .stack = program.in_main, .flags = wire::kSampleHoldsGil});
  };
  sample(100'000);
  c.thread_switch(100'000, kMain, SwitchKind::In);
  sample(110'000);
  // The recorder had no CPU from here on: the kernel told of switches for as long as it had room.
  c.thread_switch(150'000, kMain, SwitchKind::Preempted);
  c.thread_switch(160'000, kMain, SwitchKind::In);
  c.switch_gap(200'000, 700'000);
  c.thread_switch(705'000, kMain, SwitchKind::Preempted);
  c.thread_switch(708'000, kMain, SwitchKind::In);
  sample(710'000);
  c.switch_gap(715'000, 950'000);
  sample(720'000);
  sample(960'000);
  c.sample(970'000, {.tid = kMain, .state = SampledState::Ended});
  const Loaded loaded(program.file());
  CHECK(loaded.states() ==
        std::vector<Seen>{{"running · GIL", 100'000, 150'000, 0},
                          {"waiting for a CPU (holds the GIL)", 150'000, 160'000, 0},
                          {"running · GIL", 160'000, 200'000, 0},
                          {"waiting for a CPU (holds the GIL)", 705'000, 708'000, 0},
                          {"running · GIL", 708'000, 730'000, 0},
                          {"running · GIL", 960'000, 970'000, 0}});
}

TEST_CASE("a thread whose switch from its CPU was lost does not run for as long as it waits") {
  Program program;
  ChannelBytes& c = program.channel;
  program.sample_main(100'000, SampledState::Running);
  c.thread_switch(100'000, kMain, SwitchKind::In);
  program.sample_main(110'000, SampledState::Running);
  // Whether it was looked at just before its next switch, only the second one tells.
  program.sample_main(120'000, SampledState::Waiting, "futex");
  program.sample_main(130'000, SampledState::Waiting, "poll");
  program.sample_main(140'000, SampledState::Waiting, "poll");
  c.thread_switch(155'000, kMain, SwitchKind::In);
  program.sample_main(160'000, SampledState::Running);
  c.sample(170'000, {.tid = kMain, .state = SampledState::Ended});
  const Loaded loaded(program.file());
  CHECK(loaded.states() == std::vector<Seen>{{"running", 100'000, 130'000, 0},
                                             {"poll", 130'000, 155'000, 0},
                                             {"running", 155'000, 170'000, 0}});
}

TEST_CASE("equal samples in one record contradict a switch as two of them do") {
  Program program;
  ChannelBytes& c = program.channel;
  c.sample(100'000, {.tid = kMain, .stack = program.in_main});
  c.thread_switch(100'000, kMain, SwitchKind::In);
  c.sample(110'000, {.tid = kMain,
                     .stack = program.in_main,
                     .state = SampledState::Waiting,
                     .wait = "futex",
                     .count = 4,
                     .last_ns = 140'000});
  c.thread_switch(145'000, kMain, SwitchKind::In);
  c.sample(150'000, {.tid = kMain, .state = SampledState::Ended});
  const Loaded loaded(program.file());
  CHECK(loaded.states() == std::vector<Seen>{{"running", 100'000, 110'000, 0},
                                             {"futex", 110'000, 145'000, 0},
                                             {"running", 145'000, 150'000, 0}});
}

TEST_CASE("a wait that is seen once while a thread runs is taken for one that was just over") {
  Program program;
  ChannelBytes& c = program.channel;
  c.sample(100'000, {.tid = kMain, .stack = program.in_main});
  c.thread_switch(100'000, kMain, SwitchKind::In);
  c.sample(110'000, {.tid = kMain, .state = SampledState::Waiting, .wait = "futex"});
  c.thread_switch(111'000, kMain, SwitchKind::Blocked);
  c.thread_switch(125'000, kMain, SwitchKind::In);
  c.sample(130'000, {.tid = kMain, .stack = program.in_main});
  c.sample(140'000, {.tid = kMain, .state = SampledState::Ended});
  const Loaded loaded(program.file());
  CHECK(loaded.states() == std::vector<Seen>{{"running", 100'000, 111'000, 0},
                                             {"waiting", 111'000, 125'000, 0},
                                             {"running", 125'000, 140'000, 0}});
}

TEST_CASE("a thread that is never sampled has no made-up state while switches are missing") {
  Program program;
  ChannelBytes& c = program.channel;
  c.sample(100'000, {.tid = kMain, .stack = program.in_main});
  // It runs when switches begin to be missing; the other time it waits.
  c.thread_switch(101'000, kOther, SwitchKind::In);
  c.switch_gap(110'000, 140'000);
  c.thread_switch(145'000, kOther, SwitchKind::In);
  c.thread_switch(150'000, kOther, SwitchKind::Blocked);
  c.switch_gap(160'000, 170'000);
  c.thread_switch(175'000, kOther, SwitchKind::In);
  c.sample(180'000, {.tid = kOther, .state = SampledState::Ended});
  c.sample(190'000, {.tid = kMain, .state = SampledState::Ended});
  const Loaded loaded(program.file());
  CHECK(loaded.states(kOther) == std::vector<Seen>{{"running", 101'000, 110'000, 0},
                                                   {"running", 145'000, 150'000, 0},
                                                   {"waiting", 150'000, 175'000, 0},
                                                   {"running", 175'000, 180'000, 0}});
}

TEST_CASE("what native samples show does not reach over a time without switches, which is marked") {
  constexpr std::string_view kAdd = "at::native::add (libtorch_cpu.so)";
  constexpr std::uint32_t kPeriodUs = kPeriodNs / 1'000;
  Program program;
  ChannelBytes& c = program.channel;
  const std::uint32_t stack = c.native_stack({kAdd});
  c.sample(100'000, {.tid = kMain, .stack = program.in_main});
  c.thread_switch(100'000, kMain, SwitchKind::In);
  c.native_sample(105'000, kMain, stack, kPeriodUs);
  c.sample(110'000, {.tid = kMain, .stack = program.in_main});
  c.switch_gap(112'000, 150'000);
  // Of another CPU.
  c.switch_gap(130'000, 151'000);
  for (Ns at = 120'000; at <= 150'000; at += kPeriodNs)
    c.sample(at, {.tid = kMain, .stack = program.in_main});
  c.thread_switch(152'000, kMain, SwitchKind::In);
  c.native_sample(155'000, kMain, stack, kPeriodUs);
  c.sample(160'000, {.tid = kMain, .stack = program.in_main});
  c.sample(170'000, {.tid = kMain, .state = SampledState::Ended});
  const Loaded loaded(program.file());
  std::vector<Seen> native = loaded.functions();
  std::erase_if(native, [&](const Seen& one) { return one.name != kAdd; });
  CHECK(native == std::vector<Seen>{{std::string(kAdd), 105'000, 112'000, 2},
                                    {std::string(kAdd), 155'000, 165'000, 2}});
  CHECK(seen(loaded.trace(), kMain, TrackKind::Profiler) ==
        std::vector<Seen>{{std::string(kSwitchGapMark), 112'000, 150'000, 0},
                          {std::string(kSwitchGapMark), 150'000, 151'000, 0}});
  CHECK(loaded.trace().report.issues.empty());
}
