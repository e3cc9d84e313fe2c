// The window without a trace: what was opened last, by mouse and keyboard.
#include "app/shell/start/start_page.h"

#include <ctime>
#include <filesystem>

#include <doctest/doctest.h>

#include "app/shell/keys/commands.h"
#include "tests/app/seen_screen.h"
#include "tests/app/small_trace.h"
#include "tests/app/ui_driver.h"
#include "tests/core/base/temp_folder.h"

namespace lanescope {
namespace {

namespace fs = std::filesystem;

/// Files that were opened, and the settings of a window that is closed.
struct Opened {
  Opened() {
    UiDriver ui(1600, 900, settings);
    for (const std::string& path : {older, newer}) ui.open(path);
  }
  TempFolder folder, own;
  std::string settings = own.path() + "/settings.json";
  std::string older = folder.write("older.json", small_trace_text());
  std::string newer = folder.write("newer.json", small_trace_text({.steps = 5}));
};

TEST_CASE("recent files have a picture in the next window") {
  const Opened opened;
  UiDriver ui(1600, 900, opened.settings);
  ui.settle();
  for (const std::string& path : {opened.older, opened.newer}) {
    CHECK(ui.has_mark("recent." + path));
    CHECK(ui.has_mark("picture." + path));
    CHECK_FALSE(ui.has_mark("missing." + path));
  }
  CHECK(ui.mark("recent." + opened.newer).y0 < ui.mark("recent." + opened.older).y0);
}

TEST_CASE("a file that was written anew has no picture, and a broken picture is none") {
  const Opened opened;
  fs::last_write_time(opened.older, fs::file_time_type::clock::now() + std::chrono::hours(1));
  for (const auto& entry : fs::directory_iterator(opened.own.path() + "/thumbnails"))
    fs::resize_file(entry.path(), 100);
  UiDriver ui(1600, 900, opened.settings);
  ui.settle();
  CHECK(ui.has_mark("recent." + opened.older));
  CHECK_FALSE(ui.has_mark("picture." + opened.older));
  CHECK_FALSE(ui.has_mark("picture." + opened.newer));
}

TEST_CASE("pictures of files that are no longer listed are thrown away") {
  const Opened opened;
  {
    UiDriver ui(1600, 900, opened.settings);
    ui.window().settings().forget({opened.older});
    ui.open(opened.newer);
  }
  const fs::directory_iterator all(opened.own.path() + "/thumbnails");
  CHECK(std::distance(begin(all), end(all)) == 1);
}

TEST_CASE("arrows and Enter open a recent file") {
  const Opened opened;
  UiDriver ui(1600, 900, opened.settings);
  ui.settle();
  ui.key(ImGuiKey_DownArrow);
  ui.key(ImGuiKey_DownArrow);
  ui.key(ImGuiKey_Enter);
  ui.settle();
  REQUIRE(ui.workspace().trace() != nullptr);
  CHECK(ui.view().session().path() == opened.older);
}

TEST_CASE("Tab leads into the page, and Enter presses what has the focus") {
  const Opened opened;
  UiDriver ui(1600, 900, opened.settings);
  ui.settle();
  CHECK_FALSE(ui.has_mark("focus"));
  ui.key(ImGuiKey_Tab);
  ui.frames(3);
  REQUIRE(ui.has_mark("focus"));
  CHECK(ui.mark("focus").y0 == ui.mark("start.open").y0);
  ui.key(ImGuiKey_Enter);
  ui.frames(3);
  CHECK(ui.window().dialogs().is_open<FileDialog>());
}

TEST_CASE("a file that is gone says so and stays until it is taken off the list") {
  const Opened opened;
  fs::remove(opened.older);
  UiDriver ui(1600, 900, opened.settings);
  ui.settle();
  CHECK(ui.has_mark("missing." + opened.older));
  CHECK_FALSE(ui.has_mark("missing." + opened.newer));
  ui.click("recent." + opened.older);
  ui.settle();
  CHECK(ui.workspace().notices().problem().has_value());
  CHECK(ui.has_mark("missing." + opened.older));
  const Rect row = ui.mark("recent." + opened.older);
  ui.move({row.x0 + 5, row.y0 + 5});
  ui.frame();
  ui.click("forget." + opened.older);
  ui.settle();
  CHECK_FALSE(ui.has_mark("recent." + opened.older));
  CHECK(ui.window().settings().recent.size() == 1);
}

TEST_CASE("Delete takes a file off the list") {
  const Opened opened;
  UiDriver ui(1600, 900, opened.settings);
  ui.settle();
  ui.key(ImGuiKey_DownArrow);
  ui.key(ImGuiKey_Delete);
  ui.settle();
  CHECK_FALSE(ui.has_mark("recent." + opened.newer));
  CHECK(ui.has_mark("recent." + opened.older));
}

TEST_CASE("a long list scrolls to what the keyboard points at") {
  TempFolder folder;
  UiDriver ui(1280, 480);
  for (int i = 0; i < 12; ++i)
    ui.window().settings().note_opened(folder.path() + "/" + std::to_string(i), 1000 + i);
  ui.settle();
  const std::string last = "recent." + folder.path() + "/0";
  CHECK_FALSE(ui.has_mark(last));
  for (int i = 0; i < 12; ++i) ui.key(ImGuiKey_DownArrow);
  CHECK(ui.has_mark(last));
}

TEST_CASE("a folder of ranks is opened from the list like a file") {
  const TempFolder folder;
  const std::string run = folder.path() + "/run";
  fs::create_directory(run);
  for (const char* const name : {"run/rank0.json", "run/rank1.json"})
    folder.write(name, small_trace_text());
  UiDriver ui;
  ui.window().settings().note_opened(run, 1000);
  ui.settle();
  CHECK_FALSE(ui.has_mark("missing." + run));
  CHECK(SeenScreen().page(ui.mark("recent." + run)).find("run (2 ranks)") != std::string::npos);
  ui.click("recent." + run);
  ui.settle();
  CHECK(ui.workspace().ranks_in_front());
}

TEST_CASE("a tiny window scrolls the start page, and prints nothing over anything") {
  struct TinyWindow {
    float width_px, height_px, zoom;
  };
  for (const TinyWindow size : {TinyWindow{480, 320, 1}, TinyWindow{900, 700, 3}}) {
    CAPTURE(size.width_px);
    const TempFolder folder;
    UiDriver ui(size.width_px, size.height_px);
    ui.window().settings().zoom = size.zoom;
    for (int i = 0; i < 5; ++i)
      ui.window().settings().note_opened(folder.path() + "/" + std::to_string(i) + ".json", 1000);
    ui.settle();
    ui.frames(3);
    const Rect page{0, 44 * size.zoom, size.width_px, size.height_px};
    CHECK(SeenScreen().overprints(page) == std::vector<std::string>());
    CHECK(ui.mark("start.open").y1 <= ui.mark("start.compare").y0);
    const std::string last = "recent." + folder.path() + "/0.json";
    CHECK(ui.mark(last).y0 > size.height_px);
    for (int i = 0; i < 5; ++i) ui.key(ImGuiKey_DownArrow);
    ui.frames(3);
    CHECK(ui.mark(last).y1 <= size.height_px + 1);
    CHECK(SeenScreen().overprints(page) == std::vector<std::string>());
  }
}

TEST_CASE("the start page names the other programs whose traces and profiles open") {
  UiDriver ui(900, 700);
  ui.settle();
  const std::string page = SeenScreen().page({0, 44, 900, 700});
  CAPTURE(page);
  for (const char* const word : {"torch.profiler", "Nsight", "Perfetto", "XPlane", "rocprofv3",
                                 "rocpd", "RPD", "pprof", "speedscope"})
    CHECK(page.find(word) != std::string::npos);
}

TEST_CASE("days are told as people tell them") {
  std::tm noon{};
  noon.tm_year = 126;
  noon.tm_mon = 7;
  noon.tm_mday = 3;
  noon.tm_hour = 12;
  noon.tm_isdst = -1;
  const auto now_s = static_cast<std::int64_t>(std::mktime(&noon));
  CHECK(opened_text(now_s - 600, now_s) == "today 11:50");
  CHECK(opened_text(now_s - 86400, now_s) == "yesterday 12:00");
  CHECK(opened_text(now_s - 10 * 86400, now_s) == "2026-07-24");
  CHECK(opened_text(0, now_s).empty());
}

}  // namespace
}  // namespace lanescope
