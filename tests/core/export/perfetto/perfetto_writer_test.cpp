#include "core/export/perfetto/perfetto_writer.h"

#include <map>
#include <string>
#include <tuple>
#include <variant>

#include <doctest/doctest.h>

#include "core/analysis/events/flow_counts.h"
#include "core/export/redaction.h"
#include "core/store/own_members.h"
#include "tests/core/base/temp_folder.h"
#include "tests/core/fixtures/event_reader.h"
#include "tests/core/fixtures/load_text.h"
#include "tests/core/fixtures/perfetto_packets.h"
#include "tests/core/fixtures/snapshot_text.h"
#include "tests/core/fixtures/trace_text.h"

using namespace lanescope;

namespace {

LoadedTrace opened(const std::string& path) {
  auto trace = load_trace(path);
  if (!trace.ok()) MESSAGE(trace.error().message);
  REQUIRE(trace.ok());
  REQUIRE(snapshot_faults(*trace.value().snapshot) == "");
  return std::move(trace).value();
}

/// A launch with its kernel, an overlap on the stream, and everything else that a trace can have.
constexpr const char* kTrace = R"({"baseTimeNanoseconds": 1700000000000000000, "traceEvents": [
{"ph": "M", "name": "process_name", "pid": 100, "tid": 0, "args": {"name": "python"}},
{"ph": "M", "name": "thread_name", "pid": 100, "tid": 101, "args": {"name": "main"}},
{"ph": "M", "name": "process_name", "pid": 0, "tid": 0, "args": {"name": "GPU 0"}},
{"ph": "M", "name": "thread_name", "pid": 0, "tid": 7, "args": {"name": "stream 7"}},
{"ph": "X", "cat": "cpu_op", "name": "aten::mm", "pid": 100, "tid": 101, "ts": 10.001, "dur": 50,
 "args": {"External id": 3, "Input Dims": [[2, 3], []], "scale": 0.5}},
{"ph": "X", "cat": "cuda_runtime", "name": "cudaLaunchKernel", "pid": 100, "tid": 101,
 "ts": 20.002, "dur": 5, "args": {"correlation": 9, "External id": 3}},
{"ph": "X", "cat": "kernel", "name": "gemm", "pid": 0, "tid": 7, "ts": 40, "dur": 30.003,
 "args": {"device": 0, "stream": 7, "correlation": 9, "grid": [4, 1, 1]}},
{"ph": "X", "cat": "kernel", "name": "beside", "pid": 0, "tid": 7, "ts": 60, "dur": 30,
 "args": {"device": 0, "stream": 7, "correlation": 0}},
{"ph": "X", "cat": "gpu_user_annotation", "name": "step", "pid": 0, "tid": 7, "ts": 40, "dur": 30,
 "args": {"device": 0, "stream": 7}},
{"ph": "s", "id": 9, "pid": 100, "tid": 101, "ts": 20.002, "cat": "ac2g", "name": "ac2g"},
{"ph": "f", "id": 9, "pid": 0, "tid": 7, "ts": 40, "cat": "ac2g", "name": "ac2g", "bp": "e"},
{"ph": "i", "s": "t", "cat": "cpu_instant_event", "name": "mark", "pid": 100, "tid": 101,
 "ts": 30, "args": {"n": 1}},
{"ph": "C", "name": "memory", "pid": 100, "ts": 12, "args": {"used": 1.5}},
{"ph": "C", "name": "memory", "pid": 100, "ts": 13, "args": {"used": 2.5}}
]})";

using Row = std::tuple<std::string, std::string, std::string, Ns, Ns, std::string>;

/// Process, thread, name, times and arguments of each slice.
std::multimap<std::string, Row> rows_of(const LoadedTrace& trace) {
  const Snapshot& snapshot = *trace.snapshot;
  const ReadEvent read = event_reader(trace);
  std::multimap<std::string, Row> rows;
  for (const Track& track : snapshot.tracks) {
    for (const auto& chunk : track.chunks) {
      for (std::uint32_t i = 0; i < chunk->size(); ++i) {
        const auto json = read(chunk->id_of(i));
        const JsonValue* args = json ? json->find("args") : nullptr;
        const std::string text = args == nullptr ? "{}" : args->to_text();
        const std::string name(snapshot.text(chunk->name[i]));
        rows.emplace(name, Row(std::string(snapshot.text(track.process)),
                               std::string(snapshot.text(track.thread)),
                               std::string(snapshot.text(track.name)), chunk->start_ns[i],
                               chunk->dur_ns[i], text == "{}" ? "" : text));
      }
    }
  }
  return rows;
}

}  // namespace

