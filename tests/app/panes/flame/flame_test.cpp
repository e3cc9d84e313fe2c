// The flame graph as a user meets it, driven by mouse and keys without a screen.
#include <doctest/doctest.h>
#include <nlohmann/json.hpp>

#include "tests/app/seen_screen.h"
#include "tests/app/small_trace.h"
#include "tests/app/ui_driver.h"
#include "tests/core/base/temp_folder.h"

namespace lanescope {
namespace {

struct FlameTab {
  FlameTab() {
    ui.open(folder.write("small.json", small_trace_text({.steps = 20})));
    REQUIRE(ui.show_tab("Flame"));
    ui.settle();
  }
  [[nodiscard]] std::string selected() {
    TraceView& view = ui.view();
    const auto slice = view.snapshot()->find_slice(view.selection.primary());
    return slice ? std::string(view.snapshot()->text(slice->chunk->name[slice->slice])) : "";
  }
  [[nodiscard]] float width_of(const std::string& frame) {
    const std::string name = "flame.box." + frame;
    return ui.has_mark(name) ? ui.mark(name).width() : 0;
  }
  ImVec2 middle_of(const std::string& frame) {
    const Rect box = ui.mark("flame.box." + frame);
    return {(box.x0 + box.x1) / 2, (box.y0 + box.y1) / 2};
  }
  [[nodiscard]] std::string facts() {
    for (const auto& pane : ui.workspace().trace()->panes->bottom) {
      if (pane->title() == "Flame") return std::string(pane->facts());
    }
    return "";
  }

