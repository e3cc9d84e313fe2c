#include "core/export/profiles/profile_writer.h"

#include <array>
#include <string>

#include <doctest/doctest.h>
#include <nlohmann/json.hpp>

#include "core/export/redaction.h"
#include "tests/core/fixtures/load_text.h"
#include "tests/core/fixtures/stack_times.h"
#include "tests/core/fixtures/trace_text.h"

using namespace lanescope;
using nlohmann::json;

namespace {

using Times = std::map<std::string, Ns>;

constexpr std::array kProfiles{TraceFormat::Speedscope, TraceFormat::Pprof, TraceFormat::Collapsed};

/// Two sampled threads, with a hole, a native frame and times that are no whole µs.
std::shared_ptr<const Snapshot> sampled_trace() {
  TraceText text;
  const auto sampled = [&](const char* name, const char* tid, const char* ts, const char* dur) {
    text.slice("python_sample", name, "100", tid, ts, dur);
  };
  sampled("train.py(3): <module>", "100", "10", "50.5");
  sampled("data.py(12): tokenize", "100", "12", "20.125");
  sampled("<built-in method read>", "100", "13", "4");
  sampled("train.py(3): <module>", "100", "70", "5");
  sampled("train.py(3): <module>", "101", "20", "30");
  text.slice("python_line", "train.py:7", "100", "101", "21", "9");
  text.metadata("thread_name", "100", "101", R"("name": "loader")");
  return text.load();
}

std::string written(const Snapshot& trace, TraceFormat format,
                    const TraceWriteOptions& options = {}) {
  std::string text;
  const auto take = [&](std::string_view piece) {
    text += piece;
    return true;
  };
  CHECK(write_profile(trace, format, take, options));
  return text;
}

}  // namespace

