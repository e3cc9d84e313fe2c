// The Overview tab as a user meets it.
#include <algorithm>
#include <string>
#include <string_view>

#include <doctest/doctest.h>

#include "app/shell/keys/commands.h"
#include "app/shell/window/main_window.h"
#include "core/view/events/event_ref.h"
#include "tests/app/middle.h"
#include "tests/app/seen_screen.h"
#include "tests/app/small_trace_window.h"
#include "tests/core/fixtures/trace_text.h"

namespace lanescope {
namespace {

struct OverviewTab {
  explicit OverviewTab(const std::string& text = small_trace_text({.steps = 6})) {
    ui.open(folder.write("small.json", text));
    REQUIRE(ui.show_tab("Overview"));
    ui.settle();
  }
  [[nodiscard]] std::string tab() { return std::string(shown().title()); }
  [[nodiscard]] std::string facts() { return std::string(shown().facts()); }
  TempFolder folder;
  UiDriver ui;

 private:
  const Pane& shown() { return ui.pane(); }
};

}  // namespace

TEST_CASE("the overview is the first tab, and is about the steps") {
  TempFolder folder;
  UiDriver ui;
  ui.open(folder.write("small.json", small_trace_text({.steps = 6})));
  ui.settle();
  CHECK(ui.pane().title() == "Overview");
  CHECK(ui.workspace().trace()->panes->bottom[0]->facts().starts_with("6 steps"));
  CHECK(ui.has_mark("figure.GPU busy"));
  CHECK(ui.has_mark("bar.compute"));
  CHECK(ui.has_mark("step.ProfilerStep#5"));
}

TEST_CASE("of a trace of a CPU the overview lists the operators, and a click goes to one") {
  OverviewTab tab(TraceText()
                      .cpu("cpu_op", "aten::linear", "0", "100")
                      .cpu("cpu_op", "aten::mm", "10", "60")
                      .cpu("cpu_op", "aten::mm", "200", "300")
                      .text());
  REQUIRE(tab.ui.has_mark("op.aten::mm"));
  CHECK(tab.ui.mark("op.aten::mm").y1 <= tab.ui.mark("op.aten::linear").y0 + 1);
  tab.ui.click("op.aten::mm");
  tab.ui.settle();
  const auto key = event_key(*tab.ui.view().snapshot(), tab.ui.view().selection.primary());
  REQUIRE(key);
  CHECK(key->name == "aten::mm");
  CHECK(key->start_ns == 200'000);
}

TEST_CASE("the trace of another program has figures of its own, and no tab about PyTorch") {
  OverviewTab tab(TraceText()
                      .cpu("toplevel", "RunTask", "0", "10")
                      .cpu("toplevel", "Decode", "20", "30")
                      .text());
  CHECK(tab.ui.has_mark("figure.Threads"));
  CHECK(tab.ui.has_mark("figure.Slices"));
  const auto tabs = tab.ui.tabs();
  const auto offers = [&](std::string_view title) {
    return std::ranges::find(tabs, title) != tabs.end();
  };
  CHECK(offers("Overview"));
  CHECK(offers("Selection"));
  CHECK(offers("Flame"));
  for (const char* title : {"Ops", "Kernels", "Memory", "Steps", "Findings", "Roofline"}) {
    CAPTURE(title);
    CHECK_FALSE(offers(title));
  }
  tab.ui.click("figure.Longest slice");
  tab.ui.settle();
  CHECK(tab.ui.view().selection.primary() == tab.ui.find("Decode"));
}

TEST_CASE("a table of steps without steps has nothing to filter or to copy") {
  const TempFolder folder;
  UiDriver ui;
  ui.open(folder.write("ops.json", TraceText().cpu("cpu_op", "aten::mm", "0", "10").text()));
  REQUIRE(ui.show_tab("Steps"));
  ui.settle();
  CHECK_FALSE(ui.has_mark("data.filter"));
  REQUIRE(ui.show_tab("Ops"));
  ui.settle();
  CHECK(ui.has_mark("data.filter"));
}

TEST_CASE("bars are as long as their shares") {
  OverviewTab tab;
  const float compute = tab.ui.mark("bar.compute").width();
  const float all = tab.ui.mark("bars.GPU 0 Test GPU").width();
  // 4 kernels of 700 µs in steps of 10,000 µs, the last of 9,000 µs.
  CHECK(compute / all == doctest::Approx(16.8 / 59).epsilon(0.02));
}

TEST_CASE("each part of the legend has its time, in narrow windows too") {
  OverviewTab tab(TraceText()
                      .kernel("a", "0", "10000", "1")
                      .kernel("ncclDevKernel_AllReduce", "50000", "50000", "2")
                      .text());
  for (const float width : {1600.0F, 1300.0F, 1150.0F}) {
    CAPTURE(width);
    ImGui::GetIO().DisplaySize.x = width;
    tab.ui.frames(3);
    int rows = 0;
    for (const std::string& name : tab.ui.mark_names()) {
      if (!name.starts_with("legend.")) continue;
      const std::string line = SeenScreen().page(tab.ui.mark(name));
      CHECK_MESSAGE(line.find(" ms ") != std::string::npos, line);
      ++rows;
    }
    CHECK(rows == 3);
  }
}

TEST_CASE("a click on a step's column goes to the step") {
  OverviewTab tab;
  tab.ui.click("step.ProfilerStep#3");
  tab.ui.settle();
  CHECK(name_of(tab.ui.view(), tab.ui.view().selection.primary()) == "ProfilerStep#3");
  const TimeRange seen = tab.ui.view().viewport.range();
  CHECK(seen.begin_ns < 30'000'000);
  CHECK(seen.begin_ns > 20'000'000);
  CHECK(seen.end_ns > 39'000'000);
  CHECK(seen.end_ns < 50'000'000);
}

TEST_CASE("a click on idle time, in a bar, its legend or the key figure, goes to the longest gap") {
  OverviewTab tab(TraceText()
                      .kernel("a", "0", "10000", "1")
                      .kernel("a", "15000", "10000", "2")
                      .kernel("a", "60000", "40000", "3")
                      .text());
  for (const char* mark :
       {"bar.idle, unknown launch", "legend.idle, unknown launch", "figure.Largest idle cause"}) {
    CAPTURE(mark);
    tab.ui.view().selection.clear();
    tab.ui.settle();
    tab.ui.click(mark);
    tab.ui.settle();
    CHECK(tab.ui.view().selection.gap() == GapRef{0, {25'000'000, 60'000'000}});
  }
  // From there the other gaps of the cause can be gone through.
  const Command& previous = *find_command("previous_name");
  REQUIRE(previous.enabled(tab.ui.window()));
  previous.run(tab.ui.window());
  tab.ui.settle();
  CHECK(tab.ui.view().selection.gap() == GapRef{0, {10'000'000, 15'000'000}});
  find_command("next_name")->run(tab.ui.window());
  tab.ui.settle();
  CHECK(tab.ui.view().selection.gap() == GapRef{0, {25'000'000, 60'000'000}});
}

TEST_CASE("a click on a figure goes to the tab it comes from") {
  OverviewTab tab;
  tab.ui.click("figure.Kernels per step");
  tab.ui.settle();
  CHECK(tab.tab() == "Kernels");
}

TEST_CASE("with a range selected the overview is about that range") {
  OverviewTab tab;
  // The second operator's kernel runs from 3,100 to 3,800 µs.
  tab.ui.view().selection.select_range({3'100'000, 4'500'000});
  tab.ui.settle();
  CHECK(tab.facts() == "selected range · 1.400 ms");
  const float compute = tab.ui.mark("bar.compute").width();
  const float all = tab.ui.mark("bars.GPU 0 Test GPU").width();
  CHECK(compute / all == doctest::Approx(0.5).epsilon(0.02));
  CHECK_FALSE(tab.ui.has_mark("step.chart"));
  tab.ui.view().selection.clear();
  tab.ui.settle();
  CHECK(tab.ui.has_mark("step.chart"));
}

TEST_CASE("that no whole step is in the range is said once") {
  OverviewTab tab;
  tab.ui.view().selection.select_range({3'100'000, 4'500'000});
  tab.ui.settle();
  const ImVec2 all = ImGui::GetIO().DisplaySize;
  const std::string page = SeenScreen().page({0, tab.ui.mark("tab.Overview").y1, all.x, all.y});
  const auto count = [&](std::string_view words) {
    std::size_t found = 0;
    for (std::size_t at = 0; (at = page.find(words, at)) != std::string::npos; ++at) ++found;
    return found;
  };
  CAPTURE(page);
  CHECK(count("o whole step in the range") == 1);
}

TEST_CASE("the overview of a trace without GPU and steps draws no bars") {
  OverviewTab tab(TraceText().cpu("cpu_op", "aten::mm", "0", "10").text());
  CHECK_FALSE(tab.ui.has_mark("bar.compute"));
  CHECK_FALSE(tab.ui.has_mark("step.chart"));
  CHECK(tab.facts() == "the whole trace");
}

TEST_CASE("resting on a step or a part of a bar explains it, at every size of the window") {
  OverviewTab tab;
  tab.ui.move(middle(tab.ui.mark("step.ProfilerStep#2")));
  tab.ui.frames(2);
  tab.ui.move(middle(tab.ui.mark("bar.compute")));
  tab.ui.frames(2);
  tab.ui.move(middle(tab.ui.mark("figure.GPU busy")));
  tab.ui.frames(2);
  CHECK(ImGui::GetForegroundDrawList()->VtxBuffer.Size > 0);
}

TEST_CASE("without GPU work the overview shows the main thread and its functions") {
  OverviewTab tab(TraceText()
                      .cpu("python_sample", "train.py(10): main", "0", "100")
                      .cpu("python_line", "train.py:11", "0", "100")
                      .cpu("thread_state", "running", "0", "60")
                      .cpu("thread_state", "clock_nanosleep", "60", "40")
                      .text());
  CHECK(tab.ui.has_mark("figure.Running or waiting for a CPU"));
  CHECK(tab.ui.has_mark("bar.running or waiting for a CPU"));
  CHECK(tab.ui.has_mark("bar.sleep"));
  CHECK(tab.ui.has_mark("legend.sleep"));
  CHECK_FALSE(tab.ui.has_mark("step.chart"));
  const auto marks = tab.ui.mark_names();
  const auto function = std::ranges::find_if(
      marks, [](std::string_view name) { return name.starts_with("function."); });
  REQUIRE(function != marks.end());
  tab.ui.click(*function);
  tab.ui.settle();
  CHECK(name_of(tab.ui.view(), tab.ui.view().selection.primary()) == "train.py(10): main");
}

}  // namespace lanescope
