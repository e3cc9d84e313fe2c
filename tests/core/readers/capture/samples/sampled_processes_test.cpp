// Which process a sampled thread is of, what it is called, and how it fares.
#include <string>
#include <utility>
#include <vector>

#include <doctest/doctest.h>

#include "core/readers/capture/samples/samples.h"
#include "tests/core/fixtures/capture_bytes.h"
#include "tests/core/fixtures/snapshot_text.h"
#include "tests/core/fixtures/trace_text.h"
#include "tests/core/readers/capture/samples/sampled_program.h"

using namespace lanescope;

TEST_CASE("figures of the process that the sampler looks at are counters") {
  Program program;
  wire::CounterRecord counter{};
  counter.time_ns = 100'000;
  counter.value = 5.0;
  program.channel.add(wire::RecordType::Counter, program.channel.string("resident memory"),
                      counter);
  const Loaded loaded(program.file());
  REQUIRE(loaded.trace().counters.size() == 1);
  CHECK(loaded.trace().text(loaded.trace().counters[0]->name) == "resident memory");
  CHECK(loaded.trace().text(loaded.trace().counters[0]->process) == "70");
}

TEST_CASE("a process that is sampled first and joins later is one process") {
  Program program;
  program.channel.sample(100'000, {.tid = kMain, .stack = program.in_main});
  program.channel.sample(120'000, {.tid = kMain, .stack = program.in_main});
  ChannelBytes thread, gpu;
  thread.thread(kMain, "trainer").begin(105'000, {.correlation = 1}).end(106'000, 1);
  gpu.gpu().kernel(107'000, 109'000, {.correlation = 1});
  CaptureBytes capture;
  capture.hello(kHello).records(program.channel, 0);
  capture.hello("pid=70\nexe=/usr/bin/python3\nrank=3\nworld_size=4\n", 1);
  const Loaded loaded(capture.records(thread, 1, 1).records(gpu, 0, 1).end().bytes());
  const Snapshot& trace = loaded.trace();
  std::vector<TrackKind> kinds;
  for (const Track& track : trace.tracks) {
    if (trace.text(track.process) != "70") continue;
    kinds.push_back(track.kind);
    CHECK(trace.text(track.process_name) == "rank 3 · python3");
    CHECK(trace.text(track.name) == "thread 70 (trainer)");
  }
  CHECK(kinds == std::vector<TrackKind>{TrackKind::CpuThread, TrackKind::ThreadSamples,
                                        TrackKind::ThreadState});
  // Its GPU is the GPU 0, and it is the rank that the trace is of.
  const SliceRef kernel = *trace.find_slice(event_named(trace, "gemm", 0));
  CHECK(trace.text(kernel.track->process) == "0");
  REQUIRE(trace.info.distributed);
  CHECK(trace.info.distributed->find("rank")->to_text() == "3");
  // What was recorded is what analyses cover; samples before and after it are shown.
  CHECK(trace.slices_extent == TimeRange{105'000, 109'000});
  CHECK(trace.extent == TimeRange{100'000, 130'000});
}

TEST_CASE("a process has the name of the program that ran in it last") {
  const auto name_after =
      [](const std::vector<std::pair<std::string_view, std::uint32_t>>& hellos) {
        Program program;
        program.channel.sample(100'000, {.tid = kMain, .stack = program.in_main});
        CaptureBytes capture;
        for (const auto& [hello, process] : hellos) capture.hello(hello, process);
        const Loaded loaded(capture.records(program.channel, 0).end().bytes());
        REQUIRE(!loaded.trace().tracks.empty());
        return std::string(loaded.trace().text(loaded.trace().tracks[0].process_name));
      };
  constexpr std::string_view kShell = "pid=70\nexe=/usr/bin/zsh\nwhy=sampled\n";
  constexpr std::string_view kPython = "pid=70\nexe=/usr/bin/python3\nwhy=sampled\n";
  constexpr std::string_view kBench = "pid=70\nexe=/opt/bench\nwhy=sampled\n";
  CHECK(name_after({{kShell, 0}, {kPython, 0}, {kBench, 0}}) == "bench");
  CHECK(name_after({{kBench, 0}, {kPython, 0}, {kShell, 0}}) == "zsh");
  CHECK(name_after({{kBench, 0}, {kShell, 0}, {kBench, 0}}) == "bench");
  // It joined, and ran another program later.
  CHECK(name_after({{kShell, 0}, {"pid=70\nexe=/usr/bin/python3\nrank=3\n", 1}}) ==
        "rank 3 · python3");
  CHECK(name_after({{kShell, 0}, {"pid=70\nexe=/usr/bin/python3\n", 1}, {kBench, 0}}) == "bench");
  // Of what had ended when it was looked at, the program is not known.
  constexpr std::string_view kUnknown = "pid=70\nwhy=sampled\n";
  CHECK(name_after({{kBench, 0}, {kUnknown, 1}}) == "bench");
  CHECK(name_after({{kUnknown, 0}, {kBench, 1}}) == "bench");
  CHECK(name_after({{kUnknown, 0}}) == "process");
}
