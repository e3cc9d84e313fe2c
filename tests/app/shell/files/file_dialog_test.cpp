#include "app/shell/files/file_dialog.h"

#include <filesystem>
#include <iterator>
#include <string>

#include <doctest/doctest.h>

#include "app/shell/files/folder_listing.h"
#include "tests/app/seen_screen.h"
#include "tests/app/small_trace.h"
#include "tests/app/ui_driver.h"
#include "tests/core/base/temp_folder.h"

namespace lanescope {
namespace {

TEST_CASE("a dialog that comes while another one is open waits until that one is left") {
  TempFolder folder;
  UiDriver ui;
  ui.key(ImGuiKey_R, ImGuiMod_Ctrl);
  ui.frames(2);
  REQUIRE(ui.window().dialogs().is_open<RecordDialog>());
  ui.run(workspace::Drop{{folder.path()}});  // no traces in it: it is browsed
  ui.frames(3);
  REQUIRE(ui.window().dialogs().is_open<FileDialog>());
  CHECK(ui.has_mark("record.dialog"));
  CHECK_FALSE(ui.has_mark("open.dialog"));
  ui.key(ImGuiKey_Escape);
  ui.frames(2);
  CHECK_FALSE(ui.window().dialogs().is_open<RecordDialog>());
  CHECK(ui.has_mark("open.dialog"));
  ui.key(ImGuiKey_Escape);
  ui.frames(2);
  CHECK_FALSE(ui.window().dialogs().is_open<FileDialog>());
}

TEST_CASE("a folder lists folders first, then traces as people count") {
  const TempFolder folder;
  folder.write("rank10.json", "{}");
  folder.write("rank2.json.gz", "{}");
  folder.write("notes.txt", "");
  folder.write(".hidden.json", "");
  std::filesystem::create_directory(folder.path() + "/runs");
  const FolderListing listing = list_folder(folder.path(), false);
  REQUIRE(listing.entries.size() == 3);
  CHECK(listing.entries[0].name == "runs");
  CHECK(listing.entries[0].folder);
  CHECK(listing.entries[1].name == "rank2.json.gz");
  CHECK(listing.entries[2].name == "rank10.json");
  CHECK(listing.entries[1].size == "2 B");
  CHECK(list_folder(folder.path(), true).entries.size() == 4);
  CHECK_FALSE(list_folder(folder.path() + "/nowhere", false).error.empty());
}

TEST_CASE("recordings are listed among the traces") {
  const TempFolder folder;
  folder.write("run.lanes", "");
  folder.write("trace.json.gz.lanescope.json", "");
  const FolderListing listing = list_folder(folder.path(), false);
  REQUIRE(listing.entries.size() == 1);
  CHECK(listing.entries[0].name == "run.lanes");
}

/// The dialog lists the folder, in which there is "runs/second.json".
void browse_with_runs(const TempFolder& folder, UiDriver& ui) {
  std::filesystem::create_directory(folder.path() + "/runs");
  std::filesystem::copy_file(folder.write("x.json", small_trace_text()),
                             folder.path() + "/runs/second.json");
  ui.run(workspace::Drop{{folder.path()}});
  REQUIRE(ui.frames_until([&] { return ui.has_mark("open.list"); }));
}

TEST_CASE("of a path that does not fit the dialog shows the end, and that there is more") {
  const TempFolder folder;
  const std::string deep = folder.path() + "/experiments/attempt-3";
  std::filesystem::create_directories(deep);
  std::filesystem::copy_file(folder.write("x.json", small_trace_text()), deep + "/first.json");
  const std::filesystem::path path(deep);
  const auto last = std::distance(path.begin(), path.end()) - 1;  // the root is number 0
  for (const float width_px : {1600.0F, 420.0F}) {
    CAPTURE(width_px);
    UiDriver ui(width_px, 700);
    ui.window().settings().last_folder = deep;
    ui.window().ask(request::Browse{});
    REQUIRE(ui.frames_until([&] { return ui.has_mark("open.list"); }));
    const Rect end = ui.mark("path." + std::to_string(last)), hidden = ui.mark("open.hidden");
    const bool whole = ui.has_mark("path.0");
    CHECK(whole == (width_px > 1000));
    CHECK(end.x1 <= hidden.x0);
    const std::string seen = SeenScreen().page({0, end.y0, hidden.x0, end.y1});
    CAPTURE(seen);
    CHECK(seen.find("attempt-3") != std::string::npos);
    CHECK((whole || seen.find("…") != std::string::npos));
  }
}

TEST_CASE("a path that is typed is followed, and a wrong one told") {
  const TempFolder folder;
  UiDriver ui;
  browse_with_runs(folder, ui);
  ui.type("runs/third.json");
  ui.key(ImGuiKey_Enter);
  ui.frames(2);
  CHECK(ui.window().dialogs().is_open<FileDialog>());
  CHECK(ui.has_mark("open.problem"));
  for (int i = 0; i < 10; ++i) ui.key(ImGuiKey_Backspace);
  ui.frames(2);
  CHECK_FALSE(ui.has_mark("open.problem"));
  ui.type("second.json");
  ui.key(ImGuiKey_Enter);
  ui.settle();
  REQUIRE(ui.workspace().trace() != nullptr);
  CHECK(ui.view().session().path() == folder.path() + "/runs/second.json");
}

TEST_CASE("the folders at the top are those of the rows, also while a path is typed") {
  const TempFolder folder;
  UiDriver ui;
  browse_with_runs(folder, ui);
  const auto parts = [&ui] {
    const auto names = ui.mark_names();
    return std::ranges::count_if(names,
                                 [](const std::string& name) { return name.starts_with("path."); });
  };
  const auto before = parts();
  ui.type("runs/sec");
  CHECK(ui.frames_until([&] { return parts() == before + 1; }));
}

TEST_CASE("names are ordered by their numbers") {
  CHECK(natural_less("rank2", "rank10"));
  CHECK_FALSE(natural_less("rank10", "rank2"));
  CHECK(natural_less("rank02b", "rank2c"));
  CHECK(natural_less("a", "B"));
  CHECK(natural_less("trace", "trace1"));
}

TEST_CASE("a trace is found and opened by the keyboard alone") {
  const TempFolder folder;
  std::filesystem::create_directory(folder.path() + "/runs");
  std::filesystem::copy_file(folder.write("x.json", small_trace_text()),
                             folder.path() + "/runs/second.json");
  UiDriver ui;
  ui.run(workspace::Drop{{folder.path()}});  // a folder shows what is in it
  ui.frames(3);
  REQUIRE(ui.window().dialogs().is_open<FileDialog>());
  REQUIRE(ui.frames_until([&] { return ui.has_mark("open.list"); }));
  ui.type("run");
  ui.key(ImGuiKey_Enter);
  REQUIRE(ui.frames_until([&] { return ui.has_mark("open.list"); }));
  ui.type("sec");
  ui.key(ImGuiKey_Enter);
  ui.settle();
  CHECK_FALSE(ui.window().dialogs().is_open<FileDialog>());
  REQUIRE(ui.workspace().trace() != nullptr);
  CHECK(ui.view().session().path().ends_with("/runs/second.json"));
}

TEST_CASE("a trace is chosen by a click and opened by a double click") {
  const TempFolder folder;
  folder.write("first.json", small_trace_text());
  folder.write("second.json", small_trace_text());
  UiDriver ui;
  ui.run(workspace::Drop{{folder.path()}});
  REQUIRE(ui.frames_until([&] { return ui.has_mark("row.second.json"); }));
  const Rect row = ui.mark("row.second.json");
  const ImVec2 middle{(row.x0 + row.x1) / 2, (row.y0 + row.y1) / 2};
  ui.click(middle);
  ui.frames(40);  // no double click with the next one
  REQUIRE(ui.window().dialogs().is_open<FileDialog>());
  ui.double_click(middle);
  ui.settle();
  CHECK_FALSE(ui.window().dialogs().is_open<FileDialog>());
  REQUIRE(ui.workspace().trace() != nullptr);
  CHECK(ui.view().session().path().ends_with("/second.json"));
}

TEST_CASE("Esc closes the dialog and nothing else") {
  UiDriver ui;
  ui.window().ask(request::Browse{});
  ui.frames(3);
  REQUIRE(ui.window().dialogs().is_open<FileDialog>());
  ui.key(ImGuiKey_Escape);
  CHECK_FALSE(ui.window().dialogs().is_open<FileDialog>());
}

TEST_CASE("the dialog offers the ranks of a folder by their content, and says what it leaves out") {
  const TempFolder folder;
  for (const char* const rank : {"rank0", "rank1"}) {
    folder.write(std::string(rank) + ".json", small_trace_text());
    folder.write(std::string(rank) + ".expected.json", R"({"kernels": 3})");
  }
  UiDriver ui;
  ui.window().settings().last_folder = folder.path();
  ui.window().ask(request::Browse{});
  REQUIRE(ui.frames_until([&] { return ui.has_mark("open.ranks"); }));
  ui.frames(2);
  CHECK(SeenScreen().page(ui.mark("open.ranks")).find("Open 2 ranks together") !=
        std::string::npos);
  Rect line = ui.mark("open.left_out");
  line.x0 = ui.mark("open.ranks").x0;  // what is near each other counts as one text
  const std::string words = SeenScreen().page(line);
  CAPTURE(words);
  CHECK(words.find("leaves out 2 other files") != std::string::npos);
}

TEST_CASE("all files can be listed in a window of any size") {
  const TempFolder folder;
  folder.write("run.json", small_trace_text());
  folder.write("notes.txt", "learning rate 3e-4");
  for (const ImVec2 size : {ImVec2{1280, 800}, ImVec2{480, 320}, ImVec2{300, 240}}) {
    CAPTURE(size.x);
    UiDriver ui(size.x, size.y);
    ui.window().settings().last_folder = folder.path();
    ui.window().ask(request::Browse{});
    REQUIRE(ui.frames_until([&] { return ui.has_mark("row.run.json"); }));
    CHECK_FALSE(ui.has_mark("row.notes.txt"));
    REQUIRE(ui.has_mark("open.all"));
    const Rect dialog = ui.mark("open.dialog"), all = ui.mark("open.all");
    CHECK(all.x0 >= dialog.x0);
    CHECK(all.x1 <= dialog.x1);
    CHECK(all.y1 <= dialog.y1);
    ui.click("open.all");
    CHECK(ui.frames_until([&] { return ui.has_mark("row.notes.txt"); }));
    ui.click("open.all");
    CHECK(ui.frames_until([&] { return !ui.has_mark("row.notes.txt"); }));
  }
}

TEST_CASE("in a narrow window, neither ranks nor all files are left out of the dialog") {
  const TempFolder folder;
  for (const char* const rank : {"rank0.json", "rank1.json"})
    folder.write(rank, small_trace_text());
  UiDriver ui(480, 320);
  ui.window().settings().last_folder = folder.path();
  ui.window().ask(request::Browse{});
  REQUIRE(ui.frames_until([&] { return ui.has_mark("open.ranks"); }));
  ui.frames(2);
  const Rect ranks = ui.mark("open.ranks"), accept = ui.mark("open.accept");
  CHECK(ranks.x1 <= accept.x0);
  REQUIRE(ui.has_mark("open.all"));
  const Rect all = ui.mark("open.all");
  CHECK((all.y1 <= ranks.y0 || all.x1 <= ranks.x0));
}

}  // namespace
}  // namespace lanescope
