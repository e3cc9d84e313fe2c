// The dialog that opens and saves files, in each of its states.
#include <filesystem>

#include <doctest/doctest.h>

#include "app/shell/keys/commands.h"
#include "tests/app/golden/golden_walk.h"
#include "tests/app/seen_screen.h"
#include "tests/app/small_trace.h"

namespace lanescope {
namespace {

namespace fs = std::filesystem;

/// Folders and files of all kinds, all written on one day.
struct FilesWindow : WalkWindow {
  explicit FilesWindow(ImVec2 size = {1200, 760}) : WalkWindow(size) {
    for (const char* const name : {"runs", "runs/deep", "empty", "many"})
      fs::create_directory(at(name));
    for (const char* const name : {"rank0.json", "rank1.json", "rank10.json"})
      folder.write(name, small_trace_text());
    folder.write("Notes.txt", "words");
    folder.write("table.csv", "1,2\n");
    folder.write(".hidden.json", "{}");
    folder.write("rank0.json.lanescope.json", "{}");
    folder.write("runs/old.pickle", std::string(3000, 'x'));
    for (int i = 0; i < 40; ++i) folder.write("many/t" + std::to_string(i) + ".json", "{}");
    for (const auto& entry : fs::recursive_directory_iterator(folder.path())) date(entry.path());
  }
  [[nodiscard]] std::string at(const std::string& name) const { return folder.path() + "/" + name; }
  void until_listed() {
    REQUIRE(ui.frames_until([&] { return ui.has_mark("open.list"); }));
  }
  /// The folder of a typed path has been read, or cannot be.
  void until_read() {
    REQUIRE(ui.frames_until([] {
      return SeenScreen().page(all_panes()).find("Reading the folder") == std::string::npos;
    }));
  }
  void until_nothing_listed() {
    REQUIRE(ui.frames_until([&] { return ui.has_mark("open.empty"); }));
  }
};

}  // namespace

TEST_CASE("the dialog that opens files is what it was in each of its states") {
  FilesWindow w;
  GoldenWalk walk("file_dialog", w);
  const auto step = [&](const char* title) {
    w.until_read();
    walk.step(title);
  };
  // How much of it fits depends on the folder's name, even whether that name is whole.
  walk.hide_all("No such file", "/[^ ]*…", "/FOLDER…");
  UiDriver& ui = w.ui;
  step("the start page");
  ui.window().ask(request::Browse{});
  w.until_listed();
  walk.all("opened");
  ui.key(ImGuiKey_DownArrow);
  step("down");
  for (int i = 0; i < 9; ++i) ui.key(ImGuiKey_DownArrow);
  step("down to the end");
  ui.key(ImGuiKey_UpArrow);
  step("up");
  ui.key(ImGuiKey_PageUp);
  step("a page up");
  ui.key(ImGuiKey_PageDown);
  step("a page down");
  ui.click("open.all");
  REQUIRE(ui.frames_until([&] { return ui.has_mark("row.Notes.txt"); }));
  step("all files");
  ui.click("open.all");
  REQUIRE(
      ui.frames_until([&] { return ui.has_mark("open.list") && !ui.has_mark("row.Notes.txt"); }));
  step("traces only");
  ui.click("open.filter");
  ui.type("RANK1");
  step("letters, whatever their case");
  ui.type("x");
  step("letters that nothing has");
  w.type_over("nowhere/x");
  step("a path is written");
  ui.key(ImGuiKey_Enter);
  step("which is not there");
  ui.key(ImGuiKey_Backspace);
  step("and changed");
  w.type_over("runs/");
  ui.key(ImGuiKey_Enter);
  w.until_listed();
  step("a path to a folder");
  w.rest_on("row.deep");
  walk.step_here("the mouse on a folder");
  w.double_click("row.deep");
  w.until_nothing_listed();
  step("a folder without traces");
  ui.key(ImGuiKey_Backspace);
  w.until_listed();
  step("back from it, it is lit");
  ui.key(ImGuiKey_UpArrow, ImGuiMod_Alt);
  REQUIRE(ui.frames_until([&] { return ui.has_mark("row.many"); }));
  step("further up, by Alt");
  ui.type("..");  // lists the folder above, which is another on each machine
  w.type_over("many/");
  ui.key(ImGuiKey_Enter);
  REQUIRE(ui.frames_until([&] { return ui.has_mark("row.t0.json"); }));
  step("many files");
  for (int i = 0; i < 20; ++i) ui.key(ImGuiKey_DownArrow);
  step("scrolled by arrows");
  ui.key(ImGuiKey_PageDown);
  step("by a page");
  ui.key(ImGuiKey_PageDown);
  step("to the end");
  for (int i = 0; i < 30; ++i) ui.key(ImGuiKey_UpArrow);
  step("back by arrows");
  ui.move({600, 400});
  ui.wheel(-2);
  step("by the wheel");
  ui.click("open.cancel");
  step("left");
}

TEST_CASE("folders that can not be read and those of ranks are told of") {
  FilesWindow w({900, 600});
  GoldenWalk walk("file_dialog_folders", w);
  const auto step = [&](const char* title) {
    w.until_read();
    walk.step(title);
  };
  UiDriver& ui = w.ui;
  ui.window().ask(request::Browse{});
  w.until_listed();
  walk.all("a small window");
  ui.type("empty/");
  ui.key(ImGuiKey_Enter);
  w.until_nothing_listed();
  fs::remove(w.at("empty"));
  ui.key(ImGuiKey_Escape);
  ui.frames(2);
  ui.window().settings().last_folder = w.at("empty/gone/further");
  ui.window().ask(request::Browse{});
  w.until_listed();
  step("a folder that is gone: the one above");
  ui.click("open.ranks");
  ui.settle();
  REQUIRE(ui.workspace().ranks_in_front());
  CHECK(ui.has_mark("ranks.row.2"));
}

TEST_CASE("the dialog that saves files is what it was in each of its states") {
  FilesWindow w;
  UiDriver& ui = w.ui;
  ui.open(w.at("rank0.json"));
  ui.show_tab("kernels");
  w.folder.write("rank0-kernels.csv", "old");
  w.date(w.at("rank0-kernels.csv"));
  for (const char* const name : {"runs", "empty", "many"}) w.date(w.at(name));
  GoldenWalk walk("save_dialog", w);
  const auto step = [&](const char* title) {
    w.until_read();
    walk.step(title);
  };
  // As a place, it may be cut, and where the next column starts depends on its letters.
  walk.hide_all("lanescope-test-", "lanescope-test-[A-Za-z0-9]*… *", "FOLDER ");
  walk.hide_all("FOLDER", "FOLDER *", "FOLDER ");
  walk.all("a trace");
  const auto until_listed = [&] {
    REQUIRE(ui.frames_until([&] { return ui.has_mark("row.table.csv"); }));
  };
  w.run("export_csv");
  until_listed();
  step("the dialog");
  ui.key(ImGuiKey_Enter);
  step("a file of that name is there");
  w.double_click("row.empty");
  w.until_nothing_listed();
  step("another folder: the question is about nothing there");
  ui.key(ImGuiKey_UpArrow, ImGuiMod_Alt);
  until_listed();
  step("back");
  ui.key(ImGuiKey_End);
  ui.key(ImGuiKey_Backspace);
  step("another name");
  ui.key(ImGuiKey_DownArrow);
  step("the first row");
  ui.key(ImGuiKey_DownArrow);
  step("the second row");
  ui.key(ImGuiKey_UpArrow);
  step("the first again");
  ui.click("row.table.csv");
  step("a row gives its name");
  ui.click("save.accept");
  step("and is asked about");
  ui.click("save.name");
  w.type_over("nowhere/a.csv");
  ui.click("save.accept");
  step("a folder that is not there");
  ui.click("save.name");
  ui.key(ImGuiKey_A, ImGuiMod_Ctrl);
  ui.key(ImGuiKey_Delete);
  step("no name");
  ui.click("save.accept");
  step("no name, accepted");
  ui.click("save.name");
  w.type_over("empty/");
  ui.key(ImGuiKey_Enter);
  w.until_nothing_listed();
  step("a folder is gone into");
  ui.type("mine");
  ui.key(ImGuiKey_Enter);
  step("saved");
  CHECK(fs::exists(w.at("empty/mine.csv")));
}

}  // namespace lanescope
