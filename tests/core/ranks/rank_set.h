// The files of the ranks of a generated run: steps of operators with kernels and collectives that
// end at the same time, on clocks that differ.
#pragma once

#include <cstdint>
#include <random>
#include <string>

#include <fmt/format.h>

namespace lanescope {

struct RankSetTrace {
  int rank = 0;
  int steps = 50;
  int collectives = 10;      // per step
  int ops = 6;               // before each collective, each with a kernel
  int clock_us = 0;          // how far the rank's clock is ahead of the first one's
  int late_us = 0;           // how much later it arrives at each collective
  bool lacks_first = false;  // its profiler was not yet on at the first collective
  int keeps_every = 1;       // only every n-th collective was recorded
};

/// Writes one rank. All ranks draw the same random lengths, so that their collectives end together.
/// A rank of the default size has about 10,000 events.
class RankSetWriter {
 public:
  explicit RankSetWriter(const RankSetTrace& trace)
      : trace_(trace), now_us_(1000 + trace.clock_us) {}

  std::string text() {
    for (int step = 0; step < trace_.steps; ++step) {
      const std::int64_t begin_us = now_us_;
      for (int i = 0; i < trace_.collectives; ++i) part();
      add("user_annotation", fmt::format("ProfilerStep#{}", step), 1, 1, begin_us,
          now_us_ - begin_us, "");
    }
    return fmt::format("{{\"distributedInfo\": {{\"rank\": {}}},\n\"traceEvents\": [\n{}\n]}}",
                       trace_.rank, events_);
  }

 private:
  void part() {
    const std::int64_t length_us = lengths_(random_);
    for (int op = 0; op < trace_.ops; ++op) launch("aten::mm", "gemm", 7, now_us_ + 20 * op, 15);
    const std::int64_t begin_us = now_us_ + 20 * trace_.ops + trace_.late_us;
    now_us_ += 20 * trace_.ops + 50 + length_us;
    const int number = collective_++;
    if ((trace_.lacks_first && number == 0) || number % trace_.keeps_every != 0) return;
    launch("c10d::allreduce_", "ncclDevKernel_AllReduce_Sum_f32_RING_LL(ncclDevComm*)", 20,
           begin_us, now_us_ - begin_us);
  }

  void launch(const char* op, const char* kernel, int stream, std::int64_t ts, std::int64_t dur) {
    ++correlation_;
    add("cpu_op", op, 1, 1, ts - 12, 10, "");
    add("cuda_runtime", "cudaLaunchKernel", 1, 1, ts - 8, 4,
        fmt::format("\"correlation\": {}", correlation_));
    add("kernel", kernel, 0, stream, ts, dur,
        fmt::format("\"device\": 0, \"stream\": {}, \"correlation\": {}", stream, correlation_));
  }

  void add(const char* category, const std::string& name, int pid, int tid, std::int64_t ts,
           std::int64_t dur, const std::string& args) {
    events_ += fmt::format(
        R"({}{{"ph": "X", "cat": "{}", "name": "{}", "pid": {}, "tid": {}, "ts": {}, "dur": {}, "args": {{{}}}}})",
        events_.empty() ? "" : ",\n", category, name, pid, tid, ts, dur, args);
  }

  RankSetTrace trace_;
  std::int64_t now_us_, correlation_ = 0;
  int collective_ = 0;
  std::string events_;
  std::mt19937 random_{42};
  std::uniform_int_distribution<std::int64_t> lengths_{5, 200};
};

/// Rank 3 is late, rank 5 lacks its first collective, and clocks differ by 37 µs from rank to rank.
inline std::string rank_of_usual_set(int rank, int steps = 50) {
  return RankSetWriter({.rank = rank,
                        .steps = steps,
                        .clock_us = 37 * rank,
                        .late_us = rank == 3 ? 30 : rank % 7,
                        .lacks_first = rank == 5})
      .text();
}

}  // namespace lanescope