TEST_CASE("a trace written as Perfetto's and read again has the same events") {
  const TempFolder folder;
  const LoadedTrace first = opened(folder.write("run.json", kTrace));
  const std::string path = folder.path() + "/run.pftrace";
  REQUIRE_FALSE(write_perfetto_file(path, *first.snapshot, event_reader(first)));
  const LoadedTrace again = opened(path);
  CHECK(again.snapshot->info.format == "perfetto");
  CHECK(rows_of(again) == rows_of(first));
  CHECK(again.snapshot->report.listed == 0);
  CHECK(again.snapshot->info.base_ns == first.snapshot->info.base_ns);
  CHECK(again.snapshot->kernel_links.count == 2);
  CHECK(again.snapshot->kernel_links.with_launch == 1);
  CHECK(again.snapshot->kernel_links.with_op == 1);
  REQUIRE(again.snapshot->flows->size() == 2);
  CHECK(again.snapshot->text(again.snapshot->flows->kinds[0].name) == "ac2g");
  REQUIRE(again.snapshot->instants->size() == 1);
  CHECK(again.snapshot->instants->time_ns[0] == first.snapshot->instants->time_ns[0]);
  REQUIRE(again.snapshot->counters.size() == 1);
  CHECK(again.snapshot->counters[0]->value[1] == 2.5);
}

TEST_CASE("streams are where they were, with what overlaps on them") {
  const TempFolder folder;
  const LoadedTrace first = opened(folder.write("run.json", kTrace));
  const std::string path = folder.path() + "/run.pftrace";
  REQUIRE_FALSE(write_perfetto_file(path, *first.snapshot, event_reader(first)));
  const LoadedTrace again = opened(path);
  std::map<TrackKind, std::uint64_t> slices;
  for (const Track& track : again.snapshot->tracks) slices[track.kind] += track.slices;
  CHECK(slices[TrackKind::GpuStream] == 2);
  CHECK(slices[TrackKind::GpuAnnotation] == 1);
  CHECK(slices[TrackKind::CpuThread] == 2);
}

namespace {

/// A line of each track, in order.
std::string tracks_text(const Snapshot& trace) {
  std::string text;
  const auto add = [&text](std::string_view part) { text += std::string(part) + "|"; };
  for (const Track& track : trace.tracks) {
    add(trace.text(track.process));
    add(trace.text(track.process_name));
    add(trace.text(track.thread));
    add(trace.text(track.name));
    for (const std::int64_t number :
         {std::int64_t{static_cast<int>(track.kind)}, track.device, track.stream,
          track.process_sort, track.thread_sort, static_cast<std::int64_t>(track.slices)})
      add(std::to_string(number));
    text += "\n";
  }
  for (const auto& counter : trace.counters) {
    add(trace.text(counter->process));
    add(trace.text(counter->name));
    add(trace.text(counter->series));
    text += "\n";
  }
  return text;
}

/// Ids that are no small numbers, sort indices, and members outside the events.
constexpr const char* kOddLanes = R"({"baseTimeNanoseconds": 1700000000000000000,
"deviceProperties": [{"id": 3, "name": "H200", "totalGlobalMem": 150000000000, "numSms": 132}],
"distributedInfo": {"backend": "nccl", "rank": 1, "world_size": 2}, "with_stack": 0,
"notes": {"lr": 0.10, "tags": [], "text": "a \"b\""}, "lanescopePartNs": [1000, 90000],
"traceEvents": [
{"ph": "M", "name": "process_name", "pid": 3, "tid": 0, "args": {"name": "MTIA 3"}},
{"ph": "M", "name": "process_sort_index", "pid": 3, "tid": 0, "args": {"sort_index": 5000003}},
{"ph": "M", "name": "thread_name", "pid": 3, "tid": 0, "args": {"name": "PACKET"}},
{"ph": "M", "name": "thread_sort_index", "pid": 7, "tid": 9007199254740993,
 "args": {"sort_index": -1}},
{"ph": "X", "cat": "cpu_op", "name": "aten::mm", "pid": 7, "tid": 9007199254740993, "ts": 10.001,
 "dur": 50},
{"ph": "X", "cat": "mtia_ccp_events", "name": "fc", "pid": 3, "tid": 0, "ts": 40, "dur": 30.003},
{"ph": "X", "cat": "Trace", "name": "PyTorch Profiler: 0",
                     "pid" : "Spans", "tid" : "PyTorch Profiler", "ts" : 1, "dur" : 89
},
{"ph": "X", "cat": "overhead", "name": "Buffer Flush", "pid": -1, "tid": 0, "ts": 2, "dur": 1},
{"ph": "b", "cat": "request", "id": 1, "name": "a", "pid": 7, "ts": 12},
{"ph": "e", "cat": "request", "id": 1, "name": "a", "pid": 7, "ts": 14},
{"ph": "C", "name": "memory", "pid": 7, "id": 4, "ts": 12, "args": {"used": 1.5}},
{"ph": "C", "name": "memory", "pid": 7, "id": 4, "ts": 13, "args": {"used": 2.5}}
]
})";

}  // namespace

