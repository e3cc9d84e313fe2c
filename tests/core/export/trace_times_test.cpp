#include "core/export/trace_times.h"

#include <doctest/doctest.h>

#include "tests/core/fixtures/load_text.h"

using namespace lanescope;

TEST_CASE("a trace is from its first instant, arrow or sample to the last, and to ends of slices") {
  const std::string begin = R"({"traceEvents": [
{"ph": "X", "cat": "cpu_op", "name": "a", "pid": 1, "tid": 1, "ts": 20, "dur": 30})";
  const auto times = [&begin](const std::string& more) {
    return trace_times(*load_text(begin + more + "]}"));
  };
  CHECK(times("") == TimeRange{20'000, 50'000});
  CHECK(times(R"(, {"ph": "i", "s": "t", "name": "b", "pid": 1, "tid": 2, "ts": 2},
{"ph": "i", "s": "t", "name": "b", "pid": 1, "tid": 2, "ts": 70})") == TimeRange{2'000, 70'000});
  CHECK(times(R"(, {"ph": "C", "name": "b", "pid": 1, "ts": 3, "args": {"n": 1}},
{"ph": "C", "name": "b", "pid": 1, "ts": 80, "args": {"n": 1}})") == TimeRange{3'000, 80'000});
  CHECK(times(R"(, {"ph": "s", "cat": "c", "name": "c", "id": 1, "pid": 1, "tid": 1, "ts": 4},
{"ph": "f", "cat": "c", "name": "c", "id": 1, "pid": 1, "tid": 1, "ts": 90})") ==
        TimeRange{4'000, 90'000});
}

TEST_CASE("a trace of nothing has no times") {
  CHECK(trace_times(Snapshot()) == TimeRange{kMaxNs, kMinNs});
}
