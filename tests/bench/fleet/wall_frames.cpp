// How long does the wall of thousands of ranks take to open, with how much memory, and what do its
// frames cost? The whole window is drawn, without a screen.
//
//   wall_frames [RANKS [STEPS]]
//
// Makes summaries of so many ranks (4,096) of so many steps (1,000) without collectives, one rank
// of which is slow, and opens their folder. Prints tab-separated lines: how long it took until the
// wall was drawn, and the memory; then what was done, frames, median, 99th percentile and worst
// frame in ms of this thread's CPU time.
#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdint>
#include <cstdlib>
#include <filesystem>
#include <string>
#include <string_view>
#include <thread>
#include <unistd.h>
#include <vector>

#include <fmt/format.h>

#include "core/base/process_memory.h"
#include "core/base/threads/parallel.h"
#include "core/ranks/summary/summary_file.h"
#include "tests/bench/bench_window.h"

namespace lanescope::bench {
namespace {

namespace fs = std::filesystem;
using Clock = std::chrono::steady_clock;

constexpr int kFrames = 300;
constexpr int kSlowRank = 5;
constexpr Ns kStepNs = 80'000'000;

/// Even, but never the same.
Ns noise_ns(int rank, int step) {
  const auto mixed = (static_cast<std::uint64_t>(rank) * 0x9E3779B97F4A7C15U) ^
                     (static_cast<std::uint64_t>(step) * 0xC2B2AE3D27D4EB4FU);
  return static_cast<Ns>((mixed * 0xFF51AFD7ED558CCDU) >> 44U);  // below 1.05 ms
}

RankSummary summary_of(int rank, int ranks, int steps) {
  RankSummary out;
  out.source.file = fmt::format("/traces/rank{}.json", rank);
  out.claim = {out.source.file, rank, ranks};
  out.metadata = {{"hostname", fmt::format("node{:04}", rank / 8)}};
  Ns begin_ns = 0;
  for (int i = 0; i < steps; ++i) {
    StepFacts step;
    step.name = fmt::format("ProfilerStep#{}", i);
    const Ns more_ns = noise_ns(rank, i) + (rank == kSlowRank ? kStepNs / 5 : 0);
    step.range = {begin_ns, begin_ns + kStepNs + more_ns};
    step.devices = 1;
    step.compute_ns = kStepNs / 2 + more_ns;
    step.exposed_comm_ns = kStepNs / 4;
    step.idle_ns[0] = kStepNs / 4;
    step.peak_bytes = 60'000'000'000 + noise_ns(i, rank) * 1000;
    begin_ns = step.range.end_ns;
    out.steps.push_back(std::move(step));
  }
  out.collectives.rank = rank;
  out.report.complete = true;
  return out;
}

/// Pans back and forth at several zooms, and zooms from all to a few cells and back.
std::vector<double> travel(BenchWindow& ui, FleetView& view) {
  std::vector<double> ms;
  for (const double zoom : {1.0, 1.5, 4.0, 16.0, 100.0}) {
    for (int i = 0; i < kFrames / 5; ++i) {
      const double place = 0.5 + 0.5 * std::sin(i * 0.2);
      for (Viewport* axis : {&view.steps, &view.ranks}) {
        const auto whole = static_cast<double>(axis->extent().length_ns());
        const auto begin = static_cast<Ns>(whole * (1 - 1 / zoom) * place);
        axis->set_view({begin, 0, whole / zoom});
      }
      ms.push_back(ui.frame());
    }
  }
  for (int i = 0; i < kFrames; ++i) {
    view.steps.zoom(i < kFrames / 2 ? 1.05 : 1 / 1.05, view.steps.width_px() / 2);
    view.ranks.zoom(i < kFrames / 2 ? 1.05 : 1 / 1.05, view.ranks.width_px() / 2);
    ms.push_back(ui.frame());
  }
  return ms;
}

bool is_drawn(const OpenRanks& ranks) {
  return ranks.fleet() != nullptr && ranks.fleet()->grid() != nullptr;
}

int measure(const fs::path& folder, int ranks, int steps) {
  BenchWindow ui;
  ui.frame();
  const Clock::time_point start = Clock::now();
  std::vector<double> loading;
  ui.run(workspace::Open{folder});
  while (ui.workspace().ranks() != nullptr && !is_drawn(*ui.workspace().ranks())) {
    loading.push_back(ui.frame());
    std::this_thread::sleep_for(std::chrono::milliseconds(4));
  }
  if (ui.workspace().ranks() == nullptr) return 3;
  const double ms = std::chrono::duration<double, std::milli>(Clock::now() - start).count();
  fmt::print("{} ranks x {} steps\topen\t{:.0f} ms\t{} resident\n", ranks, steps, ms,
             format_bytes(resident_bytes()));
  fmt::print("what\tframes\tmedian_ms\tp99_ms\tworst_ms\n");
  print_frames("load", loading);
  FleetView& view = *ui.workspace().ranks()->fleet();
  for (const WallKind kind : {WallKind::StepTime, WallKind::PeakMemory}) {
    view.set_measure({kind, 0});
    std::vector<double> changing;
    do changing.push_back(ui.frame());
    while (view.animating());
    const std::string title = wall_measure_title({kind, 0});
    print_frames(title + ": choose", changing);
    for (const bool mean : {false, true}) {
      view.shows_mean = mean;
      print_frames(title + (mean ? ", mean: pan and zoom" : ": pan and zoom"), travel(ui, view));
    }
  }
  return 0;
}

int run(int ranks, int steps) {
  const fs::path folder =
      fs::temp_directory_path() / fmt::format("lanescope-wall-frames-{}", getpid());
  fs::create_directories(folder);
  parallel_for(static_cast<std::size_t>(ranks), hardware_threads(), [&](std::size_t i, unsigned) {
    const auto rank = static_cast<int>(i);
    (void)write_summary(folder / fmt::format("rank{}.rank", rank), summary_of(rank, ranks, steps));
  });
  const int code = measure(folder, ranks, steps);
  fs::remove_all(folder);
  return code;
}

}  // namespace
}  // namespace lanescope::bench

int main(int argc, char** argv) {
  const auto number = [&](int at, int usual) { return argc > at ? std::atoi(argv[at]) : usual; };
  return lanescope::bench::run(std::clamp(number(1, 4096), 2, 65536),
                               std::clamp(number(2, 1000), 1, 10000));
}
