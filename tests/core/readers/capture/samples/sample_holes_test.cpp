// Where samples of a thread are missing.
#include <algorithm>
#include <vector>

#include <doctest/doctest.h>

#include "tests/core/readers/capture/samples/sampled_program.h"

using namespace lanescope;

TEST_CASE("where samples on both sides of a hole agree, the thread did the same in between") {
  Program program;
  ChannelBytes& c = program.channel;
  c.sample(100'000, {.tid = kMain, .stack = program.in_tokenize});
  c.sample(200'000, {.tid = kMain, .stack = program.next_line});  // ten periods later
  c.sample(500'000, {.tid = kMain, .stack = program.next_line});  // thirty: too long to know
  const Loaded loaded(program.file());
  CHECK(loaded.states() ==
        std::vector<Seen>{{"running", 100'000, 210'000, 0}, {"running", 500'000, 510'000, 0}});
  const std::vector<Seen> functions = loaded.functions();
  const auto has = [&](const Seen& one) {
    return std::ranges::find(functions, one) != functions.end();
  };
  CHECK(has({"data.py(12): tokenize", 100'000, 210'000, 1}));
  // At which line it was in between is not known.
  CHECK(has({"data.py:13", 100'000, 110'000, 2}));
  CHECK(has({"data.py:14", 200'000, 210'000, 2}));
}

TEST_CASE("what a thread does before and after a hole is not joined if its state differs") {
  Program program;
  ChannelBytes& c = program.channel;
  c.sample(100'000, {.tid = kMain, .stack = program.in_main});
  c.sample(200'000, {.tid = kMain,
                     .stack = program.in_main,
                     .state = wire::SampledState::Waiting,
                     .wait = "futex"});
  const Loaded loaded(program.file());
  CHECK(loaded.states() ==
        std::vector<Seen>{{"running", 100'000, 110'000, 0}, {"futex", 200'000, 210'000, 0}});
}

TEST_CASE("what a thread is sampled in does not last longer than the recording") {
  constexpr Ns kSlowNs = 1'000'000'000;
  ChannelBytes c;
  c.samples().sample_stats({.time_ns = 90'000, .period_ns = kSlowNs});
  const std::uint32_t main = c.code("/app/train.py", "main", 10, 0x030A, kTable);
  const std::uint32_t stack = c.stack({{main, 2}});
  for (int i = 0; i < 3; ++i) c.sample(100'000 + i * kSlowNs, {.tid = kMain, .stack = stack});
  CaptureBytes capture;
  capture.hello(kHello).chunk(wire::ChunkKind::Records, c.take(), 0, 0, 2'200'000'000);
  const std::string so_far = capture.bytes();
  capture.chunk(wire::ChunkKind::End, "", 0, 0, 2'300'000'000);
  CHECK(Loaded(capture.bytes()).states() ==
        std::vector<Seen>{{"running", 100'000, 2'300'000'000, 0}});
  CHECK(Loaded(so_far).states() == std::vector<Seen>{{"running", 100'000, 2'200'000'000, 0}});
}

TEST_CASE("a stack that is too deep to be read whole says that its outer frames are missing") {
  ChannelBytes c;
  c.samples().sample_stats({.time_ns = 90'000, .period_ns = kPeriodNs});
  const std::uint32_t code = c.code("/app/deep.py", "f", 10, 0x030A, kTable);
  const wire::StackFrame frame{code, 2};
  wire::StackRecord record{};
  record.depth = 1;
  record.flags = wire::kStackCut;
  c.add(wire::RecordType::Stack, 1, record, {reinterpret_cast<const char*>(&frame), sizeof frame});
  c.sample(100'000, {.tid = kMain, .stack = 1, .count = 2, .last_ns = 110'000});
  CaptureBytes capture;
  capture.hello(kHello).records(c, 0).end();
  const std::vector<Seen> functions = Loaded(capture.bytes()).functions();
  REQUIRE(functions.size() >= 2);
  CHECK(functions[0].name == "… outer frames missing");
  CHECK(functions[1].name == "deep.py(10): f");
}
