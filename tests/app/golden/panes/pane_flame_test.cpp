// The flame graph: every weight and stack, zoomed, dragged, searched, walked by keys, and its
// menus.
#include <cmath>

#include <doctest/doctest.h>

#include "tests/app/golden/panes/pane_traces.h"
#include "tests/app/golden/panes/pane_walk.h"
#include "tests/core/fixtures/trace_text.h"

namespace lanescope {
namespace {

struct FlameWindow : PaneWindow {
  explicit FlameWindow(int depth = 30, ImVec2 size = {1500, 900})
      : PaneWindow(Text{deep_stacks(depth)}, size) {
    tab("Flame");
  }
  Rect canvas() { return ui.mark("flame.canvas"); }
};

}  // namespace

TEST_CASE("the flame graph by each weight, stack and order is what it was") {
  PaneWalk walk("pane_flame_choices");
  FlameWindow window;
  UiDriver& ui = window.ui;
  walk.see(ui, "at first");
  for (const char* const head : {"flame.weight.", "flame.order.", "flame.stack."}) {
    window.click_each(walk, head);
  }
  window.click("flame.backward");
  walk.see(ui, "backward");
  walk.rest(ui, within(ui.mark("flame.backward")), "the mouse on it");
}

TEST_CASE("the flame graph under the mouse is what it was") {
  PaneWalk walk("pane_flame_mouse");
  FlameWindow window;
  UiDriver& ui = window.ui;
  const Rect canvas = window.canvas();
  for (const float y : {0.01F, 0.3F, 0.66F, 0.98F}) {
    for (const float x : {0.001F, 0.3F, 0.7F, 0.985F, 0.998F})
      walk.rest(ui, within(canvas, x, y), "rest");
  }
  ui.move(within(canvas, 0.3F, 0.5F));
  ui.frames(2);
  for (const float notches : {2.0F, 3.0F, -1.0F}) {
    ui.wheel(notches);
    walk.see(ui, "the wheel");
  }
  ui.modifier(ImGuiMod_Shift, true);
  ui.wheel(1);
  ui.wheel(-3);
  ui.modifier(ImGuiMod_Shift, false);
  window.mouse_away();
  walk.see(ui, "Shift and the wheel");
  ui.move(within(canvas, 0.3F, 0.5F));
  ImGui::GetIO().AddMouseWheelEvent(2, 0);
  ui.frame();
  window.mouse_away();
  walk.see(ui, "the wheel to the side");
  window.drag(within(canvas, 0.3F, 0.5F), within(canvas, 0.5F, 0.4F));
  walk.see(ui, "dragged");
  window.drag(within(canvas, 0.3F, 0.5F), {canvas.x0 - 900, canvas.y0 - 900});
  walk.see(ui, "as far as it goes");
  window.click("flame.whole");
  walk.see(ui, "the whole");
}

TEST_CASE("the flame graph zoomed to frames and walked by keys is what it was") {
  PaneWalk walk("pane_flame_keys");
  FlameWindow window;
  UiDriver& ui = window.ui;
  if (ui.has_mark("flame.above")) {
    walk.rest(ui, within(ui.mark("flame.above")), "the lines above");
    window.click("flame.above");
    walk.see(ui, "they are shown");
  }
  window.click(within(window.canvas(), 0.3F, 0.3F));
  walk.see(ui, "a frame is clicked");
  for (const ImGuiKey key :
       {ImGuiKey_DownArrow, ImGuiKey_DownArrow, ImGuiKey_RightArrow, ImGuiKey_LeftArrow,
        ImGuiKey_UpArrow, ImGuiKey_Enter, ImGuiKey_DownArrow, ImGuiKey_Enter, ImGuiKey_UpArrow}) {
    ui.key(key);
    walk.see(ui, ImGui::GetKeyName(key));
  }
  for (int i = 0; i < 40; ++i) ui.key(ImGuiKey_DownArrow);
  walk.see(ui, "far down");
  ui.key(ImGuiKey_Enter);
  walk.see(ui, "zoomed in");
  ui.key(ImGuiKey_C, ImGuiMod_Ctrl);
  walk.see(ui, "copied");
  if (ui.has_mark("flame.path")) {
    walk.rest(ui, within(ui.mark("flame.path")), "the mouse on the path");
    window.click("flame.path");
    walk.see(ui, "a frame of the path");
  }
  for (int i = 0; i < 45; ++i) ui.key(ImGuiKey_UpArrow);
  walk.see(ui, "far up");
  ui.click(within(window.canvas(), 0.3F, 0.3F));
  window.click(within(window.canvas(), 0.3F, 0.3F));
  walk.see(ui, "clicked again");
  window.double_click(within(window.canvas(), 0.7F, 0.6F));
  walk.see(ui, "clicked twice");
}

TEST_CASE("a search in the flame graph and its menus are what they were") {
  PaneWalk walk("pane_flame_menus");
  FlameWindow window(6);
  UiDriver& ui = window.ui;
  ui.click("flame.search");
  for (const char* const word : {"op", "1", "zzz"}) {
    ui.type(word);
    ui.frames(2);
    walk.see(ui, word);
  }
  ui.key(ImGuiKey_A, ImGuiMod_Ctrl);
  ui.key(ImGuiKey_Delete);
  ui.key(ImGuiKey_Escape);
  const auto choose = [&](const std::string& item) {
    const Rect canvas = window.canvas();
    ui.click(within(canvas, 0.3F, 0.5F), ImGuiMouseButton_Right);
    ui.frames(2);
    window.mouse_away();
    walk.see(ui, "a menu");
    if (!ui.has_mark(item)) return;
    window.click(item);
    walk.see(ui, item);
  };
  for (const char* const item :
       {"Zoom to frame", "Find in graph", "Copy name", "Copy stack", "Callers and callees"})
    choose(item);
  const Rect canvas = window.canvas();
  for (const float y : {0.02F, 0.2F, 0.4F, 0.6F})
    walk.rest(ui, within(canvas, 0.3F, y), "callers and callees");
  window.click(within(canvas, 0.3F, 0.05F));
  walk.see(ui, "a caller is clicked");
  for (const ImGuiKey key : {ImGuiKey_UpArrow, ImGuiKey_DownArrow, ImGuiKey_DownArrow}) {
    ui.key(key);
    walk.see(ui, ImGui::GetKeyName(key));
  }
  if (ui.has_mark("flame.sandwich.close")) {
    window.click("flame.sandwich.close");
    walk.see(ui, "the whole graph again");
  }
  for (const char* const menu : {"flame.threads", "flame.when", "flame.export"}) {
    window.click(menu);
    walk.see(ui, menu);
    ui.key(ImGuiKey_Escape);
  }
  for (const char* const item : {"As collapsed stacks", "As JSON"}) {
    window.click("flame.export");
    window.click(item);
    walk.see(ui, item);
  }
}

TEST_CASE("frames too narrow to be told apart do nothing") {
  PaneWalk walk("pane_flame_narrow");
  TraceText trace;
  trace.cpu("cpu_op", "aten::most", "0", "5000000");
  for (const char* const begin : {"5000010", "5000020"})
    trace.cpu("cpu_op", std::string("aten::little_") + begin, begin, "1");
  trace.cpu("cpu_op", "aten::rest", "5000030", "4000000");
  PaneWindow window(PaneWindow::Text{trace.text()}, {1500, 900});
  UiDriver& ui = window.ui;
  window.tab("Flame");
  window.click("flame.order.By time");
  walk.see(ui, "by time");
  Rect block = ui.mark("flame.canvas");
  for (const std::string& name : ui.mark_names()) {
    if (name.starts_with("flame.box.aten::little")) block = ui.mark(name);
  }
  REQUIRE(block.width() < 4);
  walk.rest(ui, within(block), "the mouse on them");
  window.click(within(block));
  walk.see(ui, "clicked");
  window.double_click(within(block));
  walk.see(ui, "clicked twice");
  window.click(within(block), ImGuiMouseButton_Right);
  walk.see(ui, "no menu");
}

TEST_CASE("choices of the flame graph fold at the widths where they did") {
  PaneWalk walk("pane_flame_folds");
  FlameWindow window(3, {1500, 600});
  UiDriver& ui = window.ui;
  const auto has_at = [&](float width, const char* const mark) {
    ImGui::GetIO().DisplaySize.x = width;
    ui.frames(4);
    return ui.has_mark(mark);
  };
  for (const char* const mark : {"flame.weight.CPU", "flame.stack.Ops", "flame.order.Merged",
                                 "flame.when", "flame.backward"}) {
    float without = 400, with = 1500;
    if (has_at(without, mark) || !has_at(with, mark)) continue;
    while (with - without > 1) {
      const float middle = std::floor((with + without) / 2);
      (has_at(middle, mark) ? with : without) = middle;
    }
    ImGui::GetIO().DisplaySize.x = with;
    walk.see(ui, mark + std::string(" at a width of ") + std::to_string(std::lround(with)));
  }
}

TEST_CASE("the flame graph in other sizes and of a range is what it was") {
  PaneWalk walk("pane_flame_sizes");
  for (const ImVec2 size :
       {ImVec2{640, 400}, ImVec2{900, 600}, ImVec2{1150, 700}, ImVec2{2560, 1440}}) {
    FlameWindow window(10, size);
    walk.see(window.ui, "at first");
    window.ui.view().selection.select_range({2'000'000, 9'000'000});
    walk.see(window.ui, "a range");
    window.ui.view().selection.select_range({9'900'000, 9'950'000});
    walk.see(window.ui, "an empty range");
    if (!window.ui.has_mark("flame.order.")) continue;
    window.click("flame.order.");
    walk.see(window.ui, "a folded choice");
  }
}

}  // namespace lanescope
