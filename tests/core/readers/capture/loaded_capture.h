// Recordings that were opened, for the tests of whole files.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include <doctest/doctest.h>

#include "core/readers/trace_loader.h"
#include "tests/core/base/temp_folder.h"
#include "tests/core/fixtures/capture_bytes.h"
#include "tests/core/fixtures/trace_text.h"

namespace lanescope {

/// A recording that was opened.
struct LoadedCapture {
  explicit LoadedCapture(const CaptureBytes& capture) : LoadedCapture(capture.bytes()) {}
  explicit LoadedCapture(const std::string& bytes)
      : result(load_trace(folder.write("run.lanes", bytes))) {
    REQUIRE(result.ok());
  }
  [[nodiscard]] const Snapshot& trace() const { return *result.value().snapshot; }
  [[nodiscard]] SliceRef slice(std::string_view name) const {
    return *trace().find_slice(event_named(trace(), name, 0));
  }
  [[nodiscard]] std::string args(std::string_view name) const {
    const auto json =
        result.value().texts->json_of(*trace().place_of(event_named(trace(), name, 0)));
    REQUIRE(json.ok());
    return json.value().find("args")->to_text();
  }
  [[nodiscard]] std::uint64_t issues(std::string_view kind) const {
    for (const LoadIssue& issue : trace().report.issues) {
      if (issue.kind == kind) return issue.count;
    }
    return 0;
  }
  TempFolder folder;
  Result<LoadedTrace> result;
};

/// One thread: an operator of 100 us that launches a kernel at 20 us, which runs from 50 to 80 us.
inline CaptureBytes one_launch() {
  ChannelBytes thread, gpu;
  thread.thread(77, "trainer").push(0, "aten::mm, seq = 3, op_id = 9, sizes = [[2, 3], [3, 4]]");
  const std::uint32_t code = thread.code("train.py", "step", 40, 0x030A, "");
  thread.begin(20'000, {.correlation = 5, .stack = thread.stack({{code, -1}})});
  thread.end(25'000, 5).pop(100'000);
  gpu.gpu().kernel(50'000, 80'000, {.name = "_Z4gemmPf", .correlation = 5});
  CaptureBytes capture;
  capture.hello("pid=70\nexe=/usr/bin/python3\n");
  return capture.records(thread, 1).records(gpu, 0).end();
}

}  // namespace lanescope
