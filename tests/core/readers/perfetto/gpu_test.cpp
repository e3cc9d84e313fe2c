// GPU work in the forms in which producers write it.
#include <doctest/doctest.h>

#include "tests/core/fixtures/load_text.h"
#include "tests/core/fixtures/perfetto_packets.h"
#include "tests/core/fixtures/trace_text.h"

using namespace lanescope;
using namespace lanescope::perfetto_packets;

namespace {

const std::string kThread = process_track(1, 77, "python") + thread_track(2, 1, 77, 78, "main");

std::string category(std::string_view name) {
  return bytes(22, name);
}
std::string flow(std::uint64_t id) {
  return fixed(47, id);
}

const Track& stream_of(const Snapshot& trace) {
  for (const Track& track : trace.tracks) {
    if (track.kind == TrackKind::GpuStream && track.slices != 0) return track;
  }
  FAIL("no stream");
  return trace.tracks.front();
}

}  // namespace

TEST_CASE("PyTorch's kernels are linked to their launches by the correlation") {
  const LoadedTrace trace =
      loaded(kThread + process_track(11, 0, "GPU 0") + thread_track(12, 11, 0, 7, "stream 7") +
             begin(2, 100, "cudaLaunchKernel",
                   category("cuda_runtime") + flow(5) + argument("correlation", number(4, 5))) +
             end(2, 200) +
             begin(12, 300, "gemm",
                   category("kernel") + flow(5) + argument("correlation", number(4, 5)) +
                       argument("stream", number(4, 7))) +
             end(12, 400));
  const Snapshot& snapshot = *trace.snapshot;
  const Track& stream = stream_of(snapshot);
  CHECK(stream.device == 0);
  CHECK(stream.stream == 7);
  CHECK(snapshot.text(stream.name) == "stream 7");
  CHECK(snapshot.kernel_links.count == 1);
  CHECK(snapshot.kernel_links.with_launch == 1);
  REQUIRE(snapshot.flows->size() == 2);
  CHECK(snapshot.text(snapshot.flows->kinds[0].name) == "ac2g");
  CHECK(snapshot.flows->phase[0] == FlowPhase::Start);
  CHECK(snapshot.flows->phase[1] == FlowPhase::End);
}

TEST_CASE("a kernel is linked by a flow where nothing else says what launched it") {
  constexpr std::uint64_t kLarge = 0xF000000000000001;
  const LoadedTrace trace = loaded(
      kThread + named_track(12, 1, "stream 7") +
      begin(2, 100, "hipLaunchKernel", category("hip_runtime") + flow(kLarge)) + end(2, 200) +
      begin(12, 300, "gemm", category("kernel") + fixed(48, kLarge)) + end(12, 400));
  CHECK(trace.snapshot->kernel_links.with_launch == 1);
  CHECK(stream_of(*trace.snapshot).stream == 7);
}

TEST_CASE("rocprofv3's dispatches are kernels, and count once") {
  const std::string arguments =
      argument("corr_id", number(4, 9)) + argument("agent", number(4, 4)) +
      argument("stream_ID", number(4, 1)) + argument("grid_size", number(4, 1000)) +
      argument("workgroup_size", number(4, 256));
  const std::string file =
      process_track(1, 77, "./matmul") + named_track(2, 1, "THREAD 1 (78)") +
      named_track(3, 1, "COMPUTE AGENT [4] QUEUE [1] GPU") + named_track(4, 1, "STREAM [ 1 ]") +
      begin(2, 100, "hipLaunchKernel",
            category("hip_runtime_api_ext") + flow(9) + argument("corr_id", number(4, 9))) +
      end(2, 200) + begin(3, 300, "matmul", category("kernel_dispatch") + flow(9) + arguments) +
      end(3, 400) + begin(4, 300, "matmul", category("kernel_dispatch") + arguments) + end(4, 400);
  const TempFolder folder;
  const auto loaded = load_trace(folder.write("run.pftrace", file));
  REQUIRE(loaded.ok());
  const Snapshot& snapshot = *loaded.value().snapshot;
  CHECK(snapshot.kernel_links.count == 1);
  CHECK(snapshot.kernel_links.with_launch == 1);
  CHECK(issue_count(snapshot, "repeated_dispatch") == 1);
  CHECK(issue_count(snapshot, "moved_edges") == 1);
  const Track& stream = stream_of(snapshot);
  CHECK(stream.device == 4);
  CHECK(stream.stream == 1);
  const auto json = loaded.value().texts->json_of(stream.chunks.at(0)->place[0]);
  REQUIRE(json.ok());
  const JsonValue* args = json.value().find("args");
  REQUIRE(args != nullptr);
  CHECK(args->find("correlation")->as_int() == 9);
  CHECK(args->find("grid")->to_text() == "[4,1,1]");  // blocks, of 1000 work-items
  CHECK(args->find("block")->to_text() == "[256,1,1]");
}