TEST_CASE("what is written and read again has the same time in each stack") {
  const auto trace = sampled_trace();
  const Times times = stack_times(*trace);
  REQUIRE(times.at("train.py(3): <module>;data.py(12): tokenize") == 16'125);
  for (const TraceFormat format : kProfiles) {
    CAPTURE(kTraceFormatNames.at(static_cast<std::size_t>(format)));
    const auto again = load_profile(written(*trace, format));
    CHECK(stack_times(*again) == times);
    CHECK(again->report.listed == 0);
  }
}

TEST_CASE("threads stay apart where the format has threads") {
  const auto trace = sampled_trace();
  for (const TraceFormat format : {TraceFormat::Speedscope, TraceFormat::Pprof}) {
    const auto again = load_profile(written(*trace, format));
    CHECK(stack_times(*again, sampled_track(*again, "loader")) ==
          Times{{"train.py(3): <module>", 21'000}, {"train.py(3): <module>;train.py:7", 9'000}});
    CHECK(again->text(sampled_track(*again, "loader").process) == "100");
  }
  const auto speedscope = load_profile(written(*trace, TraceFormat::Speedscope));
  const Track& loader = sampled_track(*speedscope, "loader");
  CHECK(speedscope->text(loader.thread) == "101");
  // From the start of the trace, which is at 10 µs.
  CHECK(loader.bounds.begin_ns == 10'000);
}

TEST_CASE("speedscope gets the frames of Python with file and line") {
  const json file = json::parse(written(*sampled_trace(), TraceFormat::Speedscope));
  CHECK(file["$schema"] == "https://www.speedscope.app/file-format-schema.json");
  REQUIRE(file["profiles"].size() == 2);
  CHECK(file["profiles"][0]["unit"] == "nanoseconds");
  CHECK(file["profiles"][0]["events"].size() == 8);
  CHECK(file["profiles"][0]["events"][0] == json{{"type", "O"}, {"frame", 0}, {"at", 0}});
  CHECK(file["profiles"][0]["endValue"] == 65'000);
  const json& frames = file["shared"]["frames"];
  CHECK(frames[0] == json{{"name", "<module>"}, {"file", "train.py"}, {"line", 3}});
  CHECK(frames[2] == json{{"name", "<built-in method read>"}});
}

TEST_CASE("a profile of bytes is written in bytes") {
  constexpr std::string_view kHeap = R"({
    "$schema": "https://www.speedscope.app/file-format-schema.json",
    "shared": {"frames": [{"name": "main"}, {"name": "alloc"}]},
    "profiles": [{"type": "sampled", "name": "heap", "unit": "bytes", "startValue": 0,
                  "endValue": 300, "samples": [[0, 1], [0]], "weights": [200, 100]}]})";
  const auto heap = load_profile(kHeap);
  const std::string speedscope = written(*heap, TraceFormat::Speedscope);
  const json file = json::parse(speedscope);
  CHECK(file["profiles"][0]["unit"] == "bytes");
  CHECK(file["profiles"][0]["endValue"] == 300);
  const std::string pprof = written(*heap, TraceFormat::Pprof);
  CHECK(pprof.find("bytes") != std::string::npos);
  CHECK(pprof.find("nanoseconds") == std::string::npos);
  for (const std::string& text : {speedscope, pprof}) {
    const auto again = load_profile(text);
    CHECK(stack_times(*again) == Times{{"main", 100}, {"main;alloc", 200}});
    const Track& lane = sampled_track(*again, "heap");
    CHECK(again->text(lane.name).ends_with(" (order is not time, 1 byte is drawn as 1 ns)"));
    CHECK(issue_count(*again, "value_is_not_time") == 1);
  }
}

TEST_CASE("collapsed stacks are lines in ns, whatever the names contain") {
  TraceText text;
  text.slice("python_sample", "a;b\\nc", "1", "1", "0", "2");
  text.slice("python_sample", "d", "1", "1", "0", "0.5");
  CHECK(written(*text.load(), TraceFormat::Collapsed) == "a_b_c 1500\na_b_c;d 500\n");
}

TEST_CASE("without samples, what host threads recorded is written") {
  TraceText text;
  text.cpu("cpu_op", "aten::mm", "0", "10").cpu("cuda_runtime", "cudaLaunchKernel", "2", "3");
  text.kernel("gemm", "20", "5", "1");
  CHECK(written(*text.load(), TraceFormat::Collapsed) ==
        "aten::mm 7000\naten::mm;cudaLaunchKernel 3000\n");
}

TEST_CASE("a part of a profile is clipped to its range") {
  const auto trace = sampled_trace();
  TraceWriteOptions options;
  options.range = TimeRange{15'000, 25'000};
  const Times part{{"train.py(3): <module>", 1'000},
                   {"train.py(3): <module>;train.py:7", 4'000},
                   {"train.py(3): <module>;data.py(12): tokenize", 8'000},
                   {"train.py(3): <module>;data.py(12): tokenize;<built-in method read>", 2'000}};
  for (const TraceFormat format : kProfiles)
    CHECK(stack_times(*load_profile(written(*trace, format, options))) == part);
}

TEST_CASE("a redacted profile has no names of the user") {
  const auto trace = sampled_trace();
  for (const TraceFormat format : kProfiles) {
    Redaction redaction;
    TraceWriteOptions options;
    options.redaction = &redaction;
    const std::string text = written(*trace, format, options);
    CHECK(text.find("tokenize") == std::string::npos);
    CHECK(text.find("data.py") == std::string::npos);
    CHECK(text.find("loader") == std::string::npos);
  }
}

TEST_CASE("the format is told by the ending of the file or by its name") {
  CHECK(format_of_file("a/run.JSON") == TraceFormat::Kineto);
  CHECK(format_of_file("run.json.gz") == TraceFormat::Kineto);
  CHECK(format_of_file("run.speedscope.json") == TraceFormat::Speedscope);
  CHECK(format_of_file("run.speedscope.json.gz") == TraceFormat::Speedscope);
  CHECK(format_of_file("run.pb.gz") == TraceFormat::Pprof);
  CHECK(format_of_file("run.folded") == TraceFormat::Collapsed);
  CHECK(format_of_file("run.collapsed") == TraceFormat::Collapsed);
  CHECK(format_of_file("run.pftrace") == TraceFormat::Perfetto);
  CHECK(format_of_file("run.perfetto-trace.gz") == TraceFormat::Perfetto);
  CHECK_FALSE(format_of_file("run.pickle"));
  CHECK_FALSE(format_of_file("run.gz"));
  CHECK(trace_format_of("pprof") == TraceFormat::Pprof);
  CHECK_FALSE(trace_format_of("perf"));
}

TEST_CASE("files are compressed by their ending, and a trace without host threads has none") {
  const TempFolder folder;
  const std::string path = folder.path() + "/run.pb.gz";
  REQUIRE_FALSE(write_profile_file(path, *sampled_trace(), TraceFormat::Pprof));
  const auto again = load_trace(path);
  REQUIRE(again.ok());
  CHECK(stack_times(*again.value().snapshot) == stack_times(*sampled_trace()));

  TraceText gpu;
  gpu.kernel("gemm", "20", "5", "1");
  const std::string none = folder.path() + "/none.pb.gz";
  const auto problem = write_profile_file(none, *gpu.load(), TraceFormat::Pprof);
  REQUIRE(problem);
  CHECK(problem->message == "no host thread has samples or events to write as stacks");
  CHECK_FALSE(load_trace(none).ok());
}
