// What fills memory: the picture of the blocks under the mouse, its axis, and each of the tables.
#include <array>

#include <doctest/doctest.h>

#include "tests/app/golden/panes/pane_traces.h"
#include "tests/app/golden/panes/pane_walk.h"

namespace lanescope {
namespace {

constexpr std::array kTables{"Live", "Live by op", "Allocators", "All"};
constexpr std::array kHeads{"Allocated by", "Size",   "Size",       "Age",
                            "Time",         "Source", "Category",   "Lifetime",
                            "Lifetime",     "Blocks", "Allocations"};

struct MemoryWindow : PaneWindow {
  explicit MemoryWindow(ImVec2 size = {1600, 1000}) : PaneWindow(Text{many_blocks()}, size) {
    tab("Memory");
  }
  Rect chart() { return ui.mark("memory.chart"); }
  /// The first of the marks by name; empty without any.
  std::string first_of(std::string_view head) {
    const std::vector<std::string> found = marks(head);
    return found.empty() ? "" : found.front();
  }
  /// A table's button; that of the spikes tells how many there are.
  std::string table(const std::string& begin) { return first_of("memory.table." + begin); }
  std::string row() { return first_of("row."); }
  void click_row(PaneWalk& walk) {
    const std::string name = row();
    if (name.empty()) return;
    click(name);
    walk.see(ui, name);
  }
};

}  // namespace

TEST_CASE("the picture of the blocks under the mouse is what it was") {
  PaneWalk walk("pane_memory_chart");
  MemoryWindow window;
  UiDriver& ui = window.ui;
  walk.see(ui, "at first");
  const Rect chart = window.chart();
  for (const float y : {0.11F, 0.3F, 0.6F, 0.93F}) {
    for (const float x : {0.01F, 0.2F, 0.45F, 0.64F, 0.7F, 0.99F})
      walk.rest(ui, within(chart, x, y), "rest");
  }
  window.click(within(chart, 0.66F, 0.6F));
  walk.see(ui, "a block is clicked");
  window.hold(within(chart, 0.3F, 0.4F), within(chart, 0.5F, 0.6F));
  walk.see(ui, "a range is drawn");
  window.let_go();
  walk.see(ui, "and selected");
  window.hold(within(chart, 0.6F, 0.4F), within(chart, 0.8F, 0.6F), ImGuiMouseButton_Middle);
  walk.see(ui, "a box is drawn");
  window.let_go(ImGuiMouseButton_Middle);
  walk.see(ui, "and zoomed to");
  for (const float x : {0.2F, 0.5F, 0.8F}) walk.rest(ui, within(chart, x, 0.6F), "rest");
  ui.wheel(-2);
  window.mouse_away();
  walk.see(ui, "the wheel");
  window.drag(within(chart, 0.2F, 0.5F), within(chart, 0.4F, 0.5F), ImGuiMouseButton_Right);
  walk.see(ui, "pulled along");
}

TEST_CASE("the axis of the picture of the blocks is what it was") {
  PaneWalk walk("pane_memory_axis");
  MemoryWindow window;
  UiDriver& ui = window.ui;
  const Rect axis = ui.mark("memory.axis");
  for (const float x : {0.0F, 0.05F, 0.5F, 0.97F, 1.2F}) {
    window.hold(within(axis, 0.3F), within(axis, x));
    walk.see(ui, "the cursor is held");
    window.let_go();
    walk.see(ui, "let go");
  }
  walk.rest(ui, within(axis, 0.6F), "the mouse on it");
  const TimeRange all = ui.view().viewport.range();
  for (const double at : {0.0, 0.4, 0.9}) {
    window.show(all, at, 10);
    walk.see(ui, "a tenth of the time");
  }
  window.click("memory.peak");
  walk.see(ui, "the peak");
  ui.view().viewport.show({all.begin_ns, all.begin_ns + all.length_ns() / 10});
  window.mouse_away();
  walk.see(ui, "the peak outside");
}

TEST_CASE("the tables beside the blocks are what they were") {
  PaneWalk walk("pane_memory_tables");
  MemoryWindow window;
  UiDriver& ui = window.ui;
  for (const char* const table : kTables) {
    window.click(window.table(table));
    walk.see(ui, table);
    for (const char* const head : kHeads) {
      if (!ui.has_mark(head)) continue;
      window.click(head);
      walk.see(ui, head);
    }
    window.click_row(walk);
  }
  ui.click("memory.filter");
  ui.type("relu");
  window.mouse_away();
  walk.see(ui, "a filter");
  window.click("memory.copy");
  walk.see(ui, "copied");
  ui.click("memory.filter");
  ui.type("zzz");
  window.mouse_away();
  walk.see(ui, "that nothing holds");
  window.click(window.table("Spikes"));
  walk.see(ui, "spikes");
  window.click_row(walk);
  window.click(window.table("Allocators"));
  window.double_click(within(ui.mark(window.row())));
  walk.see(ui, "an allocator is clicked twice");
}

TEST_CASE("other devices, other sizes and a range of the memory are what they were") {
  PaneWalk walk("pane_memory_devices");
  {
    MemoryWindow window;
    UiDriver& ui = window.ui;
    for (const std::string& name : ui.mark_names()) {
      if (!name.starts_with("memory.device.")) continue;
      window.click(name);
      walk.see(ui, name);
      for (const char* const table : kTables) {
        window.click(window.table(table));
        walk.see(ui, table);
      }
    }
  }
  for (const ImVec2 size : {ImVec2{640, 440}, ImVec2{1000, 500}, ImVec2{2560, 1440}}) {
    MemoryWindow window(size);
    walk.see(window.ui, "another size");
    const Rect split = window.ui.mark("memory.chart");
    window.drag({split.x1 + 8, split.y0 + 20}, {split.x1 + 90, split.y0 + 20});
    walk.see(window.ui, "the parts are moved");
    window.drag({split.x1 + 8, split.y0 + 20}, {split.x0 - 500, split.y0 + 20});
    walk.see(window.ui, "as far as they go");
  }
}

}  // namespace lanescope
