// How long does each analysis take on a trace?
//
//   analyses FILE...
//   analyses --together FILE...     without the analyses one by one
//
// Prints a row for each result that the analyses share, without those that it asks for, and one for
// all of them asked of one graph; then a row for each analysis alone and one for their sum. A row:
// the analysis, the file, its events, the median of five runs in milliseconds, the shortest and the
// longest. The window is the usual one.
#include <algorithm>
#include <array>
#include <chrono>
#include <filesystem>
#include <map>
#include <string>
#include <string_view>

#include <fmt/format.h>

#include "core/analysis/registry.h"
#include "core/analysis/results.h"
#include "tests/bench/ask_all.h"
#include "tests/core/fixtures/event_reader.h"

namespace {

using namespace lanescope;

constexpr std::size_t kRuns = 5;

struct Timing {
  double median_ms = 0, least_ms = 0, most_ms = 0;
};

template <typename Run>
Timing time_of(const Run& run) {
  std::array<double, kRuns> ms{};
  for (double& one : ms) {
    const auto start = std::chrono::steady_clock::now();
    run();
    one =
        std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - start).count();
  }
  std::sort(ms.begin(), ms.end());
  return {ms[kRuns / 2], ms.front(), ms.back()};
}

void print(const char* analysis, const std::string& file, const Snapshot& trace,
           const Timing& timing) {
  fmt::print("{}\t{}\t{}\t{:.2f}\t{:.2f}\t{:.2f}\n", analysis, file, trace.counts.total,
             timing.median_ms, timing.least_ms, timing.most_ms);
}

void time_analyses(const std::string& file, const Snapshot& trace, const ReadEvent& read) {
  const AnalysisWindow window = usual_window(trace);
  Timing all;
  // Each with what it needs of others.
#define LANESCOPE_TIME(key, Result, call)            \
  {                                                  \
    const Timing timing = time_of([&] {              \
      const AnalysisResults in(trace, window, read); \
      const Result result = call;                    \
    });                                              \
    print(#key, file, trace, timing);                \
    all.median_ms += timing.median_ms;               \
    all.least_ms += timing.least_ms;                 \
    all.most_ms += timing.most_ms;                   \
  }
  LANESCOPE_ANALYSES(LANESCOPE_TIME)
#undef LANESCOPE_TIME
  print("all", file, trace, all);
}

/// All through one graph of results: what each node takes without those that it asks for.
void time_together(const std::string& file, const Snapshot& trace, const ReadEvent& read) {
  const AnalysisWindow window = usual_window(trace);
  std::map<std::string, std::array<double, kRuns>> own_ms;
  std::size_t run = 0;
  const Timing all = time_of([&] {
    const AnalysisResults in(trace, window, read);
    bench::ask_all(in);
    for (const AnalysisResults::Cost& cost : in.costs())
      own_ms[cost.name][run] += static_cast<double>(cost.own_ns) / 1e6;
    ++run;
  });
  for (auto& [name, ms] : own_ms) {
    std::sort(ms.begin(), ms.end());
    print(name.c_str(), file, trace, {ms[kRuns / 2], ms.front(), ms.back()});
  }
  print("together", file, trace, all);
}

}  // namespace

int main(int argc, char** argv) {
  const bool alone = argc < 2 || std::string_view(argv[1]) != "--together";
  const int first = alone ? 1 : 2;
  if (argc <= first) {
    fmt::print(stderr, "usage: analyses [--together] FILE...\n");
    return 2;
  }
  fmt::print("analysis\tfile\tevents\tmedian_ms\tleast_ms\tmost_ms\n");
  for (int i = first; i < argc; ++i) {
    const auto loaded = load_trace(argv[i]);
    if (!loaded.ok()) {
      fmt::print(stderr, "analyses: {}: {}\n", argv[i], loaded.error().message);
      return 3;
    }
    const std::string file = std::filesystem::path(argv[i]).filename().string();
    time_together(file, *loaded.value().snapshot, event_reader(loaded.value()));
    if (alone) time_analyses(file, *loaded.value().snapshot, event_reader(loaded.value()));
  }
  return 0;
}