  TempFolder folder;
  UiDriver ui;
};

TEST_CASE("the flame graph hangs kernels below what launched them") {
  FlameTab tab;
  CHECK(tab.width_of("kernel_a") > 20);
  CHECK(tab.width_of("aten::op0") >= tab.width_of("kernel_a"));
  CHECK(tab.ui.mark("flame.box.kernel_a").y0 > tab.ui.mark("flame.box.aten::op0").y0);
  CHECK(tab.facts().starts_with("GPU time 56.00 ms"));
}

TEST_CASE("work without a launch is on the first line, so the flame graph opens there") {
  std::string events;
  const auto slice = [&](const std::string& category, const std::string& name, int lane, int ts,
                         int dur, const std::string& args) {
    events += R"({"ph":"X","cat":")" + category + R"(","name":")" + name + R"(","pid":)" +
              (lane == 7 ? "0" : "1") + R"(,"tid":)" + std::to_string(lane) + R"(,"ts":)" +
              std::to_string(ts) + R"(,"dur":)" + std::to_string(dur) + R"(,"args":{)" + args +
              "}},";
  };
  const std::string stream = R"("device":0,"stream":7,"correlation":)";
  for (int i = 0; i < 20; ++i)
    slice("python_function", "frame" + std::to_string(i), 1, i, 1000 - 2 * i, "");
  slice("cpu_op", "aten::mm", 1, 100, 300, "");
  slice("cuda_runtime", "cudaLaunchKernel", 1, 120, 10, R"("correlation":1)");
  slice("cuda_runtime", "cudaLaunchKernel", 1, 140, 10, R"("correlation":2)");
  slice("kernel", "gemm", 7, 500, 35, stream + "1");
  slice("kernel", "reduce", 7, 600, 35, stream + "2");
  const auto opens_at = [&](const char* frame) {
    TempFolder folder;
    UiDriver ui;
    ui.open(folder.write("deep.json",
                         R"({"traceEvents":[)" + events +
                             R"({"ph":"M","name":"process_name","pid":1,"tid":0,"args":{}}]})"));
    REQUIRE(ui.show_tab("Flame"));
    ui.settle();
    ui.click("flame.weight.GPU");
    ui.settle();
    return ui.has_mark(std::string("flame.box.") + frame);
  };
  CHECK_FALSE(opens_at("frame0"));
  slice("kernel", "lone", 7, 700, 30, stream + "9");
  CHECK(opens_at("frame0"));
}

TEST_CASE("the flame graph is walked by keys alone where its tab was chosen by them") {
  FlameTab tab;
  REQUIRE(tab.ui.show_tab("Memory"));
  tab.ui.settle();
  while (tab.ui.shown_tab() != "Flame") {
    tab.ui.key(ImGuiKey_PageUp, ImGuiMod_Ctrl);
    tab.ui.settle();
  }
  tab.ui.key(ImGuiKey_DownArrow);  // all of it
  tab.ui.key(ImGuiKey_DownArrow);
  tab.ui.settle();
  const std::string first = tab.selected();
  CHECK_FALSE(first.empty());
  tab.ui.key(ImGuiKey_DownArrow);
  tab.ui.settle();
  CHECK(tab.selected() != first);
}

TEST_CASE("weights and frames of the flame graph are a click each") {
  FlameTab tab;
  tab.ui.click("flame.weight.CPU");
  tab.ui.settle();
  CHECK(tab.facts().starts_with("CPU time "));
  CHECK(tab.width_of("kernel_a") == 0);
  tab.ui.click("flame.weight.Launches");
  tab.ui.settle();
  CHECK(tab.facts().starts_with("Launches 80 "));
  tab.ui.click("flame.stack.Python");  // the trace has none, so the choice can not be made
  tab.ui.settle();
  CHECK(tab.facts().starts_with("Launches 80 "));
  tab.ui.click("flame.order.By time");
  tab.ui.settle();
  CHECK(tab.facts().starts_with("Launches 80 "));
}

TEST_CASE("the flame graph is of the selected range") {
  FlameTab tab;
  tab.ui.click("flame.weight.CPU");
  tab.ui.settle();
  tab.ui.view().selection.select_range({0, 1'000'000});
  tab.ui.settle();
  CHECK(tab.facts() == "In range: CPU time 500.0 µs · 2 frames");
  tab.ui.view().selection.select_range({9'200'000, 9'300'000});
  tab.ui.settle();
  CHECK(tab.width_of("aten::op0") == 0);
}

TEST_CASE("a click on a frame goes to its longest event, a further one to the next") {
  FlameTab tab;
  const ImVec2 at = tab.middle_of("kernel_b");
  tab.ui.click(at);
  CHECK(tab.selected() == "kernel_b");
  const EventId first = tab.ui.view().selection.primary();
  tab.ui.frames(60);
  tab.ui.click(at);
  CHECK(tab.selected() == "kernel_b");
  CHECK(tab.ui.view().selection.primary() != first);
}

TEST_CASE("a double click zooms to a frame, and the path leads back") {
  FlameTab tab;
  const float before = tab.width_of("aten::op0");
  tab.ui.double_click(tab.middle_of("aten::op0"));
  tab.ui.frames(2);
  CHECK(tab.width_of("aten::op0") > 2 * before);
  CHECK(tab.width_of("aten::op1") == 0);
  CHECK(tab.ui.has_mark("flame.path"));
  tab.ui.click("flame.whole");
  tab.ui.frames(2);
  CHECK(tab.width_of("aten::op0") == before);
}

TEST_CASE("the wheel zooms the flame graph at the mouse, a drag moves it") {
  FlameTab tab;
  const Rect before = tab.ui.mark("flame.box.aten::op1");
  const ImVec2 at = tab.middle_of("aten::op1");
  tab.ui.move(at);
  tab.ui.wheel(3);
  tab.ui.frame();
  const Rect after = tab.ui.mark("flame.box.aten::op1");
  CHECK(after.width() > 1.5F * before.width());
  CHECK(after.contains(at));
  tab.ui.drag(at, {at.x - 50, at.y});
  CHECK(tab.ui.mark("flame.box.aten::op1").x0 < after.x0 - 40);
  CHECK(tab.selected().empty());
}

TEST_CASE("arrow keys walk the flame graph and leave the timeline alone") {
  FlameTab tab;
  tab.ui.view().viewport.zoom(4, 300);
  tab.ui.settle();
  tab.ui.click(tab.middle_of("aten::op1"));
  tab.ui.settle();
  const TimeRange range = tab.ui.view().viewport.range();
  tab.ui.key(ImGuiKey_DownArrow);
  CHECK(tab.selected() == "cudaLaunchKernel");
  tab.ui.key(ImGuiKey_DownArrow);
  CHECK(tab.selected().starts_with("kernel_"));
  tab.ui.key(ImGuiKey_UpArrow);
  tab.ui.key(ImGuiKey_UpArrow);
  CHECK(tab.selected() == "aten::op1");
  tab.ui.settle();
  CHECK(tab.ui.view().viewport.range().length_ns() == range.length_ns());
}

TEST_CASE("the flame graph is about the window that the other tabs are about") {
  FlameTab tab;
  CHECK(SeenScreen().page(tab.ui.mark("flame.when")).find("Steady-state") != std::string::npos);
  tab.ui.view().window = WindowKind::Tb;
  tab.ui.settle();
  CHECK(SeenScreen().page(tab.ui.mark("flame.when")).find("TensorBoard") != std::string::npos);
}

TEST_CASE("a step is chosen from the menu, and a range selected later takes its place") {
  FlameTab tab;
  tab.ui.click("flame.when");
  tab.ui.frames(2);
  tab.ui.click("ProfilerStep#3");
  tab.ui.settle();
  CHECK(tab.facts().starts_with("In ProfilerStep#3: GPU time 2.800 ms"));
  tab.ui.view().selection.select_range({0, 1'500'000});
  tab.ui.settle();
  CHECK(tab.facts().starts_with("In range: GPU time 400.0 µs"));
  tab.ui.click("flame.when");
  tab.ui.frames(2);
  tab.ui.click("ProfilerStep#3");
  tab.ui.settle();
  tab.ui.click("flame.when");
  tab.ui.frames(2);
  tab.ui.click("Selected range");
  tab.ui.settle();
  CHECK(tab.facts().starts_with("In range: "));
}

TEST_CASE("Ctrl+C copies the stack of the frame that was clicked") {
  FlameTab tab;
  tab.ui.click(tab.middle_of("kernel_b"));
  tab.ui.key(ImGuiKey_C, ImGuiMod_Ctrl);
  CHECK(std::string(ImGui::GetClipboardText()) == "aten::op1\ncudaLaunchKernel\nkernel_b\n");
}

TEST_CASE("backward under forward can not be chosen where the trace does not link the two") {
  FlameTab tab;
  const std::string before = tab.facts();
  tab.ui.click("flame.backward");
  tab.ui.settle();
  CHECK(tab.facts() == before);
}

TEST_CASE("backward under forward moves the backward operator into its forward one") {
  constexpr const char* kTrained = R"({"traceEvents": [
{"ph":"X","cat":"cpu_op","name":"aten::linear","pid":1,"tid":1,"ts":0,"dur":400,"args":{}},
{"ph":"X","cat":"cpu_op","name":"LinearBackward0","pid":1,"tid":2,"ts":500,"dur":600,"args":{}},
{"ph":"s","cat":"fwdbwd","name":"fwdbwd","id":1,"pid":1,"tid":1,"ts":0},
{"ph":"f","bp":"e","cat":"fwdbwd","name":"fwdbwd","id":1,"pid":1,"tid":2,"ts":500}]})";
  const TempFolder folder;
  UiDriver ui;
  ui.open(folder.write("trained.json", kTrained));
  REQUIRE(ui.show_tab("Flame"));
  ui.settle();
  const auto box = [&](const std::string& name) { return ui.mark("flame.box." + name); };
  CHECK(box("aten::linear").y0 == box("LinearBackward0").y0);
  ui.click("flame.backward");
  ui.settle();
  CHECK(box("aten::linear").y0 < box("LinearBackward0").y0);
  CHECK(box("LinearBackward0").width() < box("aten::linear").width());
  ui.click("flame.backward");
  ui.settle();
  CHECK(box("aten::linear").y0 == box("LinearBackward0").y0);
}

