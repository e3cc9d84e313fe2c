#include "core/export/trace_writer.h"

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>
#include <string_view>
#include <vector>

#include <doctest/doctest.h>

#include "core/analysis/events/lanes.h"
#include "core/export/perfetto/perfetto_writer.h"
#include "core/readers/trace_loader.h"
#include "tests/core/base/temp_folder.h"
#include "tests/core/export/written_trace.h"
#include "tests/core/fixtures/event_reader.h"
#include "tests/core/fixtures/load_text.h"
#include "tests/core/fixtures/trace_text.h"
#include "tests/core/fixtures/training_trace.h"

using namespace lanescope;

namespace {

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

TEST_CASE("a trace too long for its times to count from its start keeps them as they are") {
  const auto text = [](const std::string& begin_us, const std::string& more) {
    return R"({"lanescopeTimesAreRight": true, "traceEvents": [{"ph": "X", "cat": "cpu_op",
"name": "a", "pid": 1, "tid": 1, "dur": 1, "ts": )" +
           begin_us + R"(}, {"cat": "cpu_op", "name": "b", "pid": 1, "tid": 1, )" + more + "}]}";
  };
  // Nearly 146 years on either side of 0, of a slice and of an instant.
  for (const std::string& json :
       {text("-4611686018427387", R"("ph": "X", "ts": 4, "dur": 4611686018427000)"),
        text("4611686018427000", R"("ph": "i", "s": "t", "ts": -4611686018427000)")}) {
    CAPTURE(json);
    const Written trace(json);
    REQUIRE(trace.before.snapshot->report.listed == 0);
    CHECK(trace.after.snapshot->report.listed == 0);
    CHECK(slices_of(trace.before) == slices_of(trace.after));
    CHECK(trace.after.snapshot->instants->size() == trace.before.snapshot->instants->size());
  }
}

TEST_CASE("a trace of torch.profiler gets no member of Lanescope's by a conversion") {
  const Written trace(training_trace_text());
  CHECK(trace.after.snapshot->info.metadata.find("lanescopeParentsFirst") == nullptr);
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
