// NVTX ranges over the work that was launched inside them.
#include "core/readers/nsys/origins/gpu_ranges.h"

#include <string>

#include <doctest/doctest.h>
#include <fmt/format.h>

#include "tests/core/readers/nsys/nsys_export.h"

using namespace lanescope;

namespace {

/// "GPU 0: step 200-260, forward 200-220;" of each stream with ranges, the outer ones first.
std::string gpu_ranges(const Snapshot& snapshot) {
  std::string text;
  for (const Track& track : snapshot.tracks) {
    if (track.kind != TrackKind::GpuAnnotation) continue;
    text += fmt::format("GPU {}:", track.device);
    for (const auto& chunk : track.chunks) {
      for (std::uint32_t i = 0; i < chunk->size(); ++i) {
        const std::uint32_t slice = chunk->in_time_order(i);
        const TimeRange times = chunk->range(slice);
        text += fmt::format(" {} {}-{},", snapshot.text(chunk->name[slice]), times.begin_ns,
                            times.end_ns);
      }
    }
    text.back() = ';';
  }
  return text;
}

/// Thread 71 launches at 15, 50 and 60 what runs from 200, 230 and, on GPU 1, 300.
NsysExport launches() {
  NsysExport made;
  made.string(3, "cudaLaunchKernel").string(4, "gemm");
  made.kernels();
  made.kernel(200, 220, 0, 1, 70, 4).kernel(230, 260, 0, 2, 70, 4).kernel(300, 310, 1, 3, 70, 4);
  made.calls();
  made.call(15, 20, 70, 71, 1, 3).call(50, 55, 70, 71, 2, 3).call(60, 65, 70, 71, 3, 3);
  made.nvtx();
  return made;
}

}  // namespace

TEST_CASE("a range lasts from the first to the last work that was launched inside it") {
  NsysExport made = launches();
  made.range("0", "100", 59, "step", 70, 71);
  made.range("10", "40", 59, "forward", 70, 71);
  made.range("12", "30", 59, "aten::mm, seq = 3", 70, 71);
  made.range("42", "58", 59, "backward", 70, 71);
  made.range("70", "90", 59, "log", 70, 71);
  made.range("10", "58", 59, "elsewhere", 70, 72);
  const LoadedTrace trace = made.load();
  CHECK(gpu_ranges(*trace.snapshot) ==
        "GPU 0: step 200-260, forward 200-220, backward 230-260;GPU 1: step 300-310;");
  // They are no events of the file.
  CHECK(trace.snapshot->counts.by_category.count("gpu_user_annotation") == 0);
}

TEST_CASE("ranges around the same work keep their nesting, and domains need not nest") {
  NsysExport made = launches();
  made.range("0", "30", 59, "outer", 70, 71);
  made.range("5", "25", 59, "inner", 70, 71);
  made.range("22", "57", 59, "other domain", 70, 71);
  made.range("58", "NULL", 59, "open", 70, 71);
  const LoadedTrace trace = made.load();
  CHECK(gpu_ranges(*trace.snapshot) ==
        "GPU 0: outer 200-220, inner 200-220, other domain 230-260;GPU 1: open 300-310;");
}

TEST_CASE("kernels of a graph are in the ranges around its launch, and work of no call in none") {
  NsysExport made = launches();
  made.kernel(400, 440, 0, 2, 70, 4).kernel(500, 540, 0, 9, 70, 4).kernel(600, 640, 0, 2, 80, 4);
  made.range("45", "58", 59, "replay", 70, 71);
  CHECK(gpu_ranges(*made.load().snapshot) == "GPU 0: replay 230-440;");
}

TEST_CASE("of calls with one id, work is in the ranges around the last one before it") {
  NsysExport made = launches();
  made.call(300, 305, 70, 71, 2, 3).kernel(400, 440, 0, 2, 70, 4);
  made.range("45", "58", 59, "first", 70, 71).range("290", "310", 59, "second", 70, 71);
  CHECK(gpu_ranges(*made.load().snapshot) == "GPU 0: first 230-260, second 400-440;");
}

TEST_CASE("many calls with one id, and many streams, take no longer than others") {
  constexpr int kMany = 2000;
  NsysExport made;
  made.string(3, "cudaLaunchKernel").string(4, "gemm").kernels().calls().nvtx();
  for (int i = 0; i < kMany; ++i) {
    made.call(10 + i, 11 + i, 70, 71, 5, 3);
    made.kernel(10'000 + i, 10'001 + i, 0, 5, 70, 4);
  }
  made.add("UPDATE CUPTI_ACTIVITY_KIND_KERNEL SET streamId = start;");
  for (int i = 0; i < 20; ++i) made.range("0", std::to_string(9000 - i), 59, "step", 70, 71);
  const LoadedTrace trace = made.load();
  std::size_t streams = 0;
  for (const Track& track : trace.snapshot->tracks) {
    if (track.kind != TrackKind::GpuAnnotation) continue;
    ++streams;
    REQUIRE(track.slices == 20);
  }
  CHECK(streams == kMany);
}

TEST_CASE("the load report counts the ranges that are too deep to be repeated") {
  NsysExport made = launches();
  for (int i = 0; i < 66; ++i) {
    made.range("0", std::to_string(200 - i), 59, i < 64 ? "outer" : "inner", 70, 71);
  }
  const LoadedTrace trace = made.load();
  const std::string text = gpu_ranges(*trace.snapshot);
  CHECK(text.find("outer 200-260") != std::string::npos);
  CHECK(text.find("inner") == std::string::npos);
  CHECK(issue_count(*trace.snapshot, "deep_range") == 2);
}

TEST_CASE("start/end ranges are repeated too, and may end before ranges inside them") {
  NsysExport made = launches();
  made.range("10", "55", 60, "request", 70, 71);
  made.range("45", "70", 59, "backward", 70, 71);
  made.range("58", "NULL", 60, "open", 70, 71);
  made.range("0", "100", 60, "elsewhere", 70, 72);
  const LoadedTrace trace = made.load();
  CHECK(gpu_ranges(*trace.snapshot) ==
        "GPU 0: request 200-260, backward 230-260;GPU 1: backward 300-310, open 300-310;");
  std::uint64_t on_host = 0;
  for (const Track& track : trace.snapshot->tracks)
    on_host += track.kind == TrackKind::Async ? track.slices : 0;
  CHECK(on_host == 3);
}

TEST_CASE("a range that ends on another thread is on no stream") {
  NsysExport made = launches();
  made.range("0", "100", 60, "handed over", 70, 71).range("0", "100", 60, "own", 70, 71);
  made.add("UPDATE NVTX_EVENTS SET endGlobalTid = CASE text WHEN 'own' THEN globalTid ELSE " +
           global(70, 72) + " END;");
  CHECK(gpu_ranges(*made.load().snapshot) == "GPU 0: own 200-260;GPU 1: own 300-310;");
}

TEST_CASE("start/end ranges that never end leave room for pushed ones") {
  NsysExport made = launches();
  for (int i = 0; i < 70; ++i) made.range("0", "NULL", 60, "leaked", 70, 71);
  made.range("10", "40", 59, "forward", 70, 71);
  const LoadedTrace trace = made.load();
  const std::string text = gpu_ranges(*trace.snapshot);
  CHECK(text.find("leaked 200-260") != std::string::npos);
  CHECK(text.find("forward 200-220") != std::string::npos);
  CHECK(issue_count(*trace.snapshot, "deep_range") == 6);
}