TEST_CASE("a search in the flame graph tells the share of what it found") {
  FlameTab tab;
  tab.ui.click("flame.search");
  tab.ui.type("OP1");
  tab.ui.settle();
  CHECK(tab.ui.mark("flame.found").width() > 50);
  const auto found = [&] { return SeenScreen().page(tab.ui.mark("flame.found").inset(-2, -2)); };
  const std::string of_op1 = found();
  tab.ui.key(ImGuiKey_Backspace);
  tab.ui.key(ImGuiKey_Backspace);
  tab.ui.settle();
  CHECK(tab.ui.mark("flame.found").width() > 50);
  CHECK(found() != of_op1);  // of all that has an "o"
  tab.ui.type("P1");
  tab.ui.settle();
  CHECK(found() == of_op1);
  tab.ui.key(ImGuiKey_Backspace);
  tab.ui.key(ImGuiKey_Backspace);
  tab.ui.key(ImGuiKey_Backspace);
  tab.ui.settle();
  CHECK(!tab.ui.has_mark("flame.found"));
}

TEST_CASE("a right click leads to callers and callees of a name") {
  FlameTab tab;
  tab.ui.click(tab.middle_of("cudaLaunchKernel"), ImGuiMouseButton_Right);
  tab.ui.frames(2);
  tab.ui.click("Callers and callees");
  tab.ui.settle();
  REQUIRE(tab.ui.has_mark("flame.sandwich.close"));
  const float name_y = tab.ui.mark("flame.box.cudaLaunchKernel").y0;
  CHECK(tab.ui.mark("flame.box.aten::op0").y0 < name_y);
  CHECK(tab.ui.mark("flame.box.kernel_a").y0 > name_y);
  tab.ui.click("flame.sandwich.close");
  tab.ui.settle();
  CHECK(tab.ui.mark("flame.box.aten::op0").y0 < tab.ui.mark("flame.box.cudaLaunchKernel").y0);
  CHECK(!tab.ui.has_mark("flame.sandwich.close"));
}