TEST_CASE("lanes and what the trace says of itself are the same after writing and reading") {
  const TempFolder folder;
  const LoadedTrace first = opened(folder.write("run.json", kOddLanes));
  const std::string path = folder.path() + "/run.pftrace";
  REQUIRE_FALSE(write_perfetto_file(path, *first.snapshot, event_reader(first)));
  const LoadedTrace again = opened(path);
  CHECK(tracks_text(*again.snapshot) == tracks_text(*first.snapshot));
  const TraceInfo &before = first.snapshot->info, &after = again.snapshot->info;
  JsonValue told = after.metadata;
  std::erase_if(std::get<JsonObject>(told.data),
                [](const JsonMember& member) { return is_own_member(member.first); });
  CHECK(told.to_text() == before.metadata.to_text());
  REQUIRE(after.distributed);
  CHECK(after.distributed->to_text() == before.distributed->to_text());
  REQUIRE(after.devices.size() == 1);
  CHECK(after.devices[0].id == 3);
  CHECK(after.devices[0].name == "H200");
  CHECK(after.devices[0].sms == 132);
  REQUIRE(after.part);
  CHECK(after.part->begin_ns == 1000);
  CHECK(after.part->end_ns == 90000);
  CHECK_FALSE(after.whole_microseconds);
  // JSON is often a part of a longer run, so that its reader does not tell of missing launch calls.
  CHECK(first.snapshot->report.issues.empty());
  REQUIRE(again.snapshot->report.issues.size() == 1);
  CHECK(again.snapshot->report.issues[0].kind == "launch_not_recorded");
  CHECK(again.snapshot->instants->size() == first.snapshot->instants->size());
}

TEST_CASE("a trace in whole microseconds is still known as one") {
  const TempFolder folder;
  const LoadedTrace first = opened(folder.write("run.json", R"({"traceEvents": [
      {"ph": "X", "cat": "cpu_op", "name": "a", "pid": 1, "tid": 1, "ts": 1, "dur": 4},
      {"ph": "X", "cat": "cpu_op", "name": "b", "pid": 1, "tid": 1, "ts": 2, "dur": 4}]})"));
  const std::string path = folder.path() + "/run.pftrace";
  REQUIRE_FALSE(write_perfetto_file(path, *first.snapshot, {}));
  const LoadedTrace again = opened(path);
  CHECK(again.snapshot->info.whole_microseconds);
  CHECK(again.snapshot->info.metadata.find("lanescopeWholeMicroseconds") == nullptr);
}

TEST_CASE("times before 0 are moved, and the base with them") {
  const TempFolder folder;
  const LoadedTrace first =
      opened(folder.write("run.json",
                          R"({"baseTimeNanoseconds": 1700000000000000000, "traceEvents": [
      {"ph": "X", "cat": "cpu_op", "name": "a", "pid": 1, "tid": 1, "ts": -5, "dur": 1},
      {"ph": "X", "cat": "cpu_op", "name": "b", "pid": 1, "tid": 1, "ts": 7, "dur": 1}]})"));
  const std::string path = folder.path() + "/run.pftrace";
  REQUIRE_FALSE(write_perfetto_file(path, *first.snapshot, {}));
  const LoadedTrace again = opened(path);
  REQUIRE(again.snapshot->tracks.size() == 1);
  const TrackChunk& chunk = *again.snapshot->tracks[0].chunks.at(0);
  CHECK(chunk.start_ns[0] == 0);
  CHECK(chunk.start_ns[1] == 12'000);
  CHECK(again.snapshot->info.base_ns == 1'699'999'999'999'995'000);
}

