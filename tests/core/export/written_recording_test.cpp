// Recordings, written as torch.profiler would have written them.
#include <string>

#include <doctest/doctest.h>

#include "tests/core/export/written_trace.h"
#include "tests/core/fixtures/capture_bytes.h"
#include "tests/core/fixtures/event_reader.h"
#include "tests/core/fixtures/load_text.h"
#include "tests/core/fixtures/trace_text.h"

using namespace lanescope;

namespace {

constexpr Ns kRecordedNs = 1'700'000'000'000'000'000;

/// Two processes that launch under the same numbers.
CaptureBytes two_processes() {
  CaptureBytes capture;
  for (std::uint32_t p = 0; p < 2; ++p) {
    ChannelBytes thread, gpu;
    thread.thread(10 + p).push(1'700'000'000'000'000'001, "aten::mm, seq = 1, op_id = 2");
    thread.begin(1'700'000'000'000'000'100, {.correlation = 1});
    thread.end(1'700'000'000'000'000'203, 1).pop(1'700'000'000'000'000'500);
    gpu.gpu().kernel(1'700'000'000'000'000'300 + p, 1'700'000'000'000'000'400,
                     {.name = p == 0 ? "first" : "second", .correlation = 1});
    capture.hello("pid=" + std::to_string(100 + p) + "\nexe=python\n", p);
    capture.records(thread, 1, p).records(gpu, 0, p);
  }
  return capture.end();
}

}  // namespace

TEST_CASE("a recording is saved as what torch.profiler would have written") {
  const Written trace(two_processes().bytes(), "run.lanes");
  const Snapshot &a = *trace.before.snapshot, &b = *trace.after.snapshot;
  CHECK(b.info.format == "kineto-json");
  CHECK(b.info.base_ns == 1'700'000'000'000'000'001);
  CHECK(a.slice_count == b.slice_count);
  CHECK(b.kernel_links.with_launch == 2);
  CHECK(b.kernel_links.with_op == 2);
  // Each kernel still belongs to its own process' call.
  for (const char* name : {"first", "second"}) {
    CAPTURE(name);
    const auto launch_pid = [&](const Snapshot& t) {
      const SliceRef kernel = *t.find_slice(event_named(t, name, 0));
      const SliceRef call = *t.find_slice(kernel.chunk->link[kernel.slice]);
      return std::string(t.text(call.track->process));
    };
    CHECK(launch_pid(a) == launch_pid(b));
  }
  CHECK(b.flows->size() == 4);
}

TEST_CASE("a whole graph of a recording keeps the call that launched it, and its GPU") {
  CaptureBytes capture;
  for (std::uint32_t p = 0; p < 2; ++p) {
    ChannelBytes thread, gpu;
    thread.thread(10 + p).begin(kRecordedNs, {.api = "cudaGraphLaunch", .correlation = 1});
    thread.end(kRecordedNs + 100, 1);
    wire::GraphRecord graph{};
    graph.start_ns = kRecordedNs + 300;
    graph.end_ns = kRecordedNs + 400;
    graph.correlation = 1;
    graph.graph = 5;
    graph.stream = 7;
    gpu.gpu().add(wire::RecordType::Graph, 0, graph);
    wire::SyncRecord sync{};
    sync.start_ns = kRecordedNs + 500;
    sync.end_ns = kRecordedNs + 600;
    sync.correlation = 1;
    sync.stream = 7;
    gpu.add(wire::RecordType::Sync, 3, sync);
    capture.hello("pid=" + std::to_string(100 + p) + "\nexe=python\n", p);
    capture.records(thread, 1, p).records(gpu, 0, p);
  }
  const Written trace(capture.end().bytes(), "run.lanes");
  CHECK(trace.before.snapshot->kernel_links.with_launch == 2);
  CHECK(trace.after.snapshot->kernel_links.with_launch == 2);
  std::size_t gpu_tracks = 0;
  for (const Track& track : trace.after.snapshot->tracks) {
    if (track.kind != TrackKind::GpuStream && track.kind != TrackKind::GpuSync) continue;
    ++gpu_tracks;
    CHECK(track.device == 0);
  }
  CHECK(gpu_tracks == 4);
  const auto read = event_reader(trace.after);
  const EventId graph = event_named(*trace.after.snapshot, "CUDA graph 5", 0);
  const auto event = read(graph);
  REQUIRE(event);
  const JsonValue* const args = event->find("args");
  REQUIRE(args != nullptr);
  CHECK(args->find("graph id")->to_text() == "5");
}

TEST_CASE("no call of another process becomes the launch of what has none") {
  ChannelBytes thread, gpu;
  gpu.gpu().kernel(kRecordedNs, kRecordedNs + 100, {.name = "alone", .correlation = 1});
  thread.thread(10).begin(kRecordedNs, {.correlation = 1});
  thread.end(kRecordedNs + 100, 1);
  CaptureBytes capture;
  capture.hello("pid=100\nexe=python\n", 0).hello("pid=101\nexe=python\n", 1);
  capture.records(gpu, 0, 0).records(thread, 1, 1);
  const Written trace(capture.end().bytes(), "run.lanes");
  CHECK(trace.before.snapshot->kernel_links.with_launch == 0);
  CHECK(trace.after.snapshot->kernel_links.with_launch == 0);
}

TEST_CASE("calls that a driver numbers beyond 32 bits still launch what they launched") {
  constexpr std::uint64_t kCall = (std::uint64_t{1} << 40U) + 3;
  ChannelBytes thread, gpu;
  thread.thread(10).begin(kRecordedNs, {.correlation = kCall});
  thread.end(kRecordedNs + 100, kCall);
  gpu.gpu().kernel(kRecordedNs + 300, kRecordedNs + 400, {.correlation = kCall});
  CaptureBytes capture;
  capture.hello("pid=100\nexe=python\n").records(thread, 1).records(gpu, 0);
  const Written trace(capture.end().bytes(), "run.lanes");
  CHECK(trace.before.snapshot->kernel_links.with_launch == 1);
  CHECK(trace.after.snapshot->kernel_links.with_launch == 1);
  CHECK(trace.after.snapshot->report.issues.empty());
}
