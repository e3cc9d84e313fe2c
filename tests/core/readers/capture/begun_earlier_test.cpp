// Ranges and calls that began before what a recording has of them.
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include <doctest/doctest.h>

#include "tests/core/readers/capture/loaded_capture.h"

using namespace lanescope;

namespace {

constexpr std::int64_t kMs = 1'000'000;

/// The next record, which uses that text, is of something that began then.
ChannelBytes& earlier(ChannelBytes& channel, std::int64_t time_ns, std::string_view text) {
  channel.string(text);  // defined before
  wire::BegunEarlierRecord record{};
  record.time_ns = time_ns;
  return channel.add(wire::RecordType::BegunEarlier, 0, record);
}

}  // namespace

TEST_CASE("a step that is cut at the edge is drawn from there, and is no step") {
  ChannelBytes lane;
  earlier(lane.thread(5), 1 * kMs, "step 1").push(1000 * kMs, "step 1", 1);
  lane.pop(1010 * kMs).push(1010 * kMs, "step 2", 2).pop(1020 * kMs);
  lane.push(1020 * kMs, "step 3", 3).pop(1030 * kMs);
  CaptureBytes capture;
  const LoadedCapture loaded(capture.hello("pid=70\n").records(lane, 1).end());
  const SliceRef cut = loaded.slice("step 1");
  CHECK(cut.chunk->range(cut.slice) == TimeRange{1000 * kMs, 1010 * kMs});
  CHECK(loaded.args("step 1") == R"({"Began earlier by":"999.0 ms"})");
  CHECK(loaded.args("step 2") == "{}");
  REQUIRE(loaded.trace().steps.size() == 2);
  CHECK(loaded.trace().text(loaded.trace().steps[0].name) == "step 2");
  CHECK(loaded.issues("begun_earlier") == 1);
  CHECK(loaded.issues("cut_step") == 1);
  CHECK(loaded.trace().extent.begin_ns == 1000 * kMs);
}

TEST_CASE("steps that any thread may end are no steps either if they are cut") {
  ChannelBytes lane;
  earlier(lane.thread(5), 1 * kMs, "step 1").start_range(1000 * kMs, "step 1", 9);
  lane.end_range(1010 * kMs, 9).start_range(1010 * kMs, "step 2", 9).end_range(1020 * kMs, 9);
  CaptureBytes capture;
  const LoadedCapture loaded(capture.hello("pid=70\n").records(lane, 1).end());
  REQUIRE(loaded.trace().steps.size() == 1);
  CHECK(loaded.trace().text(loaded.trace().steps[0].name) == "step 2");
}

TEST_CASE("a call that is cut has its own details, and its kernels") {
  ChannelBytes lane, gpu;
  earlier(lane.thread(5), 1 * kMs, "cudaLaunchKernel");
  lane.begin(1000 * kMs, {.correlation = 7}).end(1001 * kMs, 7);
  gpu.gpu().kernel(1000 * kMs, 1002 * kMs, {.correlation = 7});
  CaptureBytes capture;
  capture.hello("pid=70\n").records(lane, 1).records(gpu, 0).end();
  const LoadedCapture loaded(capture);
  CHECK(loaded.args("cudaLaunchKernel").find(R"("correlation":7,"Began earlier by":"999.0 ms")") !=
        std::string::npos);
}

TEST_CASE("a time alone, without an event behind it, changes nothing") {
  ChannelBytes lane;
  earlier(earlier(lane.thread(5), 1, "a"), 2, "b");
  lane.string("c");
  lane.push(10, "a", 1).pop(20);
  earlier(lane, 30, "a");
  CaptureBytes capture;
  const LoadedCapture loaded(capture.hello("pid=70\n").records(lane, 1).end());
  CHECK(loaded.trace().slice_count == 1);
  CHECK(loaded.args("a") == "{}");
}
