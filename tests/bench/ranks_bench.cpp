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
#include <string>

#include <fmt/format.h>

#include "core/base/bytes/byte_source.h"
#include "core/ranks/ranks.h"
#include "core/readers/trace_loader.h"
#include "tests/core/fixtures/event_reader.h"
#include "tests/core/ranks/rank_set.h"

namespace {

using namespace lanescope;

double ms_since(std::chrono::steady_clock::time_point start) {
  return std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - start)
      .count();
}

}  // namespace

int main(int argc, char** argv) {
  const int ranks = argc > 1 ? std::max(1, std::atoi(argv[1])) : 64;
  double load_ms = 0, facts_ms = 0;
  std::uint64_t events = 0;
  RunFacts facts;
  for (int rank = 0; rank < ranks; ++rank) {
    const std::shared_ptr<ByteSource> source = memory_byte_source(rank_of_usual_set(rank));
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
    facts.add({rank, AnalysisResults(*trace.snapshot, whole_window(), event_reader(trace))});
    facts_ms += ms_since(start);
  }
  const auto start = std::chrono::steady_clock::now();
  const RunAnalysis run = compare_ranks(facts);
  const double analyse_ms = ms_since(start);
  fmt::print("part\tranks\tevents\tms\n");
  fmt::print("load\t{}\t{}\t{:.1f}\n", ranks, events, load_ms);
  fmt::print("facts\t{}\t{}\t{:.1f}\n", ranks, events, facts_ms);
  fmt::print("compare\t{}\t{}\t{:.1f}\n", ranks, events, analyse_ms);
  fmt::print("# {}\n", run.summary);
  return 0;
}
