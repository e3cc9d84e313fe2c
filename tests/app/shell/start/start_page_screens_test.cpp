// The window without a trace, in each of its states.
#include <filesystem>

#include <doctest/doctest.h>

#include "app/shell/keys/commands.h"
#include "tests/app/golden/golden_walk.h"
#include "tests/app/small_trace.h"

namespace lanescope {
namespace {

/// Noon of 2024-05-17: a day that nobody tells by another name.
constexpr std::int64_t kLongAgoS = 1'715'947'200;

}  // namespace

TEST_CASE("the start page is what it was in each of its states") {
  WalkWindow w({1200, 700});
  UiDriver& ui = w.ui;
  GoldenWalk walk("start_page", w);
  walk.all("nothing was opened");
  for (const char* const button : {"start.open", "start.record", "start.attach", "start.example"}) {
    w.rest_on(button);
    walk.step_here(std::string("the mouse on ") + button);
    ui.press();
    walk.step_here("pressed");
    ui.move({5, 600});
    ui.release();
    walk.step("let go elsewhere");
  }
  const std::string there = w.folder.write("there.json", small_trace_text());
  const std::string gone = w.folder.path() + "/deep/gone.json";
  Settings& settings = ui.window().settings();
  settings.note_opened(there, kLongAgoS);
  settings.note_opened(gone, 0);
  settings.note_opened(w.folder.path() + "/no.json", kLongAgoS + 5);
  walk.step("recent files");
  for (const std::string& file : {there, gone}) {
    w.rest_on("recent." + file);
    walk.step_here("the mouse on one");
    w.rest_on("forget." + file);
    walk.step_here("on what takes it off the list");
  }
  ui.move({-10, -10});
  ui.key(ImGuiKey_DownArrow);
  walk.step("down");
  ui.key(ImGuiKey_DownArrow);
  walk.step("down");
  for (int i = 0; i < 3; ++i) ui.key(ImGuiKey_DownArrow);
  walk.step("down to the end");
  ui.key(ImGuiKey_UpArrow);
  walk.step("up");
  for (int i = 0; i < 3; ++i) ui.key(ImGuiKey_UpArrow);
  walk.step("up to the first");
  ui.key(ImGuiKey_Delete);
  walk.step("taken off the list");
  // A load that takes more than a frame lets go of the row that keys stand on.
  const auto to_first_row = [&] {
    ui.settle();
    ui.key(ImGuiKey_UpArrow);
  };
  ui.click("recent." + gone);
  to_first_row();
  walk.step("one that is gone");
  ui.run(workspace::Open{w.copy_of("not_a_trace.json")});
  to_first_row();
  walk.step("a file that is no trace");
  ui.key(ImGuiKey_F6);
  walk.step("the walk by keys");
  for (int i = 0; i < 4; ++i) ui.key(ImGuiKey_Tab);
  walk.step("some controls further");
  ui.key(ImGuiKey_Escape);
  walk.step("its end");
  for (int i = 0; i < 12; ++i)
    settings.note_opened(w.folder.path() + "/f" + std::to_string(i) + ".json", kLongAgoS);
  walk.step("more than there is room for");
  ui.move({600, 600});
  ui.wheel(-1);
  walk.step("scrolled");
  ui.move({600, 600});
  for (int i = 0; i < 12; ++i) ui.wheel(-1);
  walk.step("to the end");
  ui.move({600, 600});
  ui.wheel(1);
  walk.step("back");
  ui.key(ImGuiKey_DownArrow);
  walk.step("down: the first is shown");
  for (int i = 0; i < 11; ++i) ui.key(ImGuiKey_DownArrow);
  walk.step("down to the last");
  for (int i = 0; i < 6; ++i) ui.key(ImGuiKey_UpArrow);
  walk.step("and up");
  ui.window().settings().theme = ThemeKind::Light;
  walk.all("light");
}

TEST_CASE("the start page of a small window, and of a large one, is what it was") {
  for (const ImVec2 size : {ImVec2{640, 400}, ImVec2{2200, 1300}}) {
    WalkWindow w(size);
    GoldenWalk walk("start_page_" + std::to_string(static_cast<int>(size.x)), w);
    for (int i = 0; i < 3; ++i)
      w.ui.window().settings().note_opened(w.folder.path() + "/f" + std::to_string(i) + ".json",
                                           kLongAgoS);
    walk.all("recent files");
  }
}

TEST_CASE("files with pictures are what they were on the start page") {
  WalkWindow w;
  UiDriver& ui = w.ui;
  for (const char* const name : {"workload.json", "memory.json", "flows.json"})
    ui.open(w.copy_of(name));
  ui.run(workspace::Close{});
  ui.settle();
  for (RecentFile& file : ui.window().settings().recent) file.opened_s = kLongAgoS;
  GoldenWalk walk("start_page_pictures", w);
  // Pictures are written elsewhere.
  REQUIRE(ui.frames_until([&] {
    const std::filesystem::path folder = w.own.path() + "/thumbnails";
    std::error_code none;
    const auto all = std::filesystem::directory_iterator(folder, none);
    return !none && std::distance(begin(all), end(all)) == 3;
  }));
  ui.open(w.folder.path() + "/flows.json");
  ui.run(workspace::Close{});
  for (RecentFile& file : ui.window().settings().recent) file.opened_s = kLongAgoS;
  walk.all("dark");
  ui.window().settings().theme = ThemeKind::Light;
  walk.step("light");
}

}  // namespace lanescope
