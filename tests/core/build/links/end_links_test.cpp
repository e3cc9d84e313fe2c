// Ids that only the end of a begin/end pair has: the arguments of both belong to the slice.
#include "core/build/links/end_links.h"

#include <string>

#include <doctest/doctest.h>

#include "tests/core/fixtures/load_text.h"

using namespace lanescope;

namespace {

std::string half(const std::string& phase, const std::string& cat, const std::string& ts,
                 const std::string& args) {
  return R"({"ph": ")" + phase + R"(", "cat": ")" + cat + R"(", "name": "a", "pid": )" +
         (cat == "kernel" ? "0" : "1") + R"(, "tid": 7, "ts": )" + ts + R"(, "args": {)" + args +
         "}}";
}

/// A call and a kernel, each as a begin and an end with these arguments.
std::shared_ptr<const Snapshot> trace_of(const std::string& call_begin, const std::string& call_end,
                                         const std::string& begin, const std::string& end) {
  return load_text(R"({"traceEvents": [)" + half("B", "cuda_runtime", "1", call_begin) + ", " +
                   half("E", "cuda_runtime", "2", call_end) + ", " +
                   half("B", "kernel", "5", begin) + ", " + half("E", "kernel", "9", end) + "]}");
}

constexpr const char* kFive = R"("correlation": 5)";
constexpr const char* kSix = R"("correlation": 6)";

}  // namespace

TEST_CASE("a kernel is linked to its launch by whichever half has the id") {
  for (const char* call_begin : {"", kFive}) {
    for (const char* begin : {"", kFive}) {
      CAPTURE(call_begin);
      CAPTURE(begin);
      const auto trace = trace_of(call_begin, kFive, begin, kFive);
      CHECK(trace->kernel_links.count == 1);
      CHECK(trace->kernel_links.with_launch == 1);
      CHECK(trace->launches->launch.size() == 1);
      CHECK(issue_count(*trace, "shared_correlation") == 0);
    }
  }
}

TEST_CASE("what both halves have is the id of the end, as in the arguments of the slice") {
  CHECK(trace_of(kFive, "", kFive, kSix)->kernel_links.with_launch == 0);
  CHECK(trace_of(kFive, "", kSix, kFive)->kernel_links.with_launch == 1);
  CHECK(trace_of(kFive, "", R"("External id": 3)", kFive)->kernel_links.with_launch == 1);
}

TEST_CASE("an end without a begin links nothing") {
  const auto trace =
      load_text(R"({"traceEvents": [)" + half("B", "cuda_runtime", "1", kFive) + ", " +
                half("E", "cuda_runtime", "2", "") + ", " + half("E", "kernel", "9", kFive) + "]}");
  CHECK(trace->kernel_links.count == 0);
  CHECK(trace->launches->launch.size() == 0);
}
