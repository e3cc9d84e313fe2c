// What stays of the window where there is little room, and what it shows of other files.
#include <doctest/doctest.h>

#include "app/shell/keys/commands.h"
#include "tests/app/golden/golden_screens.h"
#include "tests/core/base/temp_folder.h"

namespace lanescope {
namespace {

/// The lanes and all tabs of a trace in a window of that size.
void add_window(GoldenScreens& golden, ImVec2 size, const std::string& trace) {
  UiDriver ui{size.x, size.y};
  ui.open(trace_path(trace));
  golden.add("lanes", labels_and_lanes(ui));
  for (const std::string_view tab : ui.tabs()) {
    REQUIRE(ui.show_tab(tab));
    ui.settle();
    golden.add(std::string(tab), bottom_panes(ui));
  }
}

}  // namespace

TEST_CASE("a small window shows what it showed") {
  GoldenScreens golden("small_window");
  add_window(golden, {720, 520}, "workload.json");
}

TEST_CASE("a trace with memory shows what it showed") {
  GoldenScreens golden("memory_window");
  add_window(golden, {1400, 900}, "memory.json");
}

TEST_CASE("the pictures of recent files are what they were") {
  GoldenScreens golden("recent_files");
  const TempFolder own;
  const std::string settings = own.path() + "/settings.json";
  const std::string trace = trace_path("workload.json");
  {
    UiDriver ui{1200, 800, settings};
    ui.open(trace);
  }
  UiDriver ui{1200, 800, settings};
  ui.settle();
  golden.add("workload.json", ui.mark("picture." + trace));
}

TEST_CASE("long lists fit into a small window and scroll to their ends") {
  GoldenScreens golden("long_lists");
  UiDriver ui{640, 420};
  for (const char* const command : {"keys", "thresholds", "gpu_peaks", "palette"}) {
    find_command(command)->run(ui.window());
    ui.move({320, 260});
    for (int screen = 0; screen < 8; ++screen) {
      ui.settle();
      golden.add(command, all_panes());
      ui.wheel(-9);
    }
    ui.key(ImGuiKey_Escape);
    ui.settle();
  }
}

TEST_CASE("small and broken files show what they showed") {
  GoldenScreens golden("small_files");
  for (const char* const name :
       {"async.json", "begin_end.json", "clock_skew.json", "counters.json",
        "external_id_copies.json", "flows.json", "graph_launch.json", "huge_integers.json",
        "impossible_times.json", "instants.json", "legacy_names.json", "no_pid_tid.json",
        "odd_durations.json", "other_accelerator.json", "partial_overlap.json",
        "python_on_pid_0.json", "sync_rows.json", "zero_length.json"}) {
    UiDriver ui{1200, 800};
    ui.open(trace_path(name));
    golden.add(name, labels_and_lanes(ui));
    golden.add("below", bottom_panes(ui));
  }
}

}  // namespace lanescope
