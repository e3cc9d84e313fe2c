#include "core/export/trace_writer.h"

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <map>

#include <doctest/doctest.h>

#include "core/analysis/events/lanes.h"
#include "core/export/perfetto/perfetto_writer.h"
#include "core/readers/trace_loader.h"
#include "tests/core/base/temp_folder.h"
#include "tests/core/export/written_trace.h"
#include "tests/core/fixtures/capture_bytes.h"
#include "tests/core/fixtures/event_reader.h"
#include "tests/core/fixtures/load_text.h"
#include "tests/core/fixtures/trace_text.h"
#include "tests/core/fixtures/training_trace.h"

using namespace lanescope;

namespace {

constexpr Ns kRecordedNs = 1'700'000'000'000'000'000;

struct SliceFacts {
  std::string lane, category, name;
  Ns start_ns = 0, dur_ns = 0;
  std::string args;
  friend auto operator<=>(const SliceFacts&, const SliceFacts&) = default;
};

/// All slices; times from the first one on, since the base may have moved.
std::vector<SliceFacts> slices_of(const LoadedTrace& loaded) {
  const Snapshot& trace = *loaded.snapshot;
  std::vector<SliceFacts> out;
  for (const Track& track : trace.tracks) {
    for (const auto& chunk : track.chunks) {
      for (std::uint32_t s = 0; s < chunk->size(); ++s) {
        SliceFacts facts;
        facts.lane = std::string(trace.text(track.process)) + "/" +
                     std::string(trace.text(track.thread)) + "/" +
                     std::string(trace.text(track.name));
        facts.category =
            trace.text(trace.categories[static_cast<std::size_t>(chunk->category[s])].name);
        facts.name = trace.text(chunk->name[s]);
        facts.start_ns = chunk->start_ns[s] - trace.extent.begin_ns;
        facts.dur_ns = chunk->dur_ns[s];
        const auto json = event_reader(loaded)(chunk->id_of(s));
        const JsonValue* args = json ? json->find("args") : nullptr;
        facts.args = args != nullptr ? args->to_text() : "";
        if (facts.args == "{}") facts.args.clear();
        out.push_back(std::move(facts));
      }
    }
  }
  std::ranges::sort(out);
  return out;
}

/// The names on each row of the first lane, from the upper one on.
std::string names_by_row(const Snapshot& trace) {
  std::string names;
  for (const Track& track : trace.tracks) {
    if (track.slices == 0) continue;
    for (const Row& row : track.chunks.front()->rows) {
      for (std::uint32_t i = 0; i < row.count; ++i)
        names += std::string(trace.text(track.chunks.front()->name[row.first + i])) + " ";
      names += "| ";
    }
    break;
  }
  return names;
}

std::string training_trace_text() {
  TrainingTrace trace;
  for (int i = 0; i < 8; ++i) {
    trace.step([&] {
      trace.op("aten::mm", "gemm \"odd\" \\ name", 120, 60, "\"grid\": [1, 2, 3]");
      trace.copy("Memcpy HtoD (Pageable -> Device)", 4096, 20, true);
      trace.allocate(64 + i, 512).wait_for_gpu("cudaDeviceSynchronize");
    });
  }
  return trace.text();
}

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

TEST_CASE("a trace that is written and read again is the same to the nanosecond") {
  const Written trace(training_trace_text());
  CHECK(slices_of(trace.before) == slices_of(trace.after));
  const Snapshot &a = *trace.before.snapshot, &b = *trace.after.snapshot;
  CHECK(a.slice_count == b.slice_count);
  CHECK(a.kernel_links.with_launch == b.kernel_links.with_launch);
  CHECK(a.steps.size() == b.steps.size());
  CHECK(b.report.issues.empty());
}

TEST_CASE("slices with the same times nest after a conversion as before it") {
  // Of complete events, the names would decide.
  const std::string text = R"({"traceEvents": [
    {"ph": "B", "name": "outer", "pid": 1, "tid": 1, "ts": 1},
    {"ph": "B", "name": "middle", "pid": 1, "tid": 1, "ts": 1},
    {"ph": "B", "name": "inner", "pid": 1, "tid": 1, "ts": 1},
    {"ph": "E", "pid": 1, "tid": 1, "ts": 5.5},
    {"ph": "E", "pid": 1, "tid": 1, "ts": 5.5},
    {"ph": "E", "pid": 1, "tid": 1, "ts": 5.5},
    {"ph": "X", "name": "b", "pid": 1, "tid": 1, "ts": 7, "dur": 2},
    {"ph": "X", "name": "a", "pid": 1, "tid": 1, "ts": 7, "dur": 2}]})";
  const std::string rows = "outer a | middle b | inner | ";
  const Written trace(text);
  CHECK(names_by_row(*trace.before.snapshot) == rows);
  CHECK(names_by_row(*trace.after.snapshot) == rows);
  SUBCASE("also by the next one, to JSON and to Perfetto's format") {
    const TempFolder folder;
    const std::string json = folder.path() + "/third.json", proto = folder.path() + "/a.pftrace";
    const ReadEvent read = event_reader(trace.after);
    REQUIRE_FALSE(write_trace_file(json, *trace.after.snapshot, read));
    REQUIRE_FALSE(write_perfetto_file(proto, *trace.after.snapshot, read));
    for (const std::string& path : {json, proto}) {
      CAPTURE(path);
      const auto again = load_trace(path);
      REQUIRE(again.ok());
      CHECK(names_by_row(*again.value().snapshot) == rows);
    }
  }
}