TEST_CASE("with a range only what overlaps it is written, with the launches of GPU work") {
  const TempFolder folder;
  const LoadedTrace first = opened(folder.write("run.json", kTrace));
  const std::string path = folder.path() + "/run.pftrace.gz";
  TraceWriteOptions options;
  options.range = TimeRange{69'000, 69'500};
  REQUIRE_FALSE(write_perfetto_file(path, *first.snapshot, event_reader(first), options));
  const LoadedTrace again = opened(path);
  CHECK(all_names(*again.snapshot) == "aten::mm beside cudaLaunchKernel gemm step");
}

TEST_CASE("names are replaced in a redacted trace") {
  const TempFolder folder;
  const LoadedTrace first = opened(folder.write(
      "run.json", R"({"traceEvents": [{"ph": "X", "cat": "user_annotation", "name": "my secret",
      "pid": 1, "tid": 1, "ts": 1, "dur": 1, "args": {"zorblax": "my value"}}]})"));
  Redaction redaction;
  TraceWriteOptions options;
  options.redaction = &redaction;
  std::string text;
  const auto take = [&](std::string_view piece) {
    text += piece;
    return true;
  };
  CHECK(write_perfetto(*first.snapshot, event_reader(first), take, options));
  CHECK(text.find("secret") == std::string::npos);
  CHECK(text.find("my value") == std::string::npos);
  CHECK(text.find("zorblax") == std::string::npos);
}

namespace {

/// "CATEGORY STARTS+STEPS+ENDS, PAIRED" of each kind of flow.
std::string flows_text(const Snapshot& trace) {
  std::string text;
  for (const FlowCounts& one : count_flows(trace)) {
    text += one.category + " " + std::to_string(one.starts) + "+" + std::to_string(one.steps) +
            "+" + std::to_string(one.ends) + ", " + std::to_string(one.paired) + "\n";
  }
  return text;
}

/// Two pairs of operators, with arrows of two kinds that share an id; they are `late` µs after the
/// begins of the operators, and end that long before they start where `skewed`.
std::string arrows_trace(int late, bool skewed) {
  const auto op = [](const char* name, int thread, int at) {
    return R"({"ph": "X", "cat": "cpu_op", "name": ")" + std::string(name) +
           R"(", "pid": 1, "tid": )" + std::to_string(thread) + R"(, "ts": )" + std::to_string(at) +
           R"(, "dur": 50},)";
  };
  const auto half = [](const char* phase, const char* category, int thread, int at) {
    return R"({"ph": ")" + std::string(phase) + R"(", "bp": "e", "id": 7, "cat": ")" + category +
           R"(", "name": ")" + category + R"(", "pid": 1, "tid": )" + std::to_string(thread) +
           R"(, "ts": )" + std::to_string(at) + "}";
  };
  const int first = skewed ? 200 : 100, second = skewed ? 100 : 200;
  return R"({"traceEvents": [)" + op("producer", 10, first) + op("consumer", 11, second) +
         op("aten::mm", 10, first + 300) + op("MmBackward0", 11, second + 300) +
         half("s", "my_queue", 10, first + late) + "," + half("f", "my_queue", 11, second + late) +
         "," + half("s", "fwdbwd", 10, first + 300 + late) + "," +
         half("f", "fwdbwd", 11, second + 300 + late) + "]}";
}

LoadedTrace written_again(const TempFolder& folder, const LoadedTrace& first) {
  const std::string path = folder.path() + "/run.pftrace";
  REQUIRE_FALSE(write_perfetto_file(path, *first.snapshot, event_reader(first)));
  return opened(path);
}

}  // namespace

