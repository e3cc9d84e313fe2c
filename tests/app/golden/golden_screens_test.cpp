// What the window shows of a training, word for word and colour by colour.
#include "tests/app/golden/golden_screens.h"

#include <doctest/doctest.h>

#include "app/shell/keys/commands.h"
#include "core/view/lanes/model.h"
#include "tests/core/fixtures/trace_text.h"

namespace lanescope {
namespace {

constexpr float kWidth = 1600, kHeight = 1000;

struct TrainingWindow {
  explicit TrainingWindow(const std::string& trace = "workload.json") {
    ui.open(trace_path(trace));
  }
  void select(std::string_view name, std::size_t nth = 0) {
    ui.view().selection.select(event_named(*ui.view().snapshot(), name, nth));
    ui.settle();
  }
  UiDriver ui{kWidth, kHeight};
};

}  // namespace

TEST_CASE("the tabs of a training are what they were") {
  TrainingWindow w;
  GoldenScreens golden("tabs");
  for (const std::string_view tab : w.ui.tabs()) {
    REQUIRE(w.ui.show_tab(tab));
    w.ui.settle();
    golden.add(std::string(tab), bottom_panes(w.ui));
  }
}

TEST_CASE("the details of a training's events are what they were") {
  TrainingWindow w;
  GoldenScreens golden("details");
  for (const char* const name :
       {"ampere_sgemm_128x64_tn",
        "ncclDevKernel_AllReduce_Sum_f32_RING_LL(ncclDevComm*, unsigned long, ncclWork*)",
        "Memcpy HtoD (Pageable -> Device)", "aten::addmm", "AddmmBackward0",
        "triton_poi_fused_add_mul_0", "[memory]", "cudaStreamSynchronize", "ProfilerStep#13",
        "train.py(61): log"}) {
    w.select(name);
    golden.add(name, details_pane(w.ui));
  }
}

TEST_CASE("the lanes of a training are what they were") {
  TrainingWindow w;
  GoldenScreens golden("lanes");
  golden.add("at first", labels_and_lanes(w.ui));
  const Snapshot& trace = *w.ui.view().snapshot();
  const Ns begin_ns = trace.extent.begin_ns;
  w.ui.view().viewport.show({begin_ns + 1'600'000, begin_ns + 1'760'000});
  w.ui.settle();
  golden.add("160 µs", labels_and_lanes(w.ui));
  w.select("ampere_sgemm_128x32_nn", 4);
  golden.add("a kernel is selected", labels_and_lanes(w.ui));
  w.ui.move(w.ui.place_of(w.ui.view().selection.primary()));
  w.ui.settle();
  golden.add("the mouse rests on it", all_panes());
}

TEST_CASE("the ranks of a run are what they were") {
  UiDriver ui{kWidth, kHeight};
  ui.run(workspace::Open{trace_path("ranks")});
  ui.settle();
  REQUIRE(ui.workspace().ranks_in_front());
  GoldenScreens golden("ranks");
  for (const std::string_view tab : ui.tabs()) {
    REQUIRE(ui.show_tab(tab));
    ui.settle();
    golden.add(std::string(tab), all_panes());
  }
}

TEST_CASE("two runs beside each other are what they were") {
  UiDriver ui{kWidth, kHeight};
  ui.run(workspace::OpenBoth{trace_path("workload.json"), trace_path("training.json")});
  ui.settle();
  GoldenScreens golden("two_runs");
  golden.add("stacked", all_panes());
  for (const char* const tab : {"Compare", "Diff flame", "Overview"}) {
    REQUIRE(ui.show_tab(tab));
    ui.settle();
    golden.add(tab, all_panes());
  }
}

TEST_CASE("the dialogs are what they were") {
  TrainingWindow w;
  GoldenScreens golden("dialogs");
  for (const char* const command : {"keys", "thresholds", "gpu_peaks", "palette"}) {
    const Command* const found = find_command(command);
    REQUIRE_MESSAGE(found != nullptr, command);
    found->run(w.ui.window());
    w.ui.settle();
    golden.add(command, all_panes());
    w.ui.key(ImGuiKey_Escape);
    w.ui.settle();
  }
}

}  // namespace lanescope
