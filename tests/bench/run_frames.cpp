// What frames cost while two runs are looked at together, beside those of the first one alone: the
// whole window is drawn, without a screen, while the view zooms in and out and pans.
//
//   run_frames A B
//
// Prints tab-separated lines: what is shown, frames, median and worst frame in ms of this thread's
// CPU time, and the share of B's events that have no partner, which are hatched.

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <memory>
#include <string>
#include <thread>
#include <vector>

#include <fmt/format.h>

#include "tests/bench/bench_window.h"

namespace lanescope::bench {
namespace {

constexpr int kSteps = 120;  // of a way in or along

class Window : public BenchWindow {
 public:
  void settle() {
    for (int quiet = 0; quiet < 3;) {
      frame();
      quiet = window().quiet() ? quiet + 1 : 0;
      std::this_thread::sleep_for(std::chrono::milliseconds(1));
    }
  }

  /// Zooms in at a third of the view, pans, and zooms out again.
  std::vector<double> look_around() {
    std::vector<double> ms;
    Viewport& viewport = workspace().trace()->view.viewport;
    viewport.fit();
    const auto go = [&](const auto& move) {
      for (int i = 0; i < kSteps; ++i) {
        move();
        ms.push_back(frame());
      }
    };
    const double at_px = viewport.width_px() / 3;
    go([&] { viewport.zoom(1.06, at_px); });
    go([&] { viewport.pan(-11); });
    go([&] { viewport.zoom(1 / 1.06, at_px); });
    std::sort(ms.begin(), ms.end());
    return ms;
  }
};

void print(const char* shown, const std::vector<double>& ms, double lone_pct) {
  fmt::print("{}\t{}\t{:.2f}\t{:.2f}\t{:.0f}\n", shown, ms.size(), ms[ms.size() / 2], ms.back(),
             lone_pct);
}

int run(const std::string& a, const std::string& b) {
  Window ui;
  ui.run(workspace::Open{a});
  ui.settle();
  if (ui.workspace().trace() == nullptr) return 1;
  fmt::print("shown\tframes\tmedian_ms\tworst_ms\talone_pct\n");
  print("A alone", ui.look_around(), 0);
  ui.run(workspace::Compare{b});
  ui.settle();
  if (!ui.workspace().runs().both()) return 1;
  const AlignedPair& pair = *ui.workspace().runs().comparison()->aligned();
  const double all = static_cast<double>(std::max<std::uint64_t>(pair.b->slice_count, 1));
  const std::uint32_t alone =
      pair.lone_in(RunSide::B).among(EventId{0}, static_cast<std::uint32_t>(pair.b->slice_count));
  const double lone_pct = 100 * static_cast<double>(alone) / all;
  print("stacked", ui.look_around(), lone_pct);
  ui.window().settings().panes.runs_beside = true;
  ui.settle();
  print("side by side", ui.look_around(), lone_pct);
  return 0;
}

}  // namespace
}  // namespace lanescope::bench

int main(int argc, char** argv) {
  if (argc == 3) return lanescope::bench::run(argv[1], argv[2]);
  fmt::print(stderr, "usage: run_frames A B\n");
  return 2;
}