TEST_CASE("the menu copies a name and its stack") {
  FlameTab tab;
  tab.ui.click(tab.middle_of("kernel_a"), ImGuiMouseButton_Right);
  tab.ui.frames(2);
  tab.ui.click("Copy stack");
  const std::string stack = ImGui::GetClipboardText();
  CHECK(stack.ends_with("\ncudaLaunchKernel\nkernel_a\n"));
}

TEST_CASE("the graph is copied for other programs") {
  FlameTab tab;
  tab.ui.click("flame.export");
  tab.ui.frames(2);
  tab.ui.click("As JSON");
  tab.ui.settle();
  const auto file = nlohmann::json::parse(ImGui::GetClipboardText());
  CHECK(file["profiles"][0]["endValue"] == 56'000'000);
  CHECK(tab.facts().starts_with("Copied "));
  tab.ui.click("flame.export");
  tab.ui.frames(2);
  tab.ui.click("As collapsed stacks");
  tab.ui.settle();
  const std::string stacks = ImGui::GetClipboardText();
  CHECK(stacks.find("aten::op0;cudaLaunchKernel;kernel_a 14000000\n") != std::string::npos);
}

TEST_CASE("one thread alone") {
  FlameTab tab;
  tab.ui.click("flame.threads");
  tab.ui.frames(2);
  const LaneTree& tree = tab.ui.view().lanes.tree();
  std::string title;
  for (const LaneGroup& group : tree.groups) {
    for (const Lane& lane : group.lanes) {
      if (lane.role == LaneRole::MainThread) title = lane.title;
    }
  }
  tab.ui.click(title);
  tab.ui.settle();
  CHECK(tab.facts().starts_with("GPU time 56.00 ms"));
}

}  // namespace
}  // namespace lanescope
