// What `lanescope convert` says it adds, and that it adds no more.
#include <string>

#include <doctest/doctest.h>

#include "tests/core/base/temp_folder.h"
#include "tests/core/fixtures/perfetto_packets.h"
#include "tests/program_output.h"

using namespace lanescope;

namespace {

constexpr const char* kTwoLaunches = R"({"traceEvents": [
{"ph": "X", "cat": "cuda_runtime", "name": "cudaLaunchKernel", "pid": 1, "tid": 1, "ts": 1.5, "dur": 2, "args": {"correlation": 1}},
{"ph": "X", "cat": "cuda_runtime", "name": "cudaLaunchKernel", "pid": 1, "tid": 1, "ts": 4.5, "dur": 2, "args": {"correlation": 2}},
{"ph": "X", "cat": "kernel", "name": "gemm", "pid": 0, "tid": 7, "ts": 10.5, "dur": 2, "args": {"correlation": 1}},
{"ph": "X", "cat": "kernel", "name": "gemm", "pid": 0, "tid": 7, "ts": 20.5, "dur": 2, "args": {"correlation": 2}}
]})";

std::string convert(const TempFolder& folder, const std::string& from, const std::string& to) {
  return program_output(LANESCOPE_PROGRAM, "convert " + from + " -o " + to, folder.path(), 1).text;
}

/// The line of `lanescope info` that counts the events by phase.
std::string phases(const TempFolder& folder, const std::string& trace) {
  const std::string text =
      program_output(LANESCOPE_PROGRAM, "info " + trace, folder.path(), 1).text;
  const std::size_t begin = text.find("phases");
  return begin == std::string::npos ? text : text.substr(begin, text.find('\n', begin) - begin);
}

}  // namespace

TEST_CASE("the arrows that a converted trace has in addition are told, and nothing else is added") {
  const TempFolder folder;
  folder.write("a.json", kTwoLaunches);
  CHECK(phases(folder, "a.json") == "phases      X 4");
  CHECK(convert(folder, "a.json", "b.json")
            .ends_with("; added 2 arrows from launches to GPU work (4 flow events)\n"));
  CHECK(phases(folder, "b.json") == "phases      X 4, f 2, s 2");
  CHECK(convert(folder, "b.json", "c.json").find("added") == std::string::npos);
  CHECK(phases(folder, "c.json") == "phases      X 4, f 2, s 2");
}

TEST_CASE("packets that the trace lost before it was converted are told of") {
  using namespace perfetto_packets;
  const TempFolder folder;
  const auto written = [](std::uint64_t time_ns, const std::string& more) {
    return packet(number(kTimestamp, time_ns) + more +
                  bytes(kTrackEvent, number(9, kInstant) + number(11, 1) + bytes(23, "mark")));
  };
  const std::string whole = process_track(2, 7, "python") + named_track(1, 2, "marks") +
                            written(1'000, "") + written(2'000, "");
  folder.write("whole.pftrace", whole);
  folder.write("lost.pftrace", whole + written(3'000, number(kDropped, 1)));
  for (const std::string to : {"a.json", "a.pftrace"}) {
    CAPTURE(to);
    CHECK(convert(folder, "lost.pftrace", to)
              .find("packets were lost while it was recorded (1 time), so events may be missing") !=
          std::string::npos);
    CHECK(convert(folder, "whole.pftrace", to).find("packets") == std::string::npos);
  }
}

TEST_CASE("times that Perfetto cannot have are moved, which is told") {
  const TempFolder folder;
  folder.write("a.json", R"({"traceEvents": [
{"ph": "X", "cat": "cpu_op", "name": "a", "pid": 1, "tid": 1, "ts": -2500, "dur": 1},
{"ph": "X", "cat": "cpu_op", "name": "b", "pid": 1, "tid": 1, "ts": 7, "dur": 1}]})");
  CHECK(convert(folder, "a.json", "b.pftrace").find("; times moved by ") != std::string::npos);
  CHECK(convert(folder, "a.json", "b.json").find("moved") == std::string::npos);
  CHECK(convert(folder, "b.pftrace", "c.pftrace").find("moved") == std::string::npos);
}

TEST_CASE("what is left out because times were moved is told") {
  const TempFolder folder;
  folder.write("a.json", R"({"lanescopeTimesAreRight": true, "traceEvents": [
{"ph": "X", "cat": "cpu_op", "name": "a", "pid": 1, "tid": 1, "ts": -4611686018427000, "dur": 1},
{"ph": "X", "cat": "cpu_op", "name": "b", "pid": 1, "tid": 1, "ts": 4611686018427000, "dur": 1}]})");
  CHECK(convert(folder, "a.json", "b.pftrace").find("ends after 146 years is left out") !=
        std::string::npos);
  CHECK(convert(folder, "a.json", "b.json").find("left out") == std::string::npos);
}
