// What do frames cost while the charts of a long history are looked at? The whole window is drawn,
// without a screen.
//
//   history_frames [RUNS]
//
// Makes summaries of so many runs (400) with three changes, and opens their folder. Prints
// tab-separated lines: what was done, frames, median, 99th percentile and worst frame in ms of this
// thread's CPU time.
#include <algorithm>
#include <chrono>
#include <cstdlib>
#include <filesystem>
#include <string>
#include <string_view>
#include <thread>
#include <unistd.h>
#include <vector>

#include <fmt/format.h>

#include "core/ranks/summary/summary_file.h"
#include "tests/bench/bench_window.h"
#include "tests/core/history/made_history.h"

namespace lanescope::bench {
namespace {

namespace fs = std::filesystem;

constexpr int kFrames = 300;

int measure(const fs::path& folder) {
  BenchWindow ui;
  ui.run(workspace::Open{folder.string()});
  const auto opened = [&] {
    return ui.workspace().ranks() != nullptr && ui.workspace().ranks()->history() != nullptr;
  };
  ui.frame();
  while (ui.workspace().ranks() != nullptr && !opened()) {
    ui.frame();
    std::this_thread::sleep_for(std::chrono::milliseconds(4));
  }
  if (!opened()) return 3;
  HistoryView& view = *ui.workspace().ranks()->history();
  fmt::print("what\tframes\tmedian_ms\tp99_ms\tworst_ms\n");
  std::vector<double> still, chosen;
  for (int i = 0; i < kFrames; ++i) still.push_back(ui.frame());
  print_frames("still", still);
  for (int i = 0; i < kFrames; ++i) {
    view.step_run(1);
    chosen.push_back(ui.frame());
  }
  print_frames("another run selected", chosen);
  return 0;
}

int run(std::size_t runs) {
  const fs::path folder =
      fs::temp_directory_path() / fmt::format("lanescope-history-frames-{}", getpid());
  fs::create_directories(folder);
  HistoryPlan plan;
  plan.runs = runs;
  plan = with_three_changes(plan);
  int code = 0;
  for (std::size_t i = 0; code == 0 && i < runs; ++i) {
    const std::string file = (folder / fmt::format("run{:04}.rank", i)).string();
    if (const auto problem = write_summary(file, made_run(plan, i))) {
      fmt::print(stderr, "{}: {}\n", file, problem->message);
      code = 3;
    }
  }
  if (code == 0) code = measure(folder);
  fs::remove_all(folder);
  return code;
}

}  // namespace
}  // namespace lanescope::bench

int main(int argc, char** argv) {
  const int runs = argc > 1 ? std::atoi(argv[1]) : 400;
  return lanescope::bench::run(static_cast<std::size_t>(std::clamp(runs, 100, 10'000)));
}
