// What a reader of JSON needs of traces in other formats.
#include <string>
#include <string_view>
#include <utility>

#include <doctest/doctest.h>

#include "tests/core/export/written_trace.h"
#include "tests/core/fixtures/perfetto_packets.h"

using namespace lanescope;
using namespace lanescope::perfetto_packets;

namespace {

std::string category(std::string_view name) {
  return bytes(22, name);
}
std::string starts_flow(std::uint64_t id) {
  return fixed(47, id);
}
std::string ends_flow(std::uint64_t id) {
  return fixed(48, id);
}
std::string integer(std::string_view name, std::uint64_t value) {
  return argument(name, number(4, value));
}

/// Launches that only flows tell, to a queue with a name.
std::string linked_by_flows() {
  return process_track(1, 100, "app") + thread_track(2, 1, 100, 101, "main") +
         process_track(3, 0, "GPU 0") + named_track(4, 3, "compute queue") +
         begin(2, 1'000, "hipLaunchKernel", category("hip_runtime_api") + starts_flow(5)) +
         end(2, 1'100) +
         begin(2, 1'200, "hipLaunchKernel", category("hip_runtime_api") + starts_flow(6)) +
         end(2, 1'300) + begin(4, 2'000, "gemm", category("kernel") + ends_flow(5)) +
         end(4, 3'000) + begin(4, 3'100, "add", category("kernel") + ends_flow(6)) + end(4, 3'200);
}

const JsonValue* argument_of(const LoadedTrace& trace, std::string_view name, std::string_view key,
                             JsonValue& held) {
  const Snapshot& snapshot = *trace.snapshot;
  for (const Track& track : snapshot.tracks) {
    for (const auto& chunk : track.chunks) {
      for (std::uint32_t i = 0; i < chunk->size(); ++i) {
        if (snapshot.text(chunk->name[i]) != name) continue;
        held = event_reader(trace)(chunk->id_of(i)).value_or(JsonValue{});
        const JsonValue* args = held.find("args");
        return args == nullptr ? nullptr : args->find(key);
      }
    }
  }
  return nullptr;
}

}  // namespace

TEST_CASE("launches that only flows tell are linked after a conversion to JSON") {
  const Written written(linked_by_flows(), "first.pftrace");
  REQUIRE(written.before.snapshot->kernel_links.with_launch == 2);
  CHECK(written.after.snapshot->info.format == "kineto-json");
  CHECK(written.after.snapshot->kernel_links.count == 2);
  CHECK(written.after.snapshot->kernel_links.with_launch == 2);
}

TEST_CASE("a queue whose lane has a name keeps its device and its stream") {
  const Written written(linked_by_flows(), "first.pftrace");
  const auto stream_of = [](const LoadedTrace& trace) {
    for (const Track& track : trace.snapshot->tracks) {
      if (track.kind == TrackKind::GpuStream) return std::pair(track.device, track.stream);
    }
    return std::pair<std::int64_t, std::int64_t>(-9, -9);
  };
  CHECK(stream_of(written.before) != std::pair<std::int64_t, std::int64_t>(-9, -9));
  CHECK(stream_of(written.after) == stream_of(written.before));
}

TEST_CASE("correlations that lead to the same launches are not changed") {
  const std::string file =
      process_track(1, 100, "app") + thread_track(2, 1, 100, 101, "main") +
      process_track(3, 0, "GPU 0") + thread_track(4, 3, 0, 7, "stream 7") +
      begin(2, 1'000, "cudaLaunchKernel", category("cuda_runtime") + integer("correlation", 77)) +
      end(2, 1'100) + begin(4, 2'000, "gemm", category("kernel") + integer("correlation", 77)) +
      end(4, 3'000);
  const Written written(file, "first.pftrace");
  CHECK(written.after.snapshot->kernel_links.with_launch == 1);
  JsonValue held;
  const JsonValue* correlation = argument_of(written.after, "gemm", "correlation", held);
  REQUIRE(correlation != nullptr);
  CHECK(correlation->as_int() == 77);
}

TEST_CASE("the steps that a user chose are those of a converted trace") {
  const auto event = [](const std::string& name, int ts) {
    return R"({"ph": "X", "cat": "user_annotation", "name": ")" + name +
           R"(", "pid": 1, "tid": 1, "dur": 4, "ts": )" + std::to_string(ts) + "}";
  };
  const Written written(R"({"lanescopeSteps": "* batch", "traceEvents": [)" +
                        event("ProfilerStep#1", 1) + "," + event("first batch", 6) + "," +
                        event("next batch", 11) + "]}");
  CHECK(written.before.snapshot->chosen_steps == "* batch");
  CHECK(written.after.snapshot->chosen_steps == "* batch");
  REQUIRE(written.after.snapshot->steps.size() == 2);
  CHECK(written.after.snapshot->text(written.after.snapshot->steps[0].name) == "first batch");
}

TEST_CASE("steps with a name of their own are steps after a conversion") {
  const std::string text = R"({"lanescopeStepPrefix": "train step ", "traceEvents": [
      {"ph": "X", "cat": "user_annotation", "name": "train step 1", "pid": 1, "tid": 1, "ts": 1,
       "dur": 4},
      {"ph": "X", "cat": "user_annotation", "name": "train step 2", "pid": 1, "tid": 1, "ts": 6,
       "dur": 4},
      {"ph": "X", "cat": "user_annotation", "name": "train step twice", "pid": 1, "tid": 1,
       "ts": 11, "dur": 4}]})";
  const Written written(text);
  REQUIRE(written.before.snapshot->steps.size() == 2);
  REQUIRE(written.after.snapshot->steps.size() == 2);
  CHECK(written.after.snapshot->text(written.after.snapshot->steps[0].name) == "train step 1");
}
