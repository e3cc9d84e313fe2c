// Recordings of samples that grow, and how much time they cover.

#include <fstream>
#include <string>
#include <vector>

#include <doctest/doctest.h>

#include "core/base/bytes/file_source.h"
#include "core/readers/capture/live.h"
#include "tests/core/base/temp_folder.h"
#include "tests/core/fixtures/capture_bytes.h"
#include "tests/core/fixtures/snapshot_text.h"
#include "tests/core/readers/capture/samples/sampled_program.h"

using namespace lanescope;

namespace {

using wire::SampledState;

}  // namespace

TEST_CASE("samples before and after what a program without a GPU recorded are covered as well") {
  Program program;
  program.channel.sample(100'000, {.tid = kMain, .stack = program.in_main});
  program.channel.sample(120'000, {.tid = kMain, .stack = program.in_main});
  ChannelBytes thread;
  thread.thread(kMain, "trainer").push(105'000, "aten::add").pop(109'000);
  CaptureBytes capture;
  capture.hello(kHello).records(program.channel, 0);
  capture.hello("pid=70\nexe=/usr/bin/python3\n", 1);
  const Loaded loaded(capture.records(thread, 1, 1).end().bytes());
  CHECK(loaded.trace().slices_extent == TimeRange{100'000, 130'000});
  CHECK(loaded.trace().x_extent == loaded.trace().extent);
}

TEST_CASE("of the last seconds of a run all is covered, and of a whole run what the GPU did") {
  const auto covered = [](bool keeps_last) {
    Program program;
    program.channel.sample(200'000, {.tid = kMain, .stack = program.in_main});
    program.channel.sample(210'000, {.tid = kMain, .stack = program.in_main});
    program.channel.sample(220'000, {.tid = kMain, .stack = program.in_main});
    ChannelBytes gpu;
    gpu.gpu().kernel(205'000, 209'000, {.correlation = 1});
    CaptureBytes capture;
    if (keeps_last) capture.chunk(wire::ChunkKind::Segment, "number=1\nwhat=definitions\n");
    capture.hello(kHello).records(program.channel, 0);
    capture.hello("pid=70\nexe=/usr/bin/python3\n", 1);
    const Loaded loaded(capture.records(gpu, 1, 1).end().bytes());
    CHECK(loaded.trace().extent == TimeRange{200'000, 230'000});
    return loaded.trace().slices_extent;
  };
  CHECK(covered(true) == TimeRange{200'000, 230'000});
  CHECK(covered(false) == TimeRange{205'000, 209'000});
}

TEST_CASE("while a recording grows, what a thread does goes on to now") {
  const TempFolder folder;
  const std::string path = folder.write("run.lanes", "");
  auto source = open_growing_file(path);
  REQUIRE(source.ok());
  LiveCapture live(std::move(source).value(), path);
  Program program;
  bool first = true;
  const auto read = [&](Ns now_ns) {
    CaptureBytes capture;
    if (first) capture.hello(kHello);
    capture.chunk(wire::ChunkKind::Records, program.channel.take(), 0, 0, now_ns);
    std::ofstream(path, std::ios::app | std::ios::binary)
        << capture.bytes().substr(std::exchange(first, false) ? 0 : sizeof(wire::FileHeader));
    while (live.read_some(1U << 20)) {
    }
    return live.publish();
  };
  const auto functions = [](const Snapshot& trace) {
    return seen(trace, kMain, TrackKind::ThreadSamples);
  };
  program.channel.sample(100'000, {.tid = kMain, .stack = program.in_tokenize});
  CHECK(functions(*read(105'000)) ==
        std::vector<Seen>{{"train.py(10): main", 100'000, 105'000, 0},
                          {"data.py(12): tokenize", 100'000, 105'000, 1},
                          {"data.py:13", 100'000, 105'000, 2}});
  program.channel.sample(110'000, {.tid = kMain, .stack = program.in_main});
  const auto second = read(116'000);
  CHECK(functions(*second) == std::vector<Seen>{{"train.py(10): main", 100'000, 116'000, 0},
                                                {"data.py(12): tokenize", 100'000, 110'000, 1},
                                                {"data.py:13", 100'000, 110'000, 2},
                                                {"train.py:11", 110'000, 116'000, 1}});
  CHECK(seen(*second, kMain, TrackKind::ThreadState) ==
        std::vector<Seen>{{"running", 100'000, 116'000, 0}});
  program.channel.sample(120'000, {.tid = kMain, .state = SampledState::Ended});
  const auto third = read(126'000);
  CHECK(functions(*third).front() == Seen{"train.py(10): main", 100'000, 120'000, 0});
  CHECK(functions(*third).size() == 4);
  // A thread that was there when its process ended goes on no longer than that.
  program.channel.sample(130'000, {.tid = kOther, .stack = program.in_main});
  CHECK(seen(*read(135'000), kOther, TrackKind::ThreadState) ==
        std::vector<Seen>{{"running", 130'000, 135'000, 0}});
  CaptureBytes left;
  left.chunk(wire::ChunkKind::Left, "reason=exit\ncode=0\n", 0, 0, 200'000);
  std::ofstream(path, std::ios::app | std::ios::binary)
      << left.bytes().substr(sizeof(wire::FileHeader));
  CHECK(seen(*read(210'000), kOther, TrackKind::ThreadState) ==
        std::vector<Seen>{{"running", 130'000, 140'000, 0}});
}

TEST_CASE("a thread without samples for long is over, although nothing told its end") {
  Program program;
  ChannelBytes& c = program.channel;
  c.sample(1'000'000, {.tid = kOther, .stack = program.in_main});
  constexpr Ns kLater = 1'000'000'000;
  c.sample(kLater, {.tid = kMain, .stack = program.in_main});
  c.sample(kLater + kPeriodNs, {.tid = kMain, .stack = program.in_main});
  c.sample_stats({.time_ns = kLater + kPeriodNs, .period_ns = kPeriodNs});
  const Loaded loaded(program.file());
  CHECK(loaded.states(kOther) == std::vector<Seen>{{"running", 1'000'000, 1'010'000, 0}});
}
