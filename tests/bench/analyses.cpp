// How long does each analysis take on a trace?
//
//   analyses FILE...
//
// Prints a row for each analysis and one for all of them: the analysis, the file, its events, the
// median of five runs in milliseconds, the shortest and the longest. The window is the usual one.
#include <algorithm>
#include <array>
#include <chrono>
#include <filesystem>
#include <string>

#include <fmt/format.h>

#include "core/analysis/registry.h"
#include "core/analysis/results.h"
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

}  // namespace

int main(int argc, char** argv) {
  if (argc < 2) {
    fmt::print(stderr, "usage: analyses FILE...\n");
    return 2;
  }
  fmt::print("analysis\tfile\tevents\tmedian_ms\tleast_ms\tmost_ms\n");
  for (int i = 1; i < argc; ++i) {
    const auto loaded = load_trace(argv[i]);
    if (!loaded.ok()) {
      fmt::print(stderr, "analyses: {}: {}\n", argv[i], loaded.error().message);
      return 3;
    }
    time_analyses(std::filesystem::path(argv[i]).filename().string(), *loaded.value().snapshot,
                  event_reader(loaded.value()));
  }
  return 0;
}