TEST_CASE("what is far away and was kept is kept after a conversion, which adds arrows") {
  TraceText text;
  for (int i = 0; i < 15; ++i) text.slice("cpu_op", "op", "1", "1", std::to_string(10 + i), "1");
  text.slice("cuda_runtime", "cudaLaunchKernel", "1", "1", "30", "2", R"("correlation": 1)");
  text.kernel("gemm", "35", "5", "1");
  // Two of 19 events are too many to be mistakes, two of 21 are not.
  for (const char* days_later : {"172800000000", "172800000010"})
    text.slice("cpu_op", "much later", "1", "1", days_later, "1");
  const Written trace(text.text());
  CHECK(issue_count(*trace.before.snapshot, "distant_time") == 0);
  CHECK(trace.before.snapshot->slice_count == 19);
  CHECK(trace.after.snapshot->flows->size() > trace.before.snapshot->flows->size());
  CHECK(issue_count(*trace.after.snapshot, "distant_time") == 0);
  CHECK(trace.after.snapshot->slice_count == 19);
  CHECK(trace.after.snapshot->extent.length_ns() == trace.before.snapshot->extent.length_ns());
}

TEST_CASE("a trace of torch.profiler gets no member of Lanescope's by a conversion") {
  const Written trace(training_trace_text());
  CHECK(trace.after.snapshot->info.metadata.find("lanescopeParentsFirst") == nullptr);
}

TEST_CASE("a part of a trace says so, and steps that it cuts are no steps of it") {
  TraceText text;
  for (const char* number : {"1", "2", "3", "4"}) {
    const std::string begin = std::string(number) + "00";
    text.slice("user_annotation", std::string("ProfilerStep#") + number, "1", "1", begin, "90");
    text.kernel(std::string("kernel ") + number, std::string(number) + "10", "40", number);
  }
  const Written trace(text.text(), "first.json", "second.json", TimeRange{150'000, 450'000});
  REQUIRE(trace.before.snapshot->steps.size() == 4);
  const Snapshot& part = *trace.after.snapshot;
  REQUIRE(part.info.part);
  CHECK(part.info.part->length_ns() == 300'000);
  REQUIRE(part.steps.size() == 2);
  CHECK(part.text(part.steps[0].name) == "ProfilerStep#2");
  CHECK(issue_count(part, "cut_step") == 2);
  SUBCASE("and so does a part of the part, and the part as a whole") {
    const TempFolder folder;
    for (const auto& [name, range, steps] :
         {std::tuple("whole.json", std::optional<TimeRange>(), 2U),
          std::tuple("part.json", std::optional(TimeRange{part.steps[0].range.begin_ns, kMaxNs}),
                     2U),
          std::tuple("less.json", std::optional(TimeRange{part.steps[1].range.begin_ns, kMaxNs}),
                     1U)}) {
      CAPTURE(name);
      const std::string path = folder.path() + "/" + name;
      CHECK_FALSE(write_trace_file(path, part, event_reader(trace.after), {range, {}, {}}));
      const auto again = load_trace(path);
      REQUIRE(again.ok());
      CHECK(again.value().snapshot->info.part.has_value());
      CHECK(again.value().snapshot->steps.size() == steps);
    }
  }
}

TEST_CASE("launches that are only the likeliest of several get no arrow") {
  TraceText text;
  for (const char* pid : {"100", "200"}) {
    const bool first = std::string_view(pid) == "100";
    text.slice("cuda_runtime", "cudaLaunchKernel", pid, pid, first ? "10" : "20", "2",
               R"("correlation": 1)");
    text.slice("cuda_runtime", "cudaLaunchKernel", pid, pid, first ? "14" : "24", "2",
               first ? R"("correlation": 2)" : R"("correlation": 3)");
  }
  text.kernel("shared", "50", "5", "1").kernel("first's", "60", "5", "2");
  text.kernel("second's", "70", "5", "3");
  const Written trace(text.text());
  const Snapshot &a = *trace.before.snapshot, &b = *trace.after.snapshot;
  CHECK(a.flows->size() == 0);
  REQUIRE(a.report.issues.size() == 1);
  CHECK(a.report.issues[0].kind == "shared_correlation");
  CHECK(a.report.issues[0].count == 1);
  CHECK(a.report.issues[0].what.starts_with("Correlation ids used by more than one launch; "));
  // Two arrows of two halves each.
  CHECK(b.flows->size() == 4);
  CHECK(b.kernel_links.with_launch == 3);
  for (const char* name : {"shared", "first's", "second's"}) {
    CAPTURE(name);
    const EventId kernel = event_named(b, name);
    const bool has_arrow = std::ranges::find(b.flows->slice, kernel) != b.flows->slice.end();
    CHECK(has_arrow == (std::string_view(name) != "shared"));
  }
}

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

TEST_CASE("a moment within an asynchronous span stays one, whatever it is called") {
  const Written trace(R"({"traceEvents": [
    {"ph":"b","cat":"io","name":"read","id":1,"pid":1,"ts":3},
    {"ph":"n","cat":"io","name":"[memory]","id":1,"pid":1,"ts":4,"args":{"Bytes":8}},
    {"ph":"e","cat":"io","name":"read","id":1,"pid":1,"ts":5}]})");
  for (const LoadedTrace* const loaded : {&trace.before, &trace.after}) {
    const Snapshot& t = *loaded->snapshot;
    CHECK(t.memory.empty());
    CHECK(t.tracks.size() == 1);
    REQUIRE(t.instants->size() == 1);
    CHECK(event_reader(*loaded)(t.instants->first_id)->find("args")->to_text() == R"({"Bytes":8})");
  }
}

