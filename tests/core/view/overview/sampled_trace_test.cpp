#include "core/view/overview/sampled_trace.h"

#include <string>
#include <string_view>

#include <doctest/doctest.h>

#include "tests/core/readers/capture/samples/sampled_program.h"

using namespace lanescope;

namespace {

/// A sampled program whose recorder has put a mark into its own channel.
bool only_samples_with(std::string_view mark, std::string_view range = {}) {
  Program program;
  program.channel.sample(100'000, {.tid = kMain, .stack = program.in_main, .count = 2});
  ChannelBytes recorder, ranges;
  const std::uint32_t text = recorder.string(mark);
  recorder.add(wire::RecordType::Mark, text, wire::MarkRecord{{}, 105'000});
  if (!range.empty()) ranges.thread(kMain).push(101'000, range).pop(102'000);
  CaptureBytes capture;
  capture.hello(kHello).records(program.channel, 0).records(recorder, 1);
  if (!range.empty()) capture.records(ranges, 2);
  const TempFolder folder;
  const auto loaded = load_trace(folder.write("run.lanes", capture.end().bytes()));
  REQUIRE(loaded.ok());
  REQUIRE(loaded.value().snapshot->instants->size() == 1);
  return holds_only_samples(*loaded.value().snapshot);
}

}  // namespace

TEST_CASE("a recording of samples is one of samples with a mark of the recorder, too") {
  CHECK(only_samples_with("trigger: saved in the window"));
  CHECK_FALSE(only_samples_with("epoch 3"));  // by the program itself
  CHECK_FALSE(only_samples_with("trigger: saved in the window", "step 1"));
}
