#include "tests/app/golden/panes/pane_traces.h"

#include <array>

#include <fmt/format.h>

#include "tests/core/analysis/gpu_time/roofline_trace.h"
#include "tests/core/fixtures/trace_text.h"

namespace lanescope {
namespace {

std::string us(int time_us) {
  return std::to_string(time_us);
}

/// A number between 0 and `below` that looks as if it came by chance.
int scattered(int i, int below) {
  return static_cast<int>((static_cast<unsigned>(i) * 2654435761U >> 8U) %
                          static_cast<unsigned>(below));
}

void add_memory(TraceText& trace, int time_us, const std::string& place, long long bytes,
                int address, long long total) {
  trace.event(fmt::format(
      R"({{"ph": "i", "cat": "cpu_instant_event", "s": "t", "name": "[memory]", "pid": 100, "tid": 100, "ts": {}, "args": {{{}, "Bytes": {}, "Addr": {}, "Total Allocated": {}, "Total Reserved": {}}}}})",
      time_us, place, bytes, address, total, total + (total >> 2)));
}

}  // namespace

std::string many_launches(int count) {
  constexpr std::array kNames{"gemm", "softmax", "copy_kernel", "layer_norm", "reduce"};
  constexpr std::array kCalls{4, 9, 30, 120, 500};
  TraceText trace;
  int begin_us = 0;
  for (int i = 0; i < count; ++i) {
    const int call_us = kCalls[static_cast<std::size_t>(scattered(i, 5))];
    const int wait_us = i % 7 == 0 ? 0 : scattered(i, 4) == 0 ? 5 + i % 40 : 100 * (i % 400);
    const std::string id = us(i + 1);
    trace.cpu("cuda_runtime", "cudaLaunchKernel", us(begin_us), us(call_us),
              R"("correlation": )" + id);
    trace.kernel(kNames[static_cast<std::size_t>(i % 5)], us(begin_us + call_us + wait_us),
                 us(2 + scattered(i, 60)), id, us(7 + i % 3));
    begin_us += call_us + 20;
  }
  return trace.text();
}

std::string many_blocks() {
  constexpr std::array kOps{"aten::linear", "aten::conv2d", "aten::relu", "aten::add_"};
  const std::string gpu0 = R"("Device Type": 1, "Device Id": 0)";
  const std::string gpu1 = R"("Device Type": 1, "Device Id": 1)";
  const std::string host = R"("Device Type": 0, "Device Id": -1)";
  TraceText trace;
  long long total = 64 << 20;
  int address = 16;
  for (int step = 0; step < 5; ++step) {
    const int begin_us = step * 2000;
    trace.cpu("user_annotation", fmt::format("ProfilerStep#{}", step), us(begin_us), "1900");
    trace.slice("python_function", fmt::format("train.py({}): step", step % 2 + 3), "100", "100",
                us(begin_us + 5), "1880",
                fmt::format(R"("Python id": {}, "Python parent id": null)", step + 1));
    for (int i = 0; i < 12; ++i) {
      const int at_us = begin_us + 20 + i * 140;
      const long long bytes = 1LL << (9 + scattered(step * 12 + i, 16) + (step == 3 ? 4 : 0));
      trace.cpu("cpu_op", kOps[static_cast<std::size_t>(i % 4)], us(at_us), "100");
      total += bytes;
      add_memory(trace, at_us + 10, gpu0, bytes, address, total);
      if (i % 3 != 0) {
        total -= bytes;
        add_memory(trace, at_us + 40 + 300 * (i % 2), gpu0, -bytes, address, total);
      }
      address += 16;
    }
  }
  add_memory(trace, 300, gpu1, 4096, 8, 4096);
  add_memory(trace, 700, gpu1, -4096, 8, 0);
  add_memory(trace, 900, host, 512, 4, 512);
  return trace.text();
}

std::string many_operators(const std::string& device) {
  TraceText trace;
  if (!device.empty()) trace.top_level(device);
  constexpr std::array kTimes{"20", "3", "400", "9", "60", "1"};
  for (int i = 0; i < 6; ++i) {
    const int wide = 64 << (i % 5);
    add_op(trace, 2 * i, "aten::mm",
           shapes(fmt::format("[[{0},{0}],[{0},{0}]]", wide), i % 2 == 0 ? "c10::Half" : "float"),
           i % 2 == 0 ? "h884gemm" : "sgemm", kTimes[static_cast<std::size_t>(i)]);
    add_op(trace, 2 * i + 1, i % 2 == 0 ? "aten::mul" : "aten::add",
           shapes(fmt::format("[[{0}],[{0}]]", wide * wide), "float"), "elementwise",
           kTimes[static_cast<std::size_t>(5 - i)]);
  }
  return trace.text();
}

std::string deep_stacks(int depth) {
  TraceText trace;
  int correlation = 0;
  for (int turn = 0; turn < 3; ++turn) {
    for (int thread = 0; thread < 2; ++thread) {
      const std::string tid = us(100 + thread);
      const int begin_us = turn * 10000 + thread * 200;
      for (int level = 0; level < depth; ++level) {
        trace.slice("python_function",
                    level % 5 == 4 ? fmt::format("nn.Module: Block_{}", level)
                                   : fmt::format("model.py({}): layer_{}", 10 + level, level),
                    "100", tid, us(begin_us + level * 5), us(9000 - level * 10));
      }
      for (int op = 0; op < 4; ++op) {
        const int at_us = begin_us + depth * 5 + 50 + op * 1500;
        trace.slice("cpu_op", fmt::format("aten::op{}", op), "100", tid, us(at_us),
                    us(200 + 300 * op));
        trace.slice("cuda_runtime", "cudaLaunchKernel", "100", tid, us(at_us + 20), "15",
                    R"("correlation": )" + us(++correlation));
        trace.kernel(fmt::format("kernel_{}", op % 3), us(at_us + 60), us(100 + 200 * op),
                     us(correlation), us(7 + thread));
      }
    }
  }
  return trace.text();
}

}  // namespace lanescope
