#include "capture/sampler/sample_channel.h"

#include <string>
#include <vector>

#include <doctest/doctest.h>

#include "tests/capture/sampler/decoded_samples.h"
#include "tests/capture/sampler/made_python.h"

using namespace lanescope;

namespace {

/// A channel of process 7, and Python in it.
struct Opened {
  Opened() {
    made.show(7, {});
    std::string problem;
    reader = made.reader();
    python = reader->open(7, problem);
    channel.open(100);
  }
  DecodedSamples decoded() {
    DecodedSamples decoded;
    decoded.add(channel.bytes());
    return decoded;
  }
  void sample(std::uint32_t stack, std::uint32_t wait = 0) {
    channel.sample({{}, 5, 9, 2, 8, stack, wait}, wire::SampledState::Waiting,
                   wire::kSampleHoldsGil);
  }

  MadePython made;
  std::unique_ptr<PythonReader> reader;
  std::unique_ptr<PythonProcess> python;
  SampleChannel channel{7};
};

}  // namespace

TEST_CASE("texts, code objects and stacks are each written once, before their first use") {
  Opened opened;
  SampleChannel& channel = opened.channel;
  const std::vector<PythonFrame> inner{{3, 34}, {1, 2}}, outer{{1, 2}};
  const auto stack = channel.stack(inner, false, *opened.python);
  REQUIRE(stack);
  opened.sample(*stack, channel.string("read /data/a.bin"));
  const std::size_t bytes = channel.bytes().size();
  CHECK(channel.stack(inner, false, *opened.python) == stack);
  CHECK(channel.string("read /data/a.bin") != 0);
  CHECK(channel.bytes().size() == bytes);
  CHECK(channel.stack(inner, true, *opened.python) != stack);
  opened.sample(channel.stack(outer, false, *opened.python).value());

  const DecodedSamples decoded = opened.decoded();
  REQUIRE(decoded.samples.size() == 2);
  CHECK(decoded.samples[0].frames ==
        std::vector<std::string>{"f3@made.py:30+34", "f1@made.py:10+2"});
  CHECK(decoded.samples[0].wait == "read /data/a.bin");
  CHECK(decoded.samples[0].state == wire::SampledState::Waiting);
  CHECK(decoded.samples[0].flags == wire::kSampleHoldsGil);
  CHECK(decoded.samples[0].record.count == 2);
  CHECK(decoded.samples[1].frames == std::vector<std::string>{"f1@made.py:10+2"});
  REQUIRE(decoded.opened.size() == 1);
  CHECK(decoded.opened[0].pid == 7);
  CHECK(decoded.opened[0].time_ns == 100);
}

TEST_CASE("a stack whose code cannot be read is none") {
  Opened opened;
  CHECK(!opened.channel.stack(std::vector<PythonFrame>{{3, 0}, {99, 0}}, false, *opened.python));
  CHECK(opened.channel.stack({}, false, *opened.python) == 0);
  CHECK(opened.channel.string("") == 0);
}

TEST_CASE("another program's code objects are written anew, though their numbers are the same") {
  Opened opened;
  const std::vector<PythonFrame> frames{{3, 34}};
  const auto before = opened.channel.stack(frames, false, *opened.python);
  opened.channel.forget_code();
  CHECK(opened.channel.stack(frames, false, *opened.python) != before);
  opened.decoded();
}

TEST_CASE("long texts are cut, and deep stacks") {
  Opened opened;
  opened.channel.string(std::string(wire::kMaxStringBytes + 100, 'x'));
  const std::vector<PythonFrame> deep(SampleChannel::kMostDepth + 100, {3, 34});
  opened.sample(opened.channel.stack(deep, false, *opened.python).value());
  const DecodedSamples decoded = opened.decoded();
  REQUIRE(decoded.samples.size() == 1);
  CHECK(decoded.samples[0].frames.size() == SampleChannel::kMostDepth);
}

TEST_CASE("full tables are noticed, and opening the channel again empties them") {
  Opened opened;
  SampleChannel& channel = opened.channel;
  SUBCASE("of texts") {
    for (std::size_t i = 0; !channel.full(); ++i) {
      REQUIRE(i <= SampleChannel::kMostStrings);
      channel.string(std::to_string(i));
    }
  }
  SUBCASE("of bytes of texts") {
    for (std::size_t i = 0; !channel.full(); ++i) {
      REQUIRE(i <= SampleChannel::kMostTextBytes / wire::kMaxStringBytes);
      channel.string(std::to_string(i) + std::string(wire::kMaxStringBytes, 'x'));
    }
  }
  SUBCASE("of stacks") {
    for (std::int32_t i = 0; !channel.full(); ++i) {
      REQUIRE(i <= static_cast<std::int32_t>(SampleChannel::kMostStacks));
      channel.stack(std::vector<PythonFrame>{{3, i}}, false, *opened.python);
    }
  }
  SUBCASE("of frames") {
    for (std::int32_t i = 0; !channel.full(); ++i) {
      REQUIRE(i <= 1000);
      const std::vector<PythonFrame> frames(1000, {3, i});
      channel.stack(frames, false, *opened.python);
    }
  }
  channel.open(200);
  CHECK(!channel.full());
  opened.sample(channel.stack(std::vector<PythonFrame>{{3, 34}}, false, *opened.python).value(),
                channel.string("futex"));
  const DecodedSamples decoded = opened.decoded();
  CHECK(decoded.opened.size() == 2);
  REQUIRE(decoded.samples.size() == 1);
  CHECK(decoded.samples[0].frames == std::vector<std::string>{"f3@made.py:30+34"});
  CHECK(decoded.samples[0].wait == "futex");
}

TEST_CASE("stacks of machine code are each written once, and anew after a fresh start") {
  Opened opened;
  SampleChannel& channel = opened.channel;
  const std::vector<std::string_view> frames{"spin (program)", "main (program)"};
  const auto stack = channel.native_stack(frames);
  channel.native_sample(8, 50, stack, 5'000'000);
  const std::size_t bytes = channel.bytes().size();
  CHECK(channel.native_stack(frames) == stack);
  CHECK(channel.native_stack({}) == 0);
  CHECK(channel.bytes().size() == bytes);
  channel.open(100);
  channel.native_sample(8, 150, channel.native_stack(frames), 5'000'000);
  channel.thread_switch(8, 160, wire::SwitchKind::Preempted);
  channel.switch_gap(170, 190);

  const DecodedSamples decoded = opened.decoded();
  REQUIRE(decoded.native.size() == 2);
  const std::vector<std::string> texts(frames.begin(), frames.end());
  for (const DecodedNativeSample& sample : decoded.native) CHECK(sample.frames == texts);
  CHECK(decoded.native[1].record.time_ns == 150);
  CHECK(decoded.native[1].record.period_us == 5000);
  REQUIRE(decoded.switches.size() == 1);
  CHECK(decoded.switches[0].tid == 8);
  REQUIRE(decoded.gaps.size() == 1);
  CHECK(decoded.gaps[0].begin_ns == 170);
  CHECK(decoded.gaps[0].end_ns == 190);
  CHECK(decoded.switches[0].header.aux == static_cast<std::uint32_t>(wire::SwitchKind::Preempted));
}