TEST_CASE("render stages are GPU work, linked to the host's slice that submitted it") {
  const auto specification = [](std::uint64_t id, std::string_view name, unsigned kind) {
    return bytes(24, number(1, id) + bytes(2, name) + number(4, kind));
  };
  const std::string interned =
      bytes(kInterned, specification(1, "Compute queue 0", 2) + specification(2, "SDMA 0", 0) +
                           specification(3, "Kernel", 2) + specification(4, "Copy HtoD", 0) +
                           bytes(1000, number(1, 1) + bytes(2, "_Z4gemm") + bytes(3, "gemm()")) +
                           bytes(1001, number(1, 1) + bytes(2, "vgpr")));
  const std::string launch = bytes(21, bytes(1, number(1, 8) + number(2, 2) + number(3, 1)) +
                                           bytes(2, number(1, 256) + number(2, 1) + number(3, 1)) +
                                           bytes(3, number(1, 1) + number(4, 64)));
  const auto stage = [](std::uint64_t time_ns, const std::string& fields) {
    return packet(number(kFlags, kNeedsState) + number(kTimestamp, time_ns) +
                  bytes(kGpuStage, fields));
  };
  const std::string file = kThread + packet(number(kFlags, kCleared) + interned) +
                           begin(2, 100, "hipLaunchKernel", bytes(3000, number(1, 501))) +
                           end(2, 150) +
                           stage(300, number(1, 501) + number(2, 80) + number(11, 1) +
                                          number(13, 1) + number(14, 3) + number(19, 1) + launch) +
                           stage(400, number(1, 502) + number(2, 10) + number(11, 1) +
                                          number(13, 2) + number(14, 4) + bytes(17, "copy"));
  const TempFolder folder;
  const auto loaded = load_trace(folder.write("run.pftrace", file));
  REQUIRE(loaded.ok());
  const Snapshot& snapshot = *loaded.value().snapshot;
  CHECK(slices_on(snapshot, "Compute queue 0") == "gemm() 300+80");
  CHECK(slices_on(snapshot, "SDMA 0") == "copy 400+10");
  CHECK(snapshot.kernel_links.count == 1);
  CHECK(snapshot.kernel_links.with_launch == 1);
  CHECK(snapshot.gpu_links.count == 2);
  const Track& queue = stream_of(snapshot);
  CHECK(queue.device == 1);
  const auto json = loaded.value().texts->json_of(queue.chunks.at(0)->place[0]);
  REQUIRE(json.ok());
  const JsonValue* args = json.value().find("args");
  REQUIRE(args != nullptr);
  CHECK(args->find("grid")->to_text() == "[8,2,1]");
  CHECK(args->find("kernel symbol")->to_text(true) == "_Z4gemm");
  CHECK(args->find("vgpr")->as_int() == 64);
}

TEST_CASE("GPU counters have the names and units of their descriptor") {
  const std::string spec =
      bytes(1, number(1, 2) + bytes(2, "Bandwidth") + number(7, 7) + number(8, 22));
  const std::string values = bytes(2, number(1, 2) + real(3, 12.5));
  const LoadedTrace trace =
      loaded(packet(number(kTimestamp, 10) + bytes(kGpuCounters, bytes(1, spec) + number(3, 0))) +
             packet(number(kTimestamp, 20) + bytes(kGpuCounters, values + number(3, 0))));
  REQUIRE(trace.snapshot->counters.size() == 1);
  const CounterTrack& counter = *trace.snapshot->counters[0];
  CHECK(trace.snapshot->text(counter.name) == "Bandwidth (B/s)");
  CHECK(trace.snapshot->text(counter.process_name) == "GPU 0");
  CHECK(counter.time_ns[0] == 20);
  CHECK(counter.value[0] == 12.5);
}