TEST_CASE("arrows are of the kinds that they were, wherever they begin and end") {
  for (const int late : {0, 1, 60}) {
    for (const bool skewed : {false, true}) {
      CAPTURE(late);
      CAPTURE(skewed);
      const TempFolder folder;
      const LoadedTrace first = opened(folder.write("run.json", arrows_trace(late, skewed)));
      const LoadedTrace again = written_again(folder, first);
      CHECK(flows_text(*first.snapshot) == "fwdbwd 1+0+1, 1\nmy_queue 1+0+1, 1\n");
      CHECK(flows_text(*again.snapshot) == flows_text(*first.snapshot));
      CHECK(all_names(*again.snapshot) == all_names(*first.snapshot));
      CHECK(again.snapshot->info.metadata.find("lanescopeFlows") == nullptr);
      const FlowTable &before = *first.snapshot->flows, &after = *again.snapshot->flows;
      REQUIRE(after.size() == before.size());
      for (std::uint32_t i = 0; i < after.size(); ++i) {
        CHECK(after.id[i] == 7);
        CHECK((after.slice[i] == EventId::None) == (before.slice[i] == EventId::None));
      }
    }
  }
}

TEST_CASE("an arrow whose id is a text is still one arrow") {
  const TempFolder folder;
  const LoadedTrace first = opened(folder.write("run.json", R"({"traceEvents": [
{"ph": "X", "cat": "cpu_op", "name": "a", "pid": 1, "tid": 1, "ts": 1, "dur": 4},
{"ph": "X", "cat": "cpu_op", "name": "b", "pid": 1, "tid": 2, "ts": 9, "dur": 4},
{"ph": "s", "id": "first", "cat": "q", "name": "q", "pid": 1, "tid": 1, "ts": 1},
{"ph": "f", "id": "first", "cat": "q", "name": "q", "pid": 1, "tid": 2, "ts": 9, "bp": "e"},
{"ph": "s", "id": "second", "cat": "q", "name": "q", "pid": 1, "tid": 1, "ts": 1},
{"ph": "f", "id": "second", "cat": "q", "name": "q", "pid": 1, "tid": 2, "ts": 9, "bp": "e"}]})"));
  CHECK(flows_text(*written_again(folder, first).snapshot) == "q 2+0+2, 2\n");
}

namespace {

/// What is counted of a trace, and where its analyses look.
std::string counts_text(const Snapshot& trace) {
  std::string text;
  for (const auto& [phase, count] : trace.counts.by_phase)
    text += phase + " " + std::to_string(count) + "\n";
  for (const auto& [category, count] : trace.counts.by_category)
    text += category + " " + std::to_string(count) + "\n";
  for (const std::uint64_t count : {trace.counts.async, trace.counts.slices, trace.counts.instants})
    text += std::to_string(count) + "\n";
  for (const TimeRange& range : {trace.extent, trace.x_extent, trace.slices_extent})
    text += std::to_string(range.begin_ns) + " to " + std::to_string(range.end_ns) + "\n";
  return text;
}

/// Ranges of two requests that overlap and nest, one without duration, one inside of a thread's
/// slice, and a moment within one.
constexpr const char* kRequests = R"({"traceEvents": [
{"ph": "X", "cat": "cpu_op", "name": "aten::mm", "pid": 7, "tid": 70, "ts": 10, "dur": 50},
{"ph": "b", "cat": "request", "id": 1, "name": "a", "pid": 7, "ts": 12.5, "args": {"n": 1}},
{"ph": "b", "cat": "request", "id": 1, "name": "inner", "pid": 7, "ts": 13},
{"ph": "n", "cat": "request", "id": 1, "name": "moment", "pid": 7, "ts": 14, "args": {"m": 2}},
{"ph": "e", "cat": "request", "id": 1, "name": "inner", "pid": 7, "ts": 15},
{"ph": "b", "cat": "request", "id": 2, "name": "b", "pid": 7, "ts": 13.5, "args": {"n": [2, 3]}},
{"ph": "e", "cat": "request", "id": 1, "name": "a", "pid": 7, "ts": 20},
{"ph": "e", "cat": "request", "id": 2, "name": "b", "pid": 7, "ts": 125},
{"ph": "b", "cat": "queue", "id": 3, "name": "twin", "pid": 7, "ts": 13.5},
{"ph": "e", "cat": "queue", "id": 3, "name": "twin", "pid": 7, "ts": 25},
{"ph": "b", "cat": "queue", "id": 4, "name": "twin", "pid": 7, "ts": 13.5},
{"ph": "e", "cat": "queue", "id": 4, "name": "twin", "pid": 7, "ts": 25},
{"ph": "b", "cat": "queue", "id": 5, "name": "short", "pid": 8, "ts": 3},
{"ph": "e", "cat": "queue", "id": 5, "name": "short", "pid": 8, "ts": 3}
]})";

}  // namespace

