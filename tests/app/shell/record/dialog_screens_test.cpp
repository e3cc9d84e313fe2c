// The dialog that asks what is to be recorded, in each of its states.
#include <doctest/doctest.h>

#include "app/shell/keys/commands.h"
#include "tests/app/golden/golden_walk.h"

namespace lanescope {
namespace {

struct RecordDialogWindow : WalkWindow {
  explicit RecordDialogWindow(ImVec2 size = {1200, 760}) : WalkWindow(size) {
    RecordRequest& last = ui.window().settings().record;
    last.command = "sh -c true";
    last.folder = folder.path();
  }
  void open() {
    ui.key(ImGuiKey_R, ImGuiMod_Ctrl);
    ui.frames(3);
    REQUIRE(ui.window().dialogs().is_open<RecordDialog>());
  }
  void write_in(const char* field, const char* text) {
    ui.click(field);
    type_over(text);
  }
  void note(const char* command) {
    RecordRequest request;
    request.command = command;
    request.folder = folder.path();
    ui.window().settings().note_record(request);
  }
  void until_problem(bool there) {
    REQUIRE(ui.frames_until([&] { return ui.has_mark("record.problem") == there; }));
  }
};

void hide_times(GoldenWalk& walk) {
  walk.hide_all("-20", "20[0-9]{6}-[0-9]{6}", "DAY-TIME");
}

}  // namespace

TEST_CASE("the dialog that records is what it was in each of its states") {
  RecordDialogWindow w;
  UiDriver& ui = w.ui;
  for (const char* const command : {"sh -c 'sleep 1'", "sh b.sh", "sh c.sh", "sh d.sh", "sh e.sh"})
    w.note(command);
  GoldenWalk walk("record_dialog", w);
  hide_times(walk);
  w.open();
  walk.all("opened");
  for (const char* const word :
       {"record.kernels", "record.all", "record.usual", "record.stacks", "record.shapes",
        "record.memory", "record.sample", "record.stacks", "record.recent.0", "record.recent.1"}) {
    w.rest_on(word);
    walk.step_here(std::string("the mouse on ") + word);
    ui.click(word);
    walk.step(word);
  }
  w.write_in("record.command", "no-such-command-here --fast");
  w.until_problem(true);
  walk.step("a command that there is not");
  ui.key(ImGuiKey_Enter);
  walk.step("it does not start");
  w.rest_on("record.start");
  walk.step_here("the mouse on what does not start");
  w.write_in("record.command", "python3 train.py --lr 1");
  w.until_problem(true);
  ui.frames(2);
  w.write_in("record.command", "sh -c 'exit'");
  w.until_problem(false);
  walk.step("a command that there is");
  w.write_in("record.environment", "nonsense");
  ui.click("record.start");
  walk.step("no variable");
  w.write_in("record.environment", "A=1 B=2");
  walk.step("variables");
  w.write_in("record.duration", "soon");
  ui.key(ImGuiKey_Enter);
  walk.step("no time");
  w.write_in("record.duration", "30 s");
  w.write_in("record.keep", "much");
  ui.key(ImGuiKey_Enter);
  walk.step("no time to keep");
  w.write_in("record.keep", "2 min");
  walk.step("times");
  w.write_in("record.file", "");
  ui.key(ImGuiKey_Delete);
  ui.click("record.start");
  walk.step("no file");
  w.write_in("record.file", "/FOLDER/mine.lanes");
  walk.step("a file of ones own");
  w.write_in("record.command", "sh other.sh");
  walk.step("which stays what it is");
  ui.click("record.cancel");
  walk.step("left");
  CHECK(ui.workspace().recording() == nullptr);
  w.open();
  walk.step("opened again");
}

TEST_CASE("a trigger is entered in the dialog, which says what is wrong with it") {
  RecordDialogWindow w;
  UiDriver& ui = w.ui;
  w.open();
  CHECK_FALSE(ui.has_mark("record.when"));
  ui.click("record.trigger");
  ui.frames(2);
  REQUIRE(ui.has_mark("record.when"));
  w.write_in("record.when", "often");
  ui.click("record.start");
  ui.frames(3);
  CHECK(ui.has_mark("record.problem"));
  CHECK(ui.workspace().recording() == nullptr);
  CHECK(ui.window().dialogs().is_open<RecordDialog>());
  ui.click("record.trigger");
  ui.frames(2);
  CHECK_FALSE(ui.has_mark("record.when"));
  CHECK_FALSE(ui.has_mark("record.problem"));
}

TEST_CASE("in a small window the dialog that records scrolls") {
  RecordDialogWindow w({640, 400});
  UiDriver& ui = w.ui;
  w.note("sh b.sh");
  GoldenWalk walk("record_dialog_small", w);
  hide_times(walk);
  // How wide a path is when it is selected, and where its end is, depends on the folder's name.
  for (const char* const color : {"#74b0fd 59:", "#e6e8ec ff:"})
    walk.hide_all(color, ": .*", ": somewhere");
  // Where the scrolled area cuts through the path, letters of it are missing.
  walk.hide_all("anescope-test", "tmp anescope-test.*", "tmp/CUT");
  w.open();
  walk.all("opened");
  ui.move({320, 200});
  ui.wheel(-1);
  walk.step("scrolled");
  ui.move({320, 200});
  ui.wheel(-9);
  walk.step("to its end");
  ui.move({320, 200});
  ui.wheel(1);
  walk.step("back");
  for (int i = 0; i < 8; ++i) {
    ui.key(ImGuiKey_Tab);
    walk.step("Tab");
  }
  for (int i = 0; i < 4; ++i) {
    ui.key(ImGuiKey_Tab, ImGuiMod_Shift);
    walk.step("Shift+Tab");
  }
  w.drag("record.scroll", {0, -60});
  walk.step("dragged");
}

}  // namespace lanescope
