// The Memory pane as a user meets it, driven by mouse and keys without a screen; every number was
// worked out by hand.
#include <cmath>
#include <cstdlib>

#include <doctest/doctest.h>

#include "core/view/events/event_ref.h"
#include "tests/app/seen_screen.h"
#include "tests/app/ui_driver.h"
#include "tests/core/base/temp_folder.h"
#include "tests/paths.h"

namespace lanescope {
namespace {

constexpr const char* kOps = R"(
{"ph": "X", "cat": "user_annotation", "name": "train", "pid": 1, "tid": 1, "ts": 0, "dur": 100},
{"ph": "X", "cat": "cpu_op", "name": "aten::a", "pid": 1, "tid": 1, "ts": 5, "dur": 3},
{"ph": "X", "cat": "cpu_op", "name": "aten::b", "pid": 1, "tid": 1, "ts": 10, "dur": 3},
{"ph": "X", "cat": "cpu_op", "name": "aten::mm", "pid": 1, "tid": 1, "ts": 20, "dur": 5},
{"ph": "X", "cat": "cpu_op", "name": "aten::late", "pid": 1, "tid": 1, "ts": 69, "dur": 5})";

std::string record(int time_us, int bytes, int address, int total) {
  const std::string end = address == 0 ? ""
                                       : R"(, "Addr": )" + std::to_string(address) +
                                             R"(, "Total Allocated": )" + std::to_string(total) +
                                             R"(, "Total Reserved": 4096)";
  return R"({"ph": "i", "s": "t", "cat": "cpu_instant_event", "name": "[memory]", "pid": 1, "tid": 1, "ts": )" +
         std::to_string(time_us) + R"(, "args": {"Device Type": 1, "Device Id": 0, "Bytes": )" +
         std::to_string(bytes) + end + "}}";
}

/// 1000 bytes are there before. a takes 100 at 6, b 300 at 11, mm 500 at 22; b's are freed at 40;
/// late takes 50 at 70; mm's are freed at 80. In µs.
std::string trace_text(const std::string& records) {
  return std::string(R"({"traceEvents": [)") + kOps + (records.empty() ? "" : ",\n") + records +
         "]}";
}
std::string usual_records() {
  return record(6, 100, 16, 1100) + "," + record(11, 300, 32, 1400) + "," +
         record(22, 500, 48, 1900) + "," + record(40, -300, 32, 1600) + "," +
         record(70, 50, 64, 1650) + "," + record(80, -500, 48, 1150);
}

struct MemoryTab {
  explicit MemoryTab(const std::string& records = usual_records()) {
    ui.open(folder.write("memory.json", trace_text(records)));
    REQUIRE(ui.show_tab("Memory"));
    ui.settle();
  }
  [[nodiscard]] std::string facts() { return std::string(ui.pane().facts()); }
  void set_cursor(int time_us) {
    const Rect axis = ui.mark("memory.axis");
    Viewport viewport = ui.view().viewport;
    viewport.set_width_px(axis.width());
    const auto x = static_cast<float>(viewport.x_of(time_us * 1000));
    ui.click({axis.x0 + x, (axis.y0 + axis.y1) / 2});
    ui.settle();
  }
  [[nodiscard]] bool lists(const std::string& op) { return ui.has_mark("row." + op); }
  float top(const std::string& op) { return ui.mark("row." + op).y0; }
  /// When the selected event happens, in µs.
  [[nodiscard]] Ns selected_us() {
    const auto key = event_key(*ui.view().snapshot(), ui.view().selection.primary());
    return key && key->name == "[memory]" ? key->start_ns / 1000 : -1;
  }

