// What is asked and told before a program is recorded.
#include <filesystem>
#include <string>

#include <doctest/doctest.h>

#include "tests/app/shell/record/record_window.h"

using namespace lanescope;

namespace {

namespace fs = std::filesystem;

}  // namespace

TEST_CASE("what can not be recorded is told in the dialog, which stays") {
  RecordWindow w;
  w.ui.key(ImGuiKey_R, ImGuiMod_Ctrl);
  w.ui.frames(2);
  w.ui.key(ImGuiKey_Enter);
  w.ui.frames(2);
  CHECK(w.ui.window().dialogs().is_open<RecordDialog>());
  CHECK(w.ui.has_mark("record.problem"));
  w.ui.type("/nowhere/train.py");
  w.ui.key(ImGuiKey_Enter);
  w.ui.frames(2);
  CHECK(w.ui.window().dialogs().is_open<RecordDialog>());
  CHECK(w.ui.workspace().recording() == nullptr);
  w.ui.key(ImGuiKey_Escape);
  w.ui.frames(2);
  CHECK_FALSE(w.ui.window().dialogs().is_open<RecordDialog>());
}

TEST_CASE("a recording goes where the program works, and replaces nothing") {
  RecordWindow w;
  const TempFolder work;
  w.ui.key(ImGuiKey_R, ImGuiMod_Ctrl);
  w.ui.frames(2);
  w.ui.type("sh -c true");
  w.ui.click("record.folder");
  w.ui.type(work.path());
  w.ui.frames(3);
  w.ui.key(ImGuiKey_Enter);
  w.ui.frames(2);
  REQUIRE(w.ui.workspace().recording() != nullptr);
  const std::string file = w.ui.workspace().recording()->file();
  CHECK(file.starts_with(work.path() + "/sh-20"));
  CHECK(file.ends_with(".lanes"));
  REQUIRE(w.ui.frames_until([&] { return w.ui.workspace().recording() == nullptr; }));
  const auto bytes = fs::file_size(file);
  w.ui.run(workspace::Record{{.command = "sh -c true", .file = file}});
  CHECK(w.ui.workspace().recording() == nullptr);
  CHECK(fs::file_size(file) == bytes);
}

TEST_CASE("a command that is not there is told before it is started") {
  RecordWindow w;
  w.ui.key(ImGuiKey_R, ImGuiMod_Ctrl);
  w.ui.frames(2);
  w.ui.type("no-such-command-here --fast");
  REQUIRE(w.ui.frames_until([&] { return w.ui.has_mark("record.problem"); }));
  w.ui.click("record.start");
  w.ui.frames(2);
  CHECK(w.ui.workspace().recording() == nullptr);
  CHECK(w.ui.window().dialogs().is_open<RecordDialog>());
}

TEST_CASE("commands that were recorded are offered again") {
  RecordWindow w;
  w.record("--calls 70");
  REQUIRE(w.until_over());
  w.ui.key(ImGuiKey_R, ImGuiMod_Ctrl);
  w.ui.frames(3);
  CHECK(w.ui.has_mark("record.recent.0"));
  CHECK(w.ui.window().settings().recorded.front() == RecordWindow::command("--calls 70"));
  CHECK(parse_settings(settings_text(w.ui.window().settings())).record ==
        w.ui.window().settings().record);
}
