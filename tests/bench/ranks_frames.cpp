// What frames cost while the ranks of a run are in the window: panned and zoomed, by each of the
// things their rows can show, folded and unfolded, scrolled. The whole window is drawn, without a
// screen.
//
//   ranks_frames [RANKS]
//
// Makes so many traces (64) of about 10,000 events each and opens them together. Prints
// tab-separated lines: what was done, frames, median, 99th percentile and worst frame in ms of this
// thread's CPU time; the worst frame while they load too.
#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <functional>
#include <string>
#include <thread>
#include <unistd.h>
#include <vector>

#include <fmt/format.h>

#include "tests/bench/bench_window.h"
#include "tests/core/ranks/rank_set.h"

namespace lanescope::bench {
namespace {

namespace fs = std::filesystem;

constexpr int kFrames = 300;

/// Pans back and forth at several zooms, from all of the run to a thousandth of it, and zooms from
/// the one to the other.
std::vector<double> travel(BenchWindow& ui, RanksView& view) {
  std::vector<double> ms;
  const auto whole_ns = static_cast<double>(view.run().extent.length_ns());
  for (const double zoom : {1.0, 3.0, 10.0, 100.0, 1000.0}) {
    for (int i = 0; i < kFrames / 5; ++i) {
      const double place = 0.5 + 0.5 * std::sin(i * 0.2);
      view.viewport.set_view(
          {view.run().extent.begin_ns + static_cast<Ns>(whole_ns * (1 - 1 / zoom) * place), 0,
           whole_ns / zoom});
      ms.push_back(ui.frame());
    }
  }
  for (int i = 0; i < kFrames; ++i) {
    view.viewport.zoom(i < kFrames / 2 ? 1.05 : 1 / 1.05, kWidthPx / 2);
    ms.push_back(ui.frame());
  }
  return ms;
}

std::vector<double> scroll(BenchWindow& ui, RanksView& view) {
  std::vector<double> ms;
  view.viewport.fit();
  for (int i = 0; i < kFrames; ++i) {
    view.scroll_to(view.scroll_px() + (i < kFrames / 2 ? 40.0F : -40.0F));
    ms.push_back(ui.frame());
  }
  return ms;
}

int run(int ranks) {
  const fs::path folder =
      fs::temp_directory_path() / fmt::format("lanescope-ranks-frames-{}", getpid());
  fs::create_directories(folder);
  for (int rank = 0; rank < ranks; ++rank)
    std::ofstream(folder / fmt::format("rank{}.json", rank)) << rank_of_usual_set(rank);
  {
    BenchWindow ui;
    ui.frame();
    std::vector<double> loading;
    ui.run(workspace::Open{folder});
    while (ui.workspace().ranks() != nullptr && ui.workspace().ranks()->view() == nullptr) {
      loading.push_back(ui.frame());
      std::this_thread::sleep_for(std::chrono::milliseconds(4));
    }
    if (ui.workspace().ranks() == nullptr) return 3;
    fmt::print("what\tframes\tmedian_ms\tp99_ms\tworst_ms\n");
    print_frames("load", loading);
    RanksView& view = *ui.workspace().ranks()->view();
    for (const RanksMeasure measure : kRanksMeasures) {
      view.measure = measure;
      print_frames(fmt::format("{}: pan and zoom", ranks_measure_title(measure, view.run().work)),
                   travel(ui, view));
    }
    print_frames("scroll", scroll(ui, view));
    view.measure = RanksMeasure::Activity;
    view.toggle_all();
    print_frames("streams: pan and zoom", travel(ui, view));
    print_frames("streams: scroll", scroll(ui, view));
    view.go_to_collective(view.run().analysis.matched.collectives.size() / 2);
    print_frames("collective: pan and zoom", travel(ui, view));
    fmt::print("# {}\n", view.run().analysis.summary);
  }
  fs::remove_all(folder);
  return 0;
}

}  // namespace
}  // namespace lanescope::bench

int main(int argc, char** argv) {
  return lanescope::bench::run(std::clamp(argc > 1 ? std::atoi(argv[1]) : 64, 2, 4096));
}