TEST_CASE("a name that ends in .gz is compressed") {
  const Written trace(training_trace_text(), "first.json", "second.json.gz");
  CHECK(trace.after.snapshot->slice_count == trace.before.snapshot->slice_count);
  CHECK(trace.after.snapshot->info.file_bytes * 3 < trace.after.snapshot->info.text_bytes);
}

TEST_CASE("a file that cannot be written leaves nothing behind, and so does one that is stopped") {
  TempFolder folder;
  auto loaded = load_trace(folder.write("a.json", training_trace_text()));
  REQUIRE(loaded.ok());
  const auto read = event_reader(loaded.value());
  const Snapshot& trace = *loaded.value().snapshot;
  CHECK(write_trace_file(folder.path() + "/nowhere/b.json", trace, read));
  const auto stopped =
      write_trace_file(folder.path() + "/b.json", trace, read, {{}, {}, [] { return true; }});
  REQUIRE(stopped);
  CHECK(stopped->kind == Error::Kind::Cancelled);
  CHECK(std::distance(std::filesystem::directory_iterator(folder.path()), {}) == 1);
}

TEST_CASE("what an event says beside the usual members is written too, and so is every arrow") {
  const std::string text = R"({"traceEvents": [
    {"ph":"M","name":"process_sort_index","pid":1,"tid":0,"ts":0,"args":{"sort_index":5}},
    {"ph":"X","cat":"cpu_op","name":"fw","pid":1,"tid":1,"ts":1,"dur":2,"cname":"good","args":{}},
    {"ph":"X","cat":"cpu_op","name":"bw","pid":1,"tid":2,"ts":5,"dur":2,"tts":9.5},
    {"ph":"s","cat":"fwdbwd","name":"fwdbwd","id":7,"pid":1,"tid":1,"ts":1},
    {"ph":"f","cat":"fwdbwd","name":"fwdbwd","id":7,"pid":1,"tid":2,"ts":5,"bp":"e"},
    {"ph":"i","s":"g","cat":"note","name":"here","pid":1,"tid":1,"ts":2,"args":{"a":1}},
    {"ph":"b","cat":"io","name":"read","id":1,"pid":1,"ts":3,"args":{"file":"x"}},
    {"ph":"e","cat":"io","name":"read","id":1,"pid":1,"ts":4}]})";
  const Written trace(text);
  CHECK(slices_of(trace.before) == slices_of(trace.after));
  const Snapshot& b = *trace.after.snapshot;
  CHECK(b.flows->size() == 2);
  CHECK(b.flows->slice[0] == event_named(b, "fw", 0));
  CHECK(b.flows->slice[1] == event_named(b, "bw", 0));
  CHECK(b.tracks.front().process_sort == 5);
  const auto read = event_reader(trace.after);
  CHECK(read(event_named(b, "fw", 0))->find("cname")->to_text() == "\"good\"");
  CHECK(read(event_named(b, "bw", 0))->find("tts")->to_text() == "9.5");
  CHECK(read(b.instants->first_id)->find("s")->to_text() == "\"g\"");
}

