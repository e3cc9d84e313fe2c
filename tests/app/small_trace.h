// A small trace of one process and one GPU in the profiler's format: three steps, operators with
// kernels, a forward/backward pair, memory, and a broken event.
#pragma once

#include <string>
#include <string_view>

namespace lanescope {

struct SmallTrace {
  int steps = 3;
  int ops_per_step = 4;
  bool broken_event = false;
  bool python = false;  // "train.py(2): step" around each step's operators
};

/// The JSON text. Step n lasts from n * 10,000 µs to n * 10,000 + 9,000 µs; its operators are
/// "aten::op0" … of 1,500 µs every 2,000 µs, each with a launch call and a kernel "kernel_a",
/// "kernel_b" … of 700 µs on stream 7.
std::string small_trace_text(const SmallTrace& options = {});
std::string gzip(std::string_view text);
/// The trace as a gzip file with gigabytes of spaces before its end, so that there is time to watch
/// it load and to cancel.
std::string endless_small_trace(const SmallTrace& options = {});

}  // namespace lanescope
