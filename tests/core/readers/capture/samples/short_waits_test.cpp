// Threads that wait very often and each time for less than a sample stands for, such as for a disk.
#include <string>
#include <vector>

#include <doctest/doctest.h>

#include "capture/wire/sample_flags.h"
#include "tests/core/readers/capture/samples/sampled_program.h"

using namespace lanescope;

namespace {

using wire::SampledState;
using wire::SwitchKind;

constexpr std::string_view kOnce = "data.py:13", kOften = "data.py:14";

/// Runs at one line for 20 µs, and then at the next one for 200 µs, of which it waits half, in many
/// short waits. Each of its samples there is so long after the begin of one, and sees it as `seen`.
std::vector<Seen> lines_of(SampledState seen, Ns sampled_ns) {
  Program program;
  ChannelBytes& c = program.channel;
  c.thread_switch(95'000, kMain, SwitchKind::In);
  c.sample(100'000, {.tid = kMain, .stack = program.in_tokenize});
  c.sample(110'000, {.tid = kMain, .stack = program.in_tokenize});
  for (Ns at_ns = 120'000; at_ns < 320'000; at_ns += 1'000) {
    c.thread_switch(at_ns, kMain, SwitchKind::Blocked);
    c.thread_switch(at_ns + 500, kMain, SwitchKind::In);
    // A sample is written with the next one, after what the kernel tells of the time until then.
    if (at_ns % 10'000 == 5'000)
      c.sample(at_ns + sampled_ns, {.tid = kMain, .stack = program.next_line, .state = seen});
  }
  c.sample(320'000, {.tid = kMain, .state = SampledState::Ended});
  std::vector<Seen> lines;
  for (const Seen& one : Loaded(program.file()).functions()) {
    if (one.row == 2) lines.push_back(one);
  }
  return lines;
}

}  // namespace

TEST_CASE("what a thread runs between many short waits is of the line that samples see in these") {
  const std::vector<Seen> lines{{std::string(kOnce), 100'000, 125'250, 2},
                                {std::string(kOften), 125'250, 320'000, 2}};
  CHECK(lines_of(SampledState::Disk, 250) == lines);
  // It was woken when its state was read, and had no CPU yet.
  CHECK(lines_of(SampledState::Running, 250) == lines);
}

TEST_CASE("a short wait that begins between the time of a sample and its look is one as well") {
  CHECK(lines_of(SampledState::Disk, -100) ==
        std::vector<Seen>{{std::string(kOnce), 100'000, 124'900, 2},
                          {std::string(kOften), 124'900, 320'000, 2}});
}