TEST_CASE("Chrome's older events have their thread and time from descriptors and differences") {
  const auto legacy = [](const std::string& time, const std::string& fields) {
    return packet(bytes(kTrackEvent, time + bytes(23, "old") + bytes(6, fields)));
  };
  const LoadedTrace trace =
      loaded(packet(bytes(kClockSnapshot, bytes(1, number(1, 6) + number(2, 1'000)) +
                                              bytes(1, number(1, 3) + number(2, 1'000)))) +
             packet(bytes(kThreadDescriptor,
                          number(1, 900) + number(2, 901) + bytes(5, "legacy") + number(6, 50))) +
             legacy(number(1, 5), number(2, 'X') + number(3, 20)) +
             legacy(number(1, 10), number(2, 'b') + number(11, 7)) +
             legacy(number(1, 10), number(2, 'e') + number(11, 7)));
  CHECK(slices_on(*trace.snapshot, "legacy") == "old 55000+20000");
  CHECK(slices_on(*trace.snapshot, "async") == "old 65000+10000");
}

TEST_CASE("work is of the process that its arguments name, where two have the correlation") {
  const auto call = [](std::uint64_t track, std::uint64_t at_ns) {
    return begin(track, at_ns, "hipLaunchKernel",
                 category("hip_runtime_api") + argument("corr_id", number(4, 9))) +
           end(track, at_ns + 10);
  };
  const auto kernel = [](std::uint64_t at_ns, std::string_view name, const std::string& owner) {
    return begin(20, at_ns, name,
                 category("kernel_dispatch") + argument("corr_id", number(4, 9)) + owner) +
           end(20, at_ns + 10);
  };
  const LoadedTrace trace =
      loaded(process_track(1, 77, "a") + thread_track(2, 1, 77, 78, "main a") +
             process_track(11, 87, "b") + thread_track(12, 11, 87, 88, "main b") +
             named_track(20, 0, "queue 1") + call(2, 100) + call(12, 200) +
             kernel(300, "of a", argument("tid", number(4, 78))) +
             kernel(400, "of b", argument("pid", number(4, 87))));
  const Snapshot& snapshot = *trace.snapshot;
  const TrackChunk& queue = *stream_of(snapshot).chunks.at(0);
  REQUIRE(queue.size() == 2);
  for (std::uint32_t i = 0; i < queue.size(); ++i) {
    const auto launch = snapshot.find_slice(queue.link[i]);
    REQUIRE(launch);
    CHECK(snapshot.text(launch->track->process) ==
          (snapshot.text(queue.name[i]) == "of a" ? "77" : "87"));
  }
}

TEST_CASE("a large correlation is not that of launches that only a flow tells") {
  constexpr std::uint64_t kLarge = 0x80000000;
  const LoadedTrace trace = loaded(
      kThread + named_track(12, 1, "stream 7") +
      begin(2, 100, "hipLaunchKernel", category("hip_runtime") + flow(5)) + end(2, 200) +
      begin(2, 210, "hipMemcpy",
            category("hip_runtime") + argument("correlation", number(4, kLarge))) +
      end(2, 220) + begin(12, 300, "gemm", category("kernel") + fixed(48, 5)) + end(12, 400) +
      begin(12, 500, "other", category("kernel") + argument("correlation", number(4, kLarge))) +
      end(12, 600));
  const Snapshot& snapshot = *trace.snapshot;
  CHECK(snapshot.kernel_links.with_launch == 2);
  const TrackChunk& stream = *stream_of(snapshot).chunks.at(0);
  for (std::uint32_t i = 0; i < stream.size(); ++i) {
    const auto launch = snapshot.find_slice(stream.link[i]);
    REQUIRE(launch);
    CHECK(snapshot.text(launch->chunk->name[launch->slice]) ==
          (snapshot.text(stream.name[i]) == "gemm" ? "hipLaunchKernel" : "hipMemcpy"));
  }
}

TEST_CASE("correlations of more than 32 bits link, and are not mixed up with smaller ones") {
  constexpr std::uint64_t kLarge = (std::uint64_t{1} << 32U) + 5;
  const auto correlation = [](std::uint64_t id) { return argument("correlation", number(4, id)); };
  const LoadedTrace trace =
      loaded(kThread + named_track(12, 1, "stream 7") +
             begin(2, 100, "first", category("cuda_runtime") + correlation(kLarge)) + end(2, 200) +
             begin(2, 210, "second", category("cuda_runtime") + correlation(5)) + end(2, 220) +
             begin(12, 300, "gemm", category("kernel") + correlation(kLarge)) + end(12, 400) +
             begin(12, 500, "fill", category("kernel") + correlation(5)) + end(12, 600) +
             begin(12, 700, "early", category("kernel") + correlation(kLarge + 1)) + end(12, 800));
  const Snapshot& snapshot = *trace.snapshot;
  CHECK(snapshot.kernel_links.count == 3);
  CHECK(snapshot.kernel_links.with_launch == 2);
  const auto launch = [&](std::string_view kernel) {
    const auto at = snapshot.find_slice(event_named(snapshot, kernel, 0));
    const auto call = snapshot.find_slice(at->chunk->link[at->slice]);
    return call ? snapshot.text(call->chunk->name[call->slice]) : std::string_view();
  };
  CHECK(launch("gemm") == "first");
  CHECK(launch("fill") == "second");
  CHECK(launch("early") == "");
  CHECK(issue_count(snapshot, "launch_not_recorded") == 1);
  CHECK(issue_count(snapshot, "large_correlation") == 0);
}
