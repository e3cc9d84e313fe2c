// What threads did before and after a pause of the recording, and that nothing is shown in it.
#include <string_view>
#include <vector>

#include <doctest/doctest.h>

#include "core/analysis/events/recording_pauses.h"
#include "core/store/recording_marks.h"
#include "tests/core/readers/capture/samples/sampled_program.h"

using namespace lanescope;

namespace {

using wire::SampledState;
using wire::SwitchKind;

void pause(ChannelBytes& channel, Ns begin_ns, Ns end_ns) {
  channel.add(wire::RecordType::Gap, static_cast<std::uint32_t>(wire::GapReason::Paused),
              wire::GapRecord{{}, begin_ns, end_ns, 0, 0});
}

}  // namespace

TEST_CASE("a pause is no wait of any thread, and is named") {
  Program program;
  ChannelBytes& c = program.channel;
  program.sample_main(100'000, SampledState::Running);
  c.thread_switch(100'000, kMain, SwitchKind::In);
  program.sample_main(110'000, SampledState::Running);
  c.thread_switch(115'000, kMain, SwitchKind::Blocked);
  program.sample_main(120'000, SampledState::Waiting, "poll");
  pause(c, 125'000, 900'000);
  // A wait like that before, so that one might be taken for both.
  program.sample_main(900'000, SampledState::Waiting, "poll");
  c.thread_switch(905'000, kMain, SwitchKind::In);
  program.sample_main(910'000, SampledState::Running);
  c.sample(920'000, {.tid = kMain, .state = SampledState::Ended});
  const Loaded loaded(program.file());
  CHECK(loaded.states() == std::vector<Seen>{{"running", 100'000, 115'000, 0},
                                             {"poll", 115'000, 125'000, 0},
                                             {"poll", 900'000, 905'000, 0},
                                             {"running", 905'000, 920'000, 0}});
  for (const Seen& function : loaded.functions())
    CHECK_FALSE((function.begin_ns < 900'000 && function.end_ns > 125'000));
  const std::vector<TimeRange> pauses = recording_pauses(loaded.trace());
  REQUIRE(pauses.size() == 1);
  CHECK(pauses.front().begin_ns == 125'000);
  CHECK(pauses.front().end_ns == 900'000);
}

TEST_CASE("what the kernel told late of the time before a pause does not begin in it") {
  Program program;
  ChannelBytes& c = program.channel;
  c.sample(100'000, {.tid = kMain, .stack = program.in_main});
  c.thread_switch(100'000, kMain, SwitchKind::In);
  c.sample(110'000, {.tid = kMain, .stack = program.in_main});
  pause(c, 120'000, 900'000);
  c.thread_switch(121'000, kMain, SwitchKind::Preempted);
  c.thread_switch(130'000, kOther, SwitchKind::Preempted);
  c.sample(910'000, {.tid = kMain, .stack = program.in_main});
  c.sample(920'000, {.tid = kMain, .state = SampledState::Ended});
  const Loaded loaded(program.file());
  CHECK(loaded.states() ==
        std::vector<Seen>{{"running", 100'000, 120'000, 0}, {"running", 910'000, 920'000, 0}});
  CHECK(loaded.states(kOther).empty());
}

TEST_CASE("a pause of which the agent in the process tells as well is shown once") {
  Program program;
  ChannelBytes& c = program.channel;
  c.sample(100'000, {.tid = kMain, .stack = program.in_main});
  pause(c, 120'000, 900'000);
  c.sample(910'000, {.tid = kMain, .stack = program.in_main});
  ChannelBytes agent;
  agent.thread(kOther);
  pause(agent, 118'000, 890'000);
  CaptureBytes capture;
  capture.hello("pid=70\nexe=/usr/bin/python3\nargv=python3 train.py\nwhy=cuda\n");
  capture.hello(kHello, 1);
  capture.records(agent, 1).records(c, 0, 1);
  const Loaded loaded(capture.end().bytes());
  std::size_t marks = 0;
  for (const Track& track : loaded.trace().tracks) {
    for (const auto& chunk : track.chunks) {
      for (std::uint32_t s = 0; s < chunk->size(); ++s)
        marks += loaded.trace().text(chunk->name[s]) == kPausedMark ? 1 : 0;
    }
  }
  CHECK(marks == 1);
  CHECK(loaded.states() ==
        std::vector<Seen>{{"running", 100'000, 110'000, 0}, {"running", 910'000, 920'000, 0}});
}
