// Loads a trace and asks for every analysis once, as a report does, and prints what each took, a
// name and a number a line.
//
//   answers_once FILE
#include <algorithm>
#include <chrono>
#include <string>

#include <fmt/format.h>

#include "core/analysis/results.h"
#include "core/base/process_memory.h"
#include "tests/bench/ask_all.h"
#include "tests/core/fixtures/event_reader.h"

namespace {

using namespace lanescope;

double seconds_since(std::chrono::steady_clock::time_point start) {
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
}

}  // namespace

int main(int argc, char** argv) {
  if (argc != 2) {
    fmt::print(stderr, "usage: answers_once FILE\n");
    return 2;
  }
  map_large_blocks();    // as the program does
  share_freed_memory();  // as a report does
  const auto load_start = std::chrono::steady_clock::now();
  const auto loaded = load_trace(argv[1]);
  const double load_s = seconds_since(load_start);
  if (!loaded.ok()) {
    fmt::print(stderr, "answers_once: {}: {}\n", argv[1], loaded.error().message);
    return 3;
  }
  keep_freed_memory();  // as a report does
  const Snapshot& trace = *loaded.value().snapshot;
  const auto answers_start = std::chrono::steady_clock::now();
  const AnalysisResults in(trace, usual_window(trace), event_reader(loaded.value()));
  bench::ask_all(in);
  const double answers_s = seconds_since(answers_start);
  double slowest_s = 0;
  for (const AnalysisResults::Cost& cost : in.costs()) {
    const double own_s = static_cast<double>(cost.own_ns) / 1e9;
    slowest_s = std::max(slowest_s, own_s);
    fmt::print("of {}\t{:.4f}\n", cost.name, own_s);
  }
  fmt::print("load_seconds\t{:.4f}\nanswers_seconds\t{:.4f}\nslowest_seconds\t{:.4f}\n", load_s,
             answers_s, slowest_s);
  fmt::print("events\t{}\n", trace.counts.total);
  return 0;
}