  TempFolder folder;
  UiDriver ui;
};

TEST_CASE("the sentence about a memory timeline's peak is whole in a narrow window too") {
  const TempFolder folder;
  const std::string sizes =
      "0, 9123456789, 8123456789, 7123456789, 6123456789, 5123456789, 4123456789, "
      "3123456789, 2123456789";
  UiDriver ui(800, 700);
  ui.open(folder.write("timeline.json", "[[1, 2], [[" + sizes + "], [" + sizes + "]]]"));
  REQUIRE(ui.show_tab("Memory"));
  ui.settle();
  const std::string said = SeenScreen().page(ui.mark("memory.timeline"));
  CAPTURE(said);
  CHECK(said.find("Peak ") != std::string::npos);
  CHECK(said.find("1.978 GiB") != std::string::npos);  // the smallest, which comes last
  CHECK(said.find("…") == std::string::npos);
}

TEST_CASE("the Memory tab begins at the peak, with what is alive there by size") {
  MemoryTab tab;
  CHECK(tab.facts() ==
        "peak 1.855 KiB at 22 µs · 4.000 KiB reserved at that point · 1000 B allocated before the "
        "trace");
  CHECK(tab.top("aten::mm") < tab.top("aten::b"));
  CHECK(tab.top("aten::b") < tab.top("aten::a"));
  CHECK_FALSE(tab.lists("aten::late"));
}

TEST_CASE("in a low window, blocks are shown once the tab has the room of the lanes") {
  MemoryTab tab;
  ImGui::GetIO().DisplaySize = {480, 320};
  tab.ui.frames(3);
  CHECK_FALSE(tab.ui.has_mark("memory.chart"));
  REQUIRE(tab.ui.has_mark("bottom.maximize"));
  tab.ui.click("bottom.maximize");
  tab.ui.settle();
  CHECK(tab.ui.has_mark("memory.chart"));
}

TEST_CASE("another device shows its own blocks, also of far fewer") {
  std::string one = record(50, 700, 96, 700);
  one.replace(one.find("\"Device Id\": 0"), 14, "\"Device Id\": 1");
  MemoryTab tab(usual_records() + "," + one);
  CHECK(tab.lists("aten::mm"));
  tab.ui.click("memory.device.CUDA 1");
  tab.ui.settle();
  CHECK_FALSE(tab.lists("aten::mm"));
  CHECK(tab.facts().starts_with("peak 700 B at 50 µs"));
  tab.ui.click("memory.device.CUDA 0");
  tab.ui.settle();
  CHECK(tab.lists("aten::mm"));
}

TEST_CASE("a click on the axis sets the cursor, and what is alive then is listed") {
  MemoryTab tab;
  tab.set_cursor(75);
  CHECK(tab.lists("aten::mm"));
  CHECK(tab.lists("aten::a"));
  CHECK(tab.lists("aten::late"));
  CHECK_FALSE(tab.lists("aten::b"));
  tab.set_cursor(90);
  CHECK_FALSE(tab.lists("aten::mm"));
  tab.set_cursor(1);
  CHECK_FALSE(tab.lists("aten::a"));
  tab.ui.click("memory.peak");
  tab.ui.settle();
  CHECK(tab.lists("aten::b"));
  CHECK(tab.selected_us() == 22);
}

TEST_CASE("a click beside the blocks of the picture sets the cursor too") {
  MemoryTab tab;
  const Rect axis = tab.ui.mark("memory.axis");
  Viewport viewport = tab.ui.view().viewport;
  viewport.set_width_px(axis.width());
  const auto x = static_cast<float>(viewport.x_of(90'000));
  tab.ui.click(ImVec2{axis.x0 + x, axis.y1 + 6});  // 1150 B are allocated there, 1900 B at the peak
  tab.ui.settle();
  CHECK_FALSE(tab.lists("aten::mm"));
  CHECK(tab.lists("aten::late"));
}

TEST_CASE(
    "in a narrow window the details move nothing in the picture, nor show more than the trace") {
  MemoryTab tab(record(6, 100, 16, 1100) + "," + record(90, 500, 48, 1600));
  ImGui::GetIO().DisplaySize = {900, 700};
  tab.ui.settle();
  tab.ui.click("memory.peak");
  tab.ui.settle();
  tab.ui.frames(30);  // until the details take the mouse
  REQUIRE(tab.ui.has_mark("details.drawer"));
  // The lanes go on below the details, to show the peak beside them.
  REQUIRE(tab.ui.view().viewport.range().end_ns > 120'000);
  const Rect axis = tab.ui.mark("memory.axis");
  const ImVec2 at{axis.x0 + axis.width() / 4, axis.y1 + 6};
  const auto pointed_us = [&] {
    tab.ui.move(at);
    tab.ui.frames(2);
    return tab.ui.view().mouse.time_ns.value_or(-1) / 1000;
  };
  const Ns before_us = pointed_us();
  CHECK(before_us > 20);
  CHECK(before_us < 40);
  tab.ui.click(at);
  tab.ui.settle();
  CHECK_FALSE(tab.ui.has_mark("details.drawer"));
  CHECK(tab.lists("aten::a"));
  CHECK_FALSE(tab.lists("aten::late"));
  CHECK(std::abs(pointed_us() - before_us) <= 1);
  const Rect cursor = tab.ui.mark("memory.cursor");
  CHECK(std::abs((cursor.x0 + cursor.x1) / 2 - at.x) < 3);
}

TEST_CASE("each table of the Memory tab has its own words under its own headings") {
  MemoryTab tab(usual_records() + "," + record(81, 200, 96, 1350));
  tab.set_cursor(23);  // 500 by mm, 300 by b, 100 by a
  const auto line_of = [&](const std::string& op) {
    Rect row = tab.ui.mark("row." + op);
    row.x1 = 1600;
    return SeenScreen().page(row);
  };
  const std::string alive = line_of("aten::mm");
  CHECK_MESSAGE(alive.find("500 B") == alive.rfind("500 B"), alive);
  tab.ui.click("memory.table.Live by op");
  for (int frame = 0; frame < 200; ++frame) {
    if (tab.lists("aten::mm")) {
      const std::string line = line_of("aten::mm");
      CHECK_MESSAGE(line.find("500 B") != line.rfind("500 B"), line);  // size, largest
    }
    tab.ui.frame();
  }
  CHECK(tab.lists("aten::mm"));
}

TEST_CASE("in a narrow window the ops in memory keep their size and number of blocks") {
  MemoryTab tab;
  ImGui::GetIO().DisplaySize = {900, 700};
  tab.ui.settle();
  tab.ui.click("memory.table.Live by op");
  tab.ui.settle();
  REQUIRE(tab.lists("aten::mm"));
  CHECK(tab.ui.has_mark("Size"));
  CHECK(tab.ui.has_mark("Blocks"));
}

TEST_CASE("a row of the Memory tab has a menu") {
  MemoryTab tab;
  for (const std::string table : {"Live", "Live by op", "Allocators"}) {
    CAPTURE(table);
    tab.ui.view().selection.clear();
    tab.ui.click("memory.table." + table);
    tab.ui.settle();
    const Rect row = tab.ui.mark("row.aten::b");
    tab.ui.click(ImVec2{row.x0 + 30, (row.y0 + row.y1) / 2}, ImGuiMouseButton_Right);
    tab.ui.frames(3);
    REQUIRE(tab.ui.has_mark("Copy name"));
    const std::string go =
        table == "Live" ? "Go to the allocation" : "Go to the largest allocation";
    REQUIRE(tab.ui.has_mark(go));
    tab.ui.click(go);
    tab.ui.settle();
    CHECK(tab.selected_us() == 11);
  }
}

TEST_CASE("each table of the Memory tab can be saved") {
  MemoryTab tab;
  const auto text = [&](FileFormat format) {
    const OpenTrace& trace = *tab.ui.workspace().trace();
    const auto file = open_pane(trace).file(trace.view, format);
    return file ? file->name + ":\n" + file->text() : std::string("none");
  };
  const auto show = [&](const std::string& table) {
    tab.ui.click("memory.table." + table);
    tab.ui.settle();
  };
  CHECK(text(FileFormat::Markdown)
            .starts_with("live memory:\n| Allocated by | Size | Allocated | Freed | Lifetime |"));
  show("Live by op");
  CHECK(text(FileFormat::Csv) ==
        "live memory by op:\nAllocated by,Source,Blocks,Size (bytes),Largest (bytes)\r\n"
        "aten::mm,,1,500,500\r\naten::b,,1,300,300\r\naten::a,,1,100,100\r\n");
  show("Allocators");
  CHECK(text(FileFormat::Csv).find("aten::late,,1,50,50,0\r\n") != std::string::npos);
  show("Spikes");
  CHECK(text(FileFormat::Csv) == "none");  // the trace has no steps
  show("All");
  CHECK(text(FileFormat::Csv).find("\r\naten::a,100,6000,,") != std::string::npos);
  CHECK(text(FileFormat::Speedscope) == "none");
}

TEST_CASE("blocks of one moment are not shown as all allocations") {
  MemoryTab tab;
  tab.set_cursor(90);  // 100 bytes by a are all
  CHECK_FALSE(tab.lists("aten::mm"));
  tab.ui.click("memory.table.All");
  for (int frame = 0; frame < 200; ++frame) {
    CHECK(tab.lists("aten::a") == tab.lists("aten::mm"));
    tab.ui.frame();
  }
  CHECK(tab.lists("aten::mm"));
}

TEST_CASE("a row of the blocks leads to its allocation and Backspace returns") {
  MemoryTab tab;
  tab.ui.click("row.aten::b");
  tab.ui.settle();
  CHECK(tab.selected_us() == 11);
  CHECK(tab.ui.has_mark("memory.selected"));
  tab.ui.frames(60);  // places that are left at once are not kept
  tab.ui.click("row.aten::a");
  tab.ui.settle();
  CHECK(tab.selected_us() == 6);
  tab.ui.key(ImGuiKey_Backspace);
  tab.ui.settle();
  CHECK(tab.selected_us() == 11);
}

TEST_CASE("a click on a block in the picture selects its allocation") {
  MemoryTab tab;
  const Rect chart = tab.ui.mark("memory.chart");
  const Rect axis = tab.ui.mark("memory.axis");
  Viewport viewport = tab.ui.view().viewport;
  viewport.set_width_px(chart.width());
  const float x = chart.x0 + static_cast<float>(viewport.x_of(60'000));
  // Only mm and a are alive: from the top of the picture down to mm, whose bytes are the most.
  Ns found = -1;
  for (float y = axis.y1 + 2; y < chart.y1 && found != 22; y += 6) {
    tab.ui.click({x, y});
    tab.ui.settle();
    found = tab.selected_us();
  }
  CHECK(found == 22);
}

TEST_CASE("a selected range limits the peak and the list of all allocations") {
  MemoryTab tab;
  tab.ui.view().selection.select_range({0, 15'000});
  tab.ui.settle();
  CHECK(tab.facts().starts_with("In range: peak 1.367 KiB at 11 µs"));
  tab.ui.click("memory.table.All");
  tab.ui.settle();
  CHECK(tab.lists("aten::a"));
  CHECK(tab.lists("aten::b"));
  CHECK_FALSE(tab.lists("aten::mm"));
  tab.ui.click("memory.filter");
  tab.ui.type("::B");
  tab.ui.settle();
  CHECK(tab.lists("aten::b"));
  CHECK_FALSE(tab.lists("aten::a"));
  tab.ui.click("memory.copy");
  tab.ui.settle();
  const std::string csv = ImGui::GetClipboardText();
  CHECK(csv.find("aten::b,300,11000,40000,29000,") != csv.npos);
}

TEST_CASE("where the listed moment is not in view the picture says so") {
  MemoryTab tab;
  CHECK_FALSE(tab.ui.has_mark("memory.outside"));
  // The peak is at 22 µs.
  tab.ui.view().viewport.show({50'000, 90'000});
  tab.ui.settle();
  REQUIRE(tab.ui.has_mark("memory.outside"));
  CHECK(tab.ui.mark("memory.outside").x0 == tab.ui.mark("memory.axis").x0);
  tab.ui.view().viewport.show({0, 15'000});
  tab.ui.settle();
  CHECK(tab.ui.mark("memory.outside").x1 == tab.ui.mark("memory.axis").x1);
}

TEST_CASE("the moment under the mouse in the picture is shown over the lanes") {
  MemoryTab tab;
  const Rect chart = tab.ui.mark("memory.chart");
  const Rect axis = tab.ui.mark("memory.axis");  // without the scale beside it
  tab.ui.move({(axis.x0 + axis.x1) / 2, (chart.y0 + chart.y1) / 2});
  tab.ui.frames(2);
  REQUIRE(tab.ui.view().mouse.time_ns);
  CHECK(*tab.ui.view().mouse.time_ns == doctest::Approx(50'000).epsilon(0.05));
  CHECK(tab.ui.has_mark("ruler.cursor"));
  tab.ui.move({chart.x1 + 40, (chart.y0 + chart.y1) / 2});
  tab.ui.frames(2);
  CHECK_FALSE(tab.ui.view().mouse.time_ns);
}

TEST_CASE("a trace without memory events shows no picture") {
  MemoryTab none("");
  CHECK_FALSE(none.ui.has_mark("memory.chart"));
  CHECK(none.facts().empty());
}

TEST_CASE("what an old trace does not have is said and not drawn as nothing") {
  MemoryTab old(record(6, 100, 0, 0) + "," + record(11, -100, 0, 0));
  CHECK_FALSE(old.ui.has_mark("memory.chart"));
  CHECK(old.facts() == "peak 100 B since trace start at 6 µs");
  CHECK(old.lists("aten::a"));  // who allocates is known
}

TEST_CASE("a memory snapshot says nothing of categories, which are not known there") {
  UiDriver ui(1920, 1080);
  ui.open(source_folder() + "/assets/examples/generated-memory-snapshot.pickle");
  const std::string page = SeenScreen().page({0, 0, 1920, 1080});
  CHECK(page.find("Allocated by") != std::string::npos);
  CHECK(page.find("Source") != std::string::npos);
  CHECK(page.find("Category") == std::string::npos);
  CHECK(page.find("Unknown") == std::string::npos);
}

TEST_CASE("the chart of a memory snapshot has the room that one curve does not need") {
  UiDriver ui(1920, 1080);
  ui.open(source_folder() + "/assets/examples/generated-memory-snapshot.pickle");
  CHECK(ui.mark("memory.chart").height() > 400);
  CHECK(ui.mark("lanes").height() > 300);
  // Its edge is dragged from where it is, and the user's height then holds.
  const float y = ui.mark("split.bottom").y0;
  ui.drag({400, y + 3}, {400, y + 103});
  ui.settle();
  CHECK(std::abs(ui.mark("split.bottom").y0 - (y + 100)) <= 1);
  CHECK(ui.mark("memory.chart").height() < 400);
}

TEST_CASE("the curve of a memory snapshot reaches down to the tabs, at every height of them") {
  UiDriver ui(1920, 1080);
  ui.open(source_folder() + "/assets/examples/generated-memory-snapshot.pickle");
  const auto check = [&ui] {
    ui.settle();
    ui.frames(2);
    const Rect curve = ui.mark("lane.memory/CUDA 0"), lanes = ui.mark("lanes");
    CHECK(curve.y1 <= lanes.y1);
    CHECK(curve.y1 > lanes.y1 - 2);
    CHECK(curve.height() > lanes.height() / 2);
  };
  check();
  ui.window().settings().panes.bottom_px = 400;
  check();
}

}  // namespace
}  // namespace lanescope
