#include "tests/app/small_trace.h"

#include <string_view>

#include <fmt/format.h>

#include "core/base/bytes/gzip_writer.h"

namespace lanescope {
namespace {

std::string slice(const std::string& category, const std::string& name, const std::string& lane,
                  int start_us, int dur_us, const std::string& args) {
  return fmt::format(
      R"({{"ph": "X", "cat": "{}", "name": "{}", {}, "ts": {}, "dur": {}, "args": {{{}}}}},)"
      "\n",
      category, name, lane, start_us, dur_us, args);
}

constexpr const char* kMain = R"("pid": 100, "tid": 100)";
constexpr const char* kStream = R"("pid": 0, "tid": 7)";

std::string operator_text(int step, int i) {
  const int start_us = step * 10000 + 500 + i * 2000;
  const int correlation = step * 100 + i + 1;
  const std::string kernel(1, static_cast<char>('a' + i % 3));
  std::string text =
      slice("cpu_op", fmt::format("aten::op{}", i), kMain, start_us, 1500,
            R"("External id": 1, "Input Dims": [[64, 32], []], "Input type": ["float", "Scalar"])");
  text += slice("cuda_runtime", "cudaLaunchKernel", kMain, start_us + 100, 20,
                fmt::format(R"("correlation": {})", correlation));
  text += slice(
      "kernel", "kernel_" + kernel, kStream, start_us + 600, 700,
      fmt::format(
          R"("correlation": {}, "stream": 7, "device": 0, "grid": [8, 1, 1], "block": [64, 1, 1])",
          correlation));
  text += fmt::format(
      R"({{"ph": "i", "s": "t", "cat": "cpu_instant_event", "name": "[memory]", {}, "ts": {}, "args": {{"Device Type": 1, )"
      R"("Device Id": 0, "Bytes": 4096, "Addr": {}, "Total Allocated": {}, "Total Reserved": 1048576}}}},)"
      "\n",
      kMain, start_us + 50, 1000 + i, 4096 * (i + 1));
  return text;
}

}  // namespace

std::string small_trace_text(const SmallTrace& options) {
  std::string text =
      R"({"schemaVersion": 1, "deviceProperties": [{"id": 0, "name": "Test GPU"}], "traceEvents": [)"
      "\n";
  text +=
      R"({"ph": "M", "name": "process_name", "pid": 100, "tid": 0, "ts": 0, "args": {"name": "python"}},)"
      "\n";
  for (int step = 0; step < options.steps; ++step) {
    text += slice("user_annotation", fmt::format("ProfilerStep#{}", step), kMain, step * 10000,
                  9000, "");
    if (options.python)
      text += slice("python_function", "train.py(2): step", kMain, step * 10000 + 200, 8700, "");
    for (int i = 0; i < options.ops_per_step; ++i) text += operator_text(step, i);
  }
  if (options.broken_event)
    text += R"({"ph": "X", "cat": "cpu_op", "name": "broken", "ts": }, )"
            "\n";
  text +=
      R"({"ph": "M", "name": "process_labels", "pid": 0, "tid": 0, "ts": 0, "args": {"labels": "GPU 0"}})"
      "\n]}\n";
  return text;
}

std::string gzip(std::string_view text) {
  std::string out;
  GzipWriter().compress(text, true, out);
  return out;
}

std::string endless_small_trace(const SmallTrace& options) {
  constexpr int kMegabytes = 8000;
  const std::string text = small_trace_text(options);
  const std::size_t end = text.rfind(']');
  const std::string blanks = gzip(std::string(1U << 20U, ' '));
  std::string file = gzip(text.substr(0, end));
  for (int i = 0; i < kMegabytes; ++i) file += blanks;
  return file + gzip(text.substr(end));
}

}  // namespace lanescope
