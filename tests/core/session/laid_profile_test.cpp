#include "core/session/laid_profile.h"

#include <algorithm>
#include <string>
#include <string_view>

#include <doctest/doctest.h>

#include "core/analysis/host_time/host_time.h"
#include "core/export/trace_writer.h"
#include "core/readers/trace_loader.h"
#include "core/session/laid_sources.h"
#include "core/session/session.h"
#include "core/store/laid_processes.h"
#include "tests/core/base/temp_folder.h"
#include "tests/core/fixtures/stack_times.h"
#include "tests/core/fixtures/trace_text.h"
#include "tests/core/readers/capture/samples/sampled_program.h"

using namespace lanescope;

namespace {

/// main() for 2 ms and in it tokenize() for the last half, after 1 ms of something else.
constexpr std::string_view kProfile = R"({
  "$schema": "https://www.speedscope.app/file-format-schema.json", "exporter": "py-spy",
  "shared": {"frames": [{"name": "start"}, {"name": "main"}, {"name": "tokenize"}]},
  "profiles": [{"type": "sampled", "name": "loader", "unit": "milliseconds", "startValue": 0,
                "endValue": 3, "samples": [[0], [1], [1, 2]], "weights": [1, 1, 1]}]})";

/// Of process 100, as py-spy names it.
constexpr std::string_view kOfOwnProcess = R"({
  "$schema": "https://www.speedscope.app/file-format-schema.json", "exporter": "py-spy",
  "shared": {"frames": [{"name": "main"}, {"name": "tokenize"}]},
  "profiles": [{"type": "sampled", "name": "Process 100 Thread 100 \"MainThread\"",
                "unit": "milliseconds", "startValue": 0, "endValue": 2,
                "samples": [[0], [0, 1]], "weights": [1, 1]}]})";

/// A GPU whose process is number 0, and a thread from 1 to 11 ms.
std::string training() {
  TraceText text;
  text.cpu("cpu_op", "aten::mm", "1000", "10000");
  text.kernel("gemm", "2000", "500", "1");
  text.metadata("process_name", "0", "0", R"("name": "GPU 0")");
  return text.text();
}

std::shared_ptr<const Snapshot> laid(const std::string& trace, Ns offset_ns) {
  const TempFolder folder;
  const std::string to = folder.path() + "/both.json";
  const auto error = write_with_profile(to, folder.write("trace.json", trace),
                                        {folder.write("profile.json", kProfile), offset_ns});
  if (error) MESSAGE(error->message);
  REQUIRE_FALSE(error);
  const auto both = load_trace(to);
  REQUIRE(both.ok());
  return both.value().snapshot;
}

Ns begin_of(const Snapshot& trace, std::string_view name) {
  const SliceRef slice = *trace.find_slice(event_named(trace, name, 0));
  return slice.chunk->range(slice.slice).begin_ns;
}

}  // namespace