TEST_CASE("arrows that are made up stand as they would after another conversion") {
  // By a clock that differs the kernel begins before its call.
  const Written trace(R"({"traceEvents": [
    {"ph":"X","cat":"cuda_runtime","name":"cudaLaunchKernel","pid":1,"tid":1,"ts":50,"dur":2,
     "args":{"correlation":1}},
    {"ph":"X","cat":"kernel","name":"early","pid":0,"tid":7,"ts":20,"dur":10,
     "args":{"device":0,"stream":7,"correlation":1}}]})");
  const std::string third = trace.folder.path() + "/third.json";
  REQUIRE_FALSE(write_trace_file(third, *trace.after.snapshot, event_reader(trace.after)));
  const auto last_lines = [](const std::string& path) {
    std::ifstream file(path);
    std::string line, arrows;
    while (std::getline(file, line)) {
      if (line.find("\"ac2g\"") != line.npos) arrows += line.substr(0, line.rfind('}')) + "\n";
    }
    return arrows;
  };
  CHECK(last_lines(third) == last_lines(trace.folder.path() + "/second.json"));
  CHECK(last_lines(third).find("\"ph\":\"f\"") < last_lines(third).find("\"ph\":\"s\""));
}

TEST_CASE("a part of a trace keeps what overlaps it, and the way back from its GPU work") {
  // Two launches inside one operator; only the second kernel is in the part. Times in us.
  const std::string text = R"({"baseTimeNanoseconds": 1000, "traceEvents": [
    {"ph":"X","cat":"cpu_op","name":"aten::mm","pid":1,"tid":1,"ts":0,"dur":30},
    {"ph":"X","cat":"cuda_runtime","name":"cudaLaunchKernel","pid":1,"tid":1,"ts":5,"dur":2,
     "args":{"correlation":1}},
    {"ph":"X","cat":"cuda_runtime","name":"cudaLaunchKernel","pid":1,"tid":1,"ts":15,"dur":2,
     "args":{"correlation":2}},
    {"ph":"X","cat":"cpu_op","name":"aten::relu","pid":1,"tid":1,"ts":40,"dur":10},
    {"ph":"X","cat":"kernel","name":"first","pid":0,"tid":7,"ts":60,"dur":10,
     "args":{"device":0,"stream":7,"correlation":1}},
    {"ph":"X","cat":"kernel","name":"second","pid":0,"tid":7,"ts":100,"dur":10,
     "args":{"device":0,"stream":7,"correlation":2}},
    {"ph":"s","cat":"ac2g","name":"ac2g","id":1,"pid":1,"tid":1,"ts":5},
    {"ph":"f","cat":"ac2g","name":"ac2g","id":1,"pid":0,"tid":7,"ts":60,"bp":"e"},
    {"ph":"s","cat":"ac2g","name":"ac2g","id":2,"pid":1,"tid":1,"ts":15},
    {"ph":"f","cat":"ac2g","name":"ac2g","id":2,"pid":0,"tid":7,"ts":100,"bp":"e"},
    {"ph":"C","name":"used","pid":1,"ts":50,"args":{"bytes":1}},
    {"ph":"C","name":"used","pid":1,"ts":105,"args":{"bytes":2}}]})";
  const Written trace(text, "first.json", "second.json", TimeRange{104'000, 200'000});
  const Snapshot& b = *trace.after.snapshot;
  CHECK(b.slice_count == 3);
  const EventId kernel = event_named(b, "second", 0);
  const SliceRef home = *b.find_slice(kernel);
  CHECK(home.chunk->start_ns[home.slice] == 100'000);
  CHECK(b.info.base_ns == 1000);
  const EventId launch = home.chunk->link[home.slice];
  REQUIRE(launch != EventId::None);
  const SliceRef call = *b.find_slice(launch);
  CHECK(call.chunk->link[call.slice] == event_named(b, "aten::mm", 0));
  CHECK(b.flows->size() == 2);
  CHECK(b.report.issues.empty());
  // One sample was before the part.
  REQUIRE(b.counters.size() == 1);
  CHECK(b.counters.front()->time_ns.size() == 1);
}
