// The recent files in the File menu.
#include "app/shell/start/recent_menu.h"

#include <filesystem>

#include <doctest/doctest.h>

#include "app/shell/keys/commands.h"
#include "app/shell/start/recent_text.h"
#include "tests/app/seen_screen.h"
#include "tests/app/small_trace.h"
#include "tests/app/ui_driver.h"
#include "tests/core/base/temp_folder.h"

namespace lanescope {
namespace {

namespace fs = std::filesystem;

/// Two traces of one name, in folders of their own.
struct TwoOfAName {
  TwoOfAName() {
    for (const char* name : {"base", "tuned"}) fs::create_directory(folder.path() + "/" + name);
    a = folder.write("base/trace.json", small_trace_text());
    b = folder.write("tuned/trace.json", small_trace_text({.steps = 5}));
    ui.window().settings().recent = {{a, 1}, {b, 2}};
    ui.frame();
  }
  /// As a user does: the menu, and the mouse over its row.
  void open_menu() {
    ui.click("File");
    const Rect row = ui.mark("Open recent");
    ui.move({row.x0 + 40, (row.y0 + row.y1) / 2});
    ui.frames(3);
  }
  TempFolder folder;
  std::string a, b;
  UiDriver ui;
};

TEST_CASE("recent files are told apart by as much of their folders as it takes") {
  const std::vector<RecentFile> files{{"/data/jobs/one/out/trace.json", 0},
                                      {"/data/jobs/two/out/trace.json", 0},
                                      {"/data/jobs/two/out/other.json", 0},
                                      {"/trace.json", 0}};
  const std::vector<std::string> folders = telling_folders(files);
  CHECK(folders[0] == "…/one/out");
  CHECK(folders[1] == "…/two/out");
  CHECK(folders[3] == "/");
  const std::vector<RecentFile> deep{{"/one/runs/out/trace.json", 0},
                                     {"/two/runs/out/trace.json", 0}};
  CHECK(telling_folders(deep)[0] == "/one/runs/out");
  CHECK(telling_folders(deep)[1] == "/two/runs/out");
}

TEST_CASE("a recent file is opened from the File menu, and one that is gone is gray") {
  TwoOfAName w;
  fs::remove(w.b);
  w.open_menu();
  REQUIRE(w.ui.frames_until([&] { return w.ui.has_mark("recent_gone." + w.b); }));
  w.ui.frames(3);  // the menu grows with its rows
  const std::string words = SeenScreen().page(w.ui.mark("recent_gone." + w.b));
  CHECK(words.find("tuned · no longer exists") != std::string::npos);
  const Rect row = w.ui.mark("recent_gone." + w.b);
  w.ui.click({row.x0 + 60, (row.y0 + row.y1) / 2});
  w.ui.frames(2);
  CHECK(w.ui.workspace().opening() == nullptr);
  w.ui.click("recent_file." + w.a);
  w.ui.settle();
  REQUIRE(w.ui.workspace().trace() != nullptr);
  CHECK(w.ui.view().session().path() == w.a);
  CHECK_FALSE(w.ui.has_mark("Open recent"));  // the whole menu is closed
}

TEST_CASE("a recent file that is gone is removed from its menu, which stays open") {
  TwoOfAName w;
  fs::remove(w.b);
  w.open_menu();
  const std::string button = "forget_recent." + w.b;
  REQUIRE(w.ui.frames_until([&] { return w.ui.has_mark(button); }));
  CHECK_FALSE(w.ui.has_mark("forget_recent." + w.a));  // it is there
  w.ui.frames(3);
  w.ui.click(button);
  w.ui.frames(3);
  REQUIRE(w.ui.window().settings().recent.size() == 1);
  CHECK(w.ui.window().settings().recent.front().path == w.a);
  CHECK_FALSE(w.ui.has_mark(button));
  CHECK(w.ui.has_mark("recent_file." + w.a));
}

TEST_CASE("two files that were compared are opened together from the File menu") {
  TwoOfAName w;
  const RecentFile pair{w.a, 3, "", w.b};
  CHECK(recent_name(pair, 0) == "trace.json vs trace.json");
  w.ui.window().settings().recent = {pair, {w.a, 1}};
  w.open_menu();
  const std::string row = "recent_file." + recent_mark(pair);
  REQUIRE(w.ui.has_mark(row));
  w.ui.frames(3);
  const std::string words = SeenScreen().page(w.ui.mark(row));
  CHECK_MESSAGE(words.find("base vs ") != std::string::npos, words);
  CHECK_MESSAGE(words.find("/tuned") != std::string::npos, words);
  w.ui.click(row);
  w.ui.settle();
  REQUIRE(w.ui.workspace().both().b() != nullptr);
  CHECK(w.ui.workspace().both().a()->path() == w.a);
  CHECK(w.ui.workspace().both().b()->path() == w.b);
}

TEST_CASE("of two files that were compared, one that is gone takes both away") {
  TwoOfAName w;
  fs::remove(w.b);
  const RecentFile pair{w.a, 3, "", w.b};
  w.ui.window().settings().recent = {pair};
  w.open_menu();
  CHECK(w.ui.frames_until([&] { return w.ui.has_mark("recent_gone." + recent_mark(pair)); }));
}

TEST_CASE("the recent files are cleared in their menu") {
  TwoOfAName w;
  w.open_menu();
  w.ui.click("Clear recent files");
  w.ui.frames(2);
  CHECK(w.ui.window().settings().recent.empty());
  w.open_menu();  // is gray and opens nothing
  CHECK_FALSE(w.ui.has_mark("Clear recent files"));
}

TEST_CASE("the recent files go away when the mouse turns to another command") {
  TwoOfAName w;
  w.open_menu();
  REQUIRE(w.ui.has_mark("recent_file." + w.a));
  const Rect other = w.ui.mark("Quit");
  w.ui.move({other.x0 + 20, (other.y0 + other.y1) / 2});
  w.ui.frames(3);
  CHECK_FALSE(w.ui.has_mark("recent_file." + w.a));
  CHECK(w.ui.has_mark("Quit"));
}

TEST_CASE("a folder of ranks is among the recent files with the number of its ranks") {
  CHECK(recent_name({"/runs/a"}, 4) == "a (4 ranks)");
  CHECK(recent_name({"/runs/a.json"}, 0) == "a.json");
  TwoOfAName w;
  const std::string run = w.folder.path() + "/run";
  fs::create_directory(run);
  for (const char* const name : {"run/rank0.json", "run/rank1.json"})
    w.folder.write(name, small_trace_text());
  w.ui.window().settings().recent = {{run, 1}, {w.a, 1}};
  w.open_menu();
  const std::string row = "recent_file." + run;
  CHECK(w.ui.frames_until([&] {
    return w.ui.has_mark(row) &&
           SeenScreen().page(w.ui.mark(row)).find("run (2 ranks)") != std::string::npos;
  }));
  w.ui.click(row);
  w.ui.settle();
  CHECK(w.ui.workspace().ranks_in_front());
}

}  // namespace
}  // namespace lanescope