TEST_CASE("a profile is laid beside a trace, so much after its start") {
  for (const Ns offset_ns : {Ns{0}, Ns{1'500'000}, Ns{-200'000}}) {
    CAPTURE(offset_ns);
    const auto trace = laid(training(), offset_ns);
    const Ns start_ns = begin_of(*trace, "aten::mm");
    CHECK(begin_of(*trace, "start") - start_ns == offset_ns);
    CHECK(begin_of(*trace, "tokenize") - start_ns == offset_ns + 2'000'000);
    CHECK(begin_of(*trace, "gemm") - start_ns == 1'000'000);
    CHECK(stack_times(*trace, sampled_track(*trace, "loader")).at("main;tokenize") == 1'000'000);
  }
}

TEST_CASE("lanes of a profile that knows no process are not those of a GPU") {
  const auto trace = laid(training(), 0);
  CHECK(trace->text(sampled_track(*trace, "loader").process_name) == "Profile by py-spy");
  for (const Track& track : trace->tracks) {
    if (track.kind != TrackKind::GpuStream) continue;
    CHECK(trace->text(track.process_name) == "GPU 0");
    CHECK(track.slices == 1);
  }
  REQUIRE(trace->report.issues.size() == 1);
  CHECK(trace->report.issues.front().kind == "assumed_running");
}

TEST_CASE("a profile of the trace's own process has lanes of its own, and changes none of it") {
  const TempFolder folder;
  TraceText text;
  text.cpu("python_sample", "train.py(1): main", "1000", "10000")
      .cpu("thread_state", "running", "1000", "10000");
  const std::string to = folder.path() + "/both.json";
  REQUIRE_FALSE(write_with_profile(to, folder.write("trace.json", text.text()),
                                   {folder.write("profile.json", kOfOwnProcess), 0}));
  const auto loaded = load_trace(to);
  REQUIRE(loaded.ok());
  const Snapshot& both = *loaded.value().snapshot;
  std::size_t threads = 0;
  for (const Track& track : both.tracks) {
    if (track.kind != TrackKind::ThreadSamples) continue;
    ++threads;
    CHECK(both.text(track.thread) == "100");
    const bool is_own = both.text(track.process) == "100";
    CHECK(track.slices == (is_own ? 1 : 2));
    CHECK(both.text(track.process_name) == (is_own ? "" : "Profile by py-spy"));
  }
  CHECK(threads == 2);
  const HostTime time = analyse_host_time(both, whole_window());
  REQUIRE(time.threads.size() == 1);
  CHECK(time.threads[0].sampled_ns == 10'000'000);
  REQUIRE(time.functions.size() == 1);
  CHECK(both.text(time.functions[0].name) == "train.py(1): main");
}

TEST_CASE("what a profile does not say, and whose lanes are its, is kept when written again") {
  const TempFolder folder;
  const std::string to = folder.path() + "/both.json", again = folder.path() + "/again.json";
  REQUIRE_FALSE(write_with_profile(to, folder.write("trace.json", training()),
                                   {folder.write("profile.json", kOfOwnProcess), 0}));
  const auto both = load_trace(to);
  REQUIRE(both.ok());
  REQUIRE_FALSE(
      write_trace_file(again, *both.value().snapshot, Session::event_reader(both.value())));
  const auto loaded = load_trace(again);
  REQUIRE(loaded.ok());
  const Snapshot& trace = *loaded.value().snapshot;
  CHECK(std::ranges::count(trace.report.issues, "assumed_running", &LoadIssue::kind) == 1);
  const JsonObject laid = laid_processes(trace.info);
  REQUIRE(laid.size() == 1);
  CHECK(trace.text(sampled_track(trace, "Main").process) == laid[0].first);
  CHECK(laid_as(laid, laid[0].first) == "100");
  CHECK_FALSE(laid_as(laid, "100"));
}

TEST_CASE("what cannot be laid beside a trace is named, and nothing is written") {
  const TempFolder folder;
  const std::string trace = folder.write("trace.json", training());
  const std::string to = folder.path() + "/both.json";
  const auto gpu = write_with_profile(to, trace, {folder.write("other.json", training()), 0});
  REQUIRE(gpu);
  CHECK(gpu->message == folder.path() +
                            "/other.json: is a trace with GPU work, not a profile; compare the two "
                            "instead");
  const auto none = write_with_profile(to, trace, {folder.path() + "/none", 0});
  REQUIRE(none);
  CHECK(none->message.starts_with(folder.path() + "/none: "));
  CHECK_FALSE(load_trace(to).ok());
}

TEST_CASE("a recording is not a profile, also if it holds nothing but samples") {
  const TempFolder folder;
  const std::string trace = folder.write("trace.json", training());
  const std::string to = folder.path() + "/both.json";
  Program program;
  program.channel.sample(100'000, {.tid = kMain, .stack = program.in_main});
  const auto error =
      write_with_profile(to, trace, {folder.write("samples.lanes", program.file()), 0});
  REQUIRE(error);
  CHECK(error->message ==
        folder.path() + "/samples.lanes: is a recording, not a profile; compare the two instead");
  CHECK_FALSE(load_trace(to).ok());
}

TEST_CASE("a trace with operators is not a profile") {
  const TempFolder folder;
  TraceText text;
  text.cpu("cpu_op", "aten::mm", "1000", "10000");
  const std::string trace = folder.write("trace.json", training());
  const auto error = write_with_profile(folder.path() + "/both.json", trace,
                                        {folder.write("ops.json", text.text()), 0});
  REQUIRE(error);
  CHECK(error->message == folder.path() +
                              "/ops.json: is a trace with PyTorch operators, not a profile; "
                              "compare the two instead");
}

TEST_CASE("a profile that cannot be read is named as the profile") {
  const TempFolder folder;
  const std::string trace = folder.write("trace.json", training());
  for (const char* const text : {"hello", R"({"traceEvents": []})"}) {
    CAPTURE(text);
    const auto error = write_with_profile(folder.path() + "/both.json", trace,
                                          {folder.write("bad.json", text), 0});
    REQUIRE(error);
    CHECK(error->message.starts_with(folder.path() + "/bad.json: cannot be read as a profile: "));
  }
}

TEST_CASE("a file is known as a profile by how it begins, whatever its name") {
  const TempFolder folder;
  CHECK(is_profile_file(folder.write("a.json", kProfile)));
  CHECK(is_profile_file(folder.write("b.txt", "main;load 3\nmain;step 1\n")));
  CHECK_FALSE(is_profile_file(folder.write("c.folded", training())));
  CHECK_FALSE(is_profile_file(folder.path()));
  CHECK_FALSE(is_profile_file(folder.path() + "/none.folded"));
  for (const char* const format : {"speedscope", "pprof", "perf-script", "collapsed-stacks"})
    CHECK(is_profile_format(format));
  for (const char* const format : {"kineto-json", "cuda-memory-snapshot", "lanescope-capture", ""})
    CHECK_FALSE(is_profile_format(format));
}

TEST_CASE("what loading the two files reported is told of both together, under the trace's name") {
  const TempFolder folder;
  TraceText text;
  text.cpu("cpu_op", "aten::mm", "1000", "10000");
  text.event(R"({"ph": "X", "cat": "cpu_op", "name": "no ts", "pid": 1, "tid": 1, "dur": 5})");
  const std::string path = folder.write("trace.json", text.text());
  const std::string profile = folder.write("profile.json", kProfile);
  const std::string to = folder.path() + "/both.json";
  LaidSources sources;
  REQUIRE_FALSE(write_with_profile(to, path, {profile, 0}, sources));
  const auto laid = load_trace(to), own = load_trace(profile);
  REQUIRE(laid.ok());
  REQUIRE(own.ok());
  Snapshot told = *laid.value().snapshot;
  name_sources(sources, told);
  CHECK(told.info.file == path);
  CHECK(told.info.format == load_trace(path).value().snapshot->info.format);
  const auto tells = [&](const std::string& kind) {
    return std::ranges::count(told.report.issues, kind, &LoadIssue::kind);
  };
  CHECK(tells("unusable_time") == 1);
  CHECK(told.report.listed == 1);
  CHECK(told.report.issues.front().lost);
  for (const LoadIssue& issue : own.value().snapshot->report.issues) {
    CAPTURE(issue.kind);
    CHECK(tells(issue.kind) == 1);
  }
}
