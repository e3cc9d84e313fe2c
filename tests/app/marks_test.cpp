// Marks, notes and views to come back to, by keys and mouse, and after a restart.
#include <cmath>
#include <filesystem>
#include <fstream>
#include <string>

#include <doctest/doctest.h>

#include "app/panes/pane/mark_actions.h"
#include "app/panes/pane/trace_actions.h"
#include "tests/app/small_trace.h"
#include "tests/app/ui_driver.h"
#include "tests/core/base/temp_folder.h"

namespace lanescope {
namespace {

struct Opened {
  explicit Opened(const TempFolder& folder, const std::string& settings = {})
      : ui(1600, 900, settings) {
    ui.open(folder.write("small.json", small_trace_text({})));
  }
  UiDriver ui;
  [[nodiscard]] const std::vector<Mark>& marks() { return ui.view().marks.all().marks; }
};

TEST_CASE("M marks the selected range, and the flag stands on the ruler") {
  const TempFolder folder;
  Opened opened(folder);
  UiDriver& ui = opened.ui;
  const Rect lanes = ui.mark("lanes");
  ui.drag({lanes.x0 + 100, lanes.y0 + 60}, {lanes.x0 + 300, lanes.y0 + 60});
  const TimeRange range = *ui.view().selection.range();
  ui.key(ImGuiKey_M);
  ui.settle();
  REQUIRE(opened.marks().size() == 1);
  CHECK(opened.marks()[0].range == range);
  CHECK(opened.marks()[0].name == "Mark 1");
  const Rect flag = ui.mark("mark.0");
  CHECK(std::abs(flag.x0 - (lanes.x0 + 100)) <= 1);
  ui.key(ImGuiKey_M);
  CHECK(opened.marks().size() == 1);  // the same range is marked already
}

TEST_CASE("a mark of an event has its name; without any selection the time under the mouse") {
  const TempFolder folder;
  Opened opened(folder);
  UiDriver& ui = opened.ui;
  ui.click(ui.place_of(ui.find("kernel_b")));
  ui.key(ImGuiKey_M);
  CHECK(opened.marks()[0].name == "kernel_b");
  CHECK(opened.marks()[0].range == *ui.view().range_of(ui.find("kernel_b")));
  ui.view().selection.clear();
  const Rect lanes = ui.mark("lanes");
  ui.move({lanes.x0 + 400, lanes.y1 - 20});
  ui.frame();
  ui.key(ImGuiKey_M);
  REQUIRE(opened.marks().size() == 2);
  CHECK(opened.marks()[1].range.begin_ns == ui.view().viewport.time_at(400));
}

TEST_CASE("a note is written with Shift+M and is there after a restart") {
  const TempFolder folder;
  {
    Opened opened(folder);
    UiDriver& ui = opened.ui;
    ui.click(ui.place_of(ui.find("kernel_b")));
    ui.key(ImGuiKey_M, ImGuiMod_Shift);
    ui.frames(3);
    REQUIRE(ui.window().dialogs().is_open<MarkDialog>());
    ui.type("too slow");
    ui.key(ImGuiKey_Enter);
    ui.frames(2);
    CHECK_FALSE(ui.window().dialogs().is_open<MarkDialog>());
    CHECK(opened.marks()[0].note == "too slow");
    ui.key(ImGuiKey_3, ImGuiMod_Ctrl);
  }
  CHECK(std::filesystem::exists(folder.path() + "/small.json.lanescope.json"));
  Opened again(folder);
  REQUIRE(again.marks().size() == 1);
  CHECK(again.marks()[0].name == "kernel_b");
  CHECK(again.marks()[0].note == "too slow");
  CHECK(again.ui.has_mark("mark.0"));
  CHECK(again.ui.view().marks.all().views[2].has_value());
  CHECK_FALSE(again.ui.view().edits.can_undo());
}

TEST_CASE("N and Shift+N go from mark to mark, a click on a flag goes to one") {
  const TempFolder folder;
  Opened opened(folder);
  UiDriver& ui = opened.ui;
  for (const char* name : {"kernel_a", "kernel_b", "kernel_c"}) {
    ui.view().selection.select(ui.find(name));
    ui.key(ImGuiKey_M);
  }
  ui.view().selection.clear();
  zoom_to_event(ui.view(), ui.find("kernel_c"));
  ui.settle();
  ui.key(ImGuiKey_N);  // after the last comes the first
  ui.settle();
  CHECK(ui.view().marks.current() == 0);
  CHECK(ui.view().selection.range() == opened.marks()[0].range);
  CHECK(ui.view().viewport.range().overlaps(opened.marks()[0].range));
  ui.key(ImGuiKey_N, ImGuiMod_Shift);
  CHECK(ui.view().marks.current() == 2);
  show_whole_trace(ui.view());
  ui.settle();
  ui.click("mark.1");
  CHECK(ui.view().marks.current() == 1);
  CHECK(ui.view().selection.range() == opened.marks()[1].range);
  ui.key(ImGuiKey_Escape);
  ui.key(ImGuiKey_Escape);
  CHECK(ui.view().marks.current() == std::nullopt);
}

TEST_CASE("deleting and editing a mark can be undone and made again") {
  const TempFolder folder;
  Opened opened(folder);
  UiDriver& ui = opened.ui;
  ui.view().selection.select(ui.find("kernel_a"));
  ui.key(ImGuiKey_M);
  ui.key(ImGuiKey_F2);
  ui.frames(3);
  REQUIRE(ui.window().dialogs().is_open<MarkDialog>());
  ui.type("noted");
  ui.click("mark.keep");
  CHECK(opened.marks()[0].note == "noted");
  ui.key(ImGuiKey_Delete);
  CHECK(opened.marks().empty());
  ui.key(ImGuiKey_Z, ImGuiMod_Ctrl);
  REQUIRE(opened.marks().size() == 1);
  CHECK(opened.marks()[0].note == "noted");
  ui.key(ImGuiKey_Z, ImGuiMod_Ctrl);
  CHECK(opened.marks()[0].note.empty());
  ui.key(ImGuiKey_Y, ImGuiMod_Ctrl);
  CHECK(opened.marks()[0].note == "noted");
}

TEST_CASE("Esc in the dialog keeps the mark as it was, its Delete takes it away") {
  const TempFolder folder;
  Opened opened(folder);
  UiDriver& ui = opened.ui;
  ui.view().selection.select(ui.find("kernel_a"));
  ui.key(ImGuiKey_M, ImGuiMod_Shift);
  ui.frames(3);
  ui.type("never mind");
  ui.key(ImGuiKey_Escape);
  ui.frames(3);
  if (ui.window().dialogs().is_open<MarkDialog>()) ui.key(ImGuiKey_Escape);
  CHECK_FALSE(ui.window().dialogs().is_open<MarkDialog>());
  CHECK(opened.marks()[0].note.empty());
  ui.key(ImGuiKey_M, ImGuiMod_Shift);
  ui.frames(3);
  ui.click("mark.delete");
  CHECK(opened.marks().empty());
}

TEST_CASE("numbers bring a kept view back") {
  const TempFolder folder;
  Opened opened(folder);
  UiDriver& ui = opened.ui;
  zoom_to_event(ui.view(), ui.find("kernel_b"));
  ui.settle();
  const TimeRange there = ui.view().viewport.range();
  ui.key(ImGuiKey_1, ImGuiMod_Ctrl);
  ui.key(ImGuiKey_0);
  ui.settle();
  CHECK(ui.view().viewport.shows_all());
  ui.key(ImGuiKey_1);
  ui.settle();
  CHECK(std::abs(ui.view().viewport.range().begin_ns - there.begin_ns) <= 2);
  CHECK(std::abs(ui.view().viewport.range().end_ns - there.end_ns) <= 2);
}

TEST_CASE("the list of marks goes to one and edits it") {
  const TempFolder folder;
  Opened opened(folder);
  UiDriver& ui = opened.ui;
  ui.view().selection.select(ui.find("kernel_a"));
  ui.key(ImGuiKey_M);
  ui.key(ImGuiKey_4, ImGuiMod_Ctrl);
  REQUIRE(ui.show_tab("marks"));
  ui.frames(2);
  ui.click("marks.edit");
  ui.frames(2);
  CHECK(ui.window().dialogs().is_open<MarkDialog>());
  ui.click("mark.cancel");
  CHECK_FALSE(ui.window().dialogs().is_open<MarkDialog>());
  ui.click("marks.delete");
  CHECK(opened.marks().empty());
}

TEST_CASE("a side file that is not ours is told and left alone, the trace opens as ever") {
  const TempFolder folder;
  const std::string path = folder.write("small.json.lanescope.json", "[1, 2, 3]");
  {
    Opened opened(folder);
    UiDriver& ui = opened.ui;
    REQUIRE(ui.notice().has_value());
    CHECK(ui.notice()->text.find("small.json.lanescope.json") != std::string::npos);
    ui.view().selection.select(ui.find("kernel_a"));
    ui.key(ImGuiKey_M);
    ui.settle();
  }
  std::ifstream file(path);
  std::string text;
  std::getline(file, text);
  CHECK(text == "[1, 2, 3]");
}

TEST_CASE("hiding a lane and a search are undone with Ctrl+Z, in the order they were done") {
  const TempFolder folder;
  Opened opened(folder);
  UiDriver& ui = opened.ui;
  const std::string key = ui.view().lanes.tree().groups[1].lanes[0].key;
  ui.view().lanes.hide(key);
  ui.frames(2);
  ui.view().search.text = "kernel";
  ui.settle();
  ui.key(ImGuiKey_Z, ImGuiMod_Ctrl);
  CHECK(ui.view().search.text.empty());
  CHECK(ui.view().lanes.hidden(key));
  ui.key(ImGuiKey_Z, ImGuiMod_Ctrl);
  CHECK_FALSE(ui.view().lanes.hidden(key));
  ui.key(ImGuiKey_Z, ImGuiMod_Ctrl | ImGuiMod_Shift);
  CHECK(ui.view().lanes.hidden(key));
}

}  // namespace
}  // namespace lanescope
