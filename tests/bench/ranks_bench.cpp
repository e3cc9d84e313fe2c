// How long does it take to hold the ranks of a run against each other?
//
//   ranks_bench [RANKS]
//
// Makes so many traces (64) of about 10,000 events each: 50 steps of 60 operators with a kernel
// each and 10 collectives, on clocks that differ, one rank late, one without its first collective.
// Prints a row for each part in milliseconds: loading them, what is taken of each trace, and
// comparing.
#include <algorithm>
#include <chrono>
#include <cstdint>
#include <cstdlib>
#include <memory>
#include <optional>
#include <random>
#include <string>

#include <fmt/format.h>

#include "core/base/byte_source.h"
#include "core/ranks/ranks.h"
#include "core/readers/event_text.h"
#include "core/readers/trace_loader.h"

namespace {

using namespace lanescope;

constexpr int kSteps = 50, kOpsPerCollective = 6, kCollectives = 10;

double ms_since(std::chrono::steady_clock::time_point start) {
  return std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - start)
      .count();
}

/// The trace of one rank. All ranks draw the same lengths, so that their collectives end together.
class RankWriter {
 public:
  explicit RankWriter(int rank) : rank_(rank), now_us_(1000 + 37 * rank) {}

  std::string text() {
    for (int step = 0; step < kSteps; ++step) {
      const std::int64_t begin_us = now_us_;
      for (int i = 0; i < kCollectives; ++i) part(step == 0 && i == 0);
      add("user_annotation", fmt::format("ProfilerStep#{}", step), 1, 1, begin_us,
          now_us_ - begin_us, "");
    }
    return fmt::format("{{\"distributedInfo\": {{\"rank\": {}}},\n\"traceEvents\": [\n{}\n]}}",
                       rank_, events_);
  }

 private:
  void part(bool first) {
    const std::int64_t length_us = lengths_(random_);
    for (int op = 0; op < kOpsPerCollective; ++op) {
      launch("aten::mm", "gemm", 7, now_us_ + 20 * op, 15);
    }
    const std::int64_t late_us = rank_ == 3 ? 30 : rank_ % 7;
    const std::int64_t begin_us = now_us_ + 20 * kOpsPerCollective + late_us;
    now_us_ += 20 * kOpsPerCollective + 50 + length_us;
    if (first && rank_ == 5) return;
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

  int rank_;
  std::int64_t now_us_, correlation_ = 0;
  std::string events_;
  std::mt19937 random_{42};
  std::uniform_int_distribution<std::int64_t> lengths_{5, 200};
};

ReadEvent reader_of(const LoadedTrace& trace) {
  return [&trace](EventId event) -> std::optional<JsonValue> {
    const auto place = trace.snapshot->place_of(event);
    if (!place) return std::nullopt;
    auto text = read_event_text(*trace.source, *place);
    if (!text.ok()) return std::nullopt;
    auto value = parse_event_text(text.value());
    return value.ok() ? std::optional(std::move(value).value()) : std::nullopt;
  };
}

}  // namespace

int main(int argc, char** argv) {
  const int ranks = argc > 1 ? std::max(1, std::atoi(argv[1])) : 64;
  double load_ms = 0, facts_ms = 0;
  std::uint64_t events = 0;
  RunFacts facts;
  for (int rank = 0; rank < ranks; ++rank) {
    const std::shared_ptr<ByteSource> source = memory_byte_source(RankWriter(rank).text());
    auto start = std::chrono::steady_clock::now();
    const auto loaded = load_trace(source, fmt::format("rank{}.json", rank));
    load_ms += ms_since(start);
    if (!loaded.ok()) {
      fmt::print(stderr, "ranks_bench: {}\n", loaded.error().message);
      return 3;
    }
    const LoadedTrace& trace = loaded.value();
    events += trace.snapshot->counts.total;
    start = std::chrono::steady_clock::now();
    facts.add({rank, trace.snapshot.get(), reader_of(trace), whole_window()});
    facts_ms += ms_since(start);
  }
  const auto start = std::chrono::steady_clock::now();
  const RunAnalysis run = analyse_run(facts);
  const double analyse_ms = ms_since(start);
  fmt::print("part\tranks\tevents\tms\n");
  fmt::print("load\t{}\t{}\t{:.1f}\n", ranks, events, load_ms);
  fmt::print("facts\t{}\t{}\t{:.1f}\n", ranks, events, facts_ms);
  fmt::print("compare\t{}\t{}\t{:.1f}\n", ranks, events, analyse_ms);
  fmt::print("# {}\n", run.summary);
  return 0;
}