TEST_CASE("async ranges are async ranges of the same lanes after writing and reading") {
  const TempFolder folder;
  const LoadedTrace first = opened(folder.write("run.json", kRequests));
  const LoadedTrace again = written_again(folder, first);
  CHECK(first.snapshot->counts.async == 6);
  CHECK(counts_text(*again.snapshot) == counts_text(*first.snapshot));
  CHECK(tracks_text(*again.snapshot) == tracks_text(*first.snapshot));
  CHECK(rows_of(again) == rows_of(first));
  CHECK(again.snapshot->report.issues.empty());
  REQUIRE(again.snapshot->tracks.size() == first.snapshot->tracks.size());
  for (std::size_t t = 0; t < again.snapshot->tracks.size(); ++t) {
    CHECK(again.snapshot->tracks[t].depth == first.snapshot->tracks[t].depth);
    CHECK(again.snapshot->tracks[t].crossings == first.snapshot->tracks[t].crossings);
  }
}

TEST_CASE("a track that has slices of its own and no async ranges keeps them as such") {
  using namespace perfetto_packets;
  const TempFolder folder;
  const LoadedTrace first = opened(folder.write(
      "own.pftrace", process_track(1, 7, "python") + thread_track(2, 1, 7, 70, "main") +
                         named_track(3, 1, "frames") + begin(2, 2'000, "op") + end(2, 3'000) +
                         begin(3, 1'000, "frame") + end(3, 9'000) + event(kInstant, 3, 4'000)));
  const LoadedTrace again = written_again(folder, first);
  CHECK(first.snapshot->x_extent.end_ns == 9'000);
  CHECK(counts_text(*again.snapshot) == counts_text(*first.snapshot));
  CHECK(tracks_text(*again.snapshot) == tracks_text(*first.snapshot));
}

TEST_CASE("lanes that are named as those of rocprofv3 are not taken for repetitions") {
  const TempFolder folder;
  const LoadedTrace first = opened(folder.write("run.json", R"({"traceEvents": [
{"ph": "X", "cat": "cpu_op", "name": "a", "pid": 7, "tid": "COMPUTE AGENT [4] QUEUE [1]", "ts": 1,
 "dur": 5},
{"ph": "X", "cat": "cpu_op", "name": "b", "pid": 7, "tid": "STREAM [ 1 ]", "ts": 1, "dur": 9},
{"ph": "X", "cat": "cpu_op", "name": "c", "pid": 7, "tid": "STREAM [ 1 ]", "ts": 5, "dur": 9},
{"ph": "i", "s": "t", "cat": "cpu_op", "name": "d", "pid": 7, "tid": "STREAM [ 1 ]", "ts": 2},
{"ph": "b", "cat": "STREAM", "id": 1, "name": "e", "pid": 7, "ts": 3},
{"ph": "n", "cat": "STREAM", "id": 1, "name": "f", "pid": 7, "ts": 4},
{"ph": "e", "cat": "STREAM", "id": 1, "name": "e", "pid": 7, "ts": 5}]})"));
  const LoadedTrace again = written_again(folder, first);
  CHECK(all_names(*again.snapshot) == "a b c d e f");
  CHECK(counts_text(*again.snapshot) == counts_text(*first.snapshot));
  CHECK(tracks_text(*again.snapshot) == tracks_text(*first.snapshot));
}

TEST_CASE("an async range that is cut off is listed, and is shown to the end") {
  using namespace perfetto_packets;
  const TempFolder folder;
  const std::string marked = named_track(3, 1, "request", bytes(14, "Lanescope: async ranges"));
  const LoadedTrace trace =
      opened(folder.write("cut.pftrace", process_track(1, 7, "python") + marked + end(3, 500) +
                                             begin(3, 1'000, "whole") + begin(3, 2'000, "cut") +
                                             end(3, 3'000) + begin(3, 4'000, "cut too")));
  CHECK(issue_count(*trace.snapshot, "async_end_without_begin") == 1);
  CHECK(issue_count(*trace.snapshot, "async_begin_without_end") == 2);
  CHECK(trace.snapshot->counts.async == 3);
  CHECK(all_names(*trace.snapshot) == "cut cut too whole");
}
