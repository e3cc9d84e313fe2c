// The system gives no more threads: the window stays, says so, and does what it can.
#include <string>

#include <doctest/doctest.h>

#include "core/base/threads/start_thread.h"
#include "tests/app/shell/record/record_window.h"
#include "tests/app/small_trace.h"
#include "tests/paths.h"

namespace lanescope {
namespace {

std::string notice(UiDriver& ui) {
  return ui.notice() ? ui.notice()->text : std::string();
}

}  // namespace

TEST_CASE("without a thread a trace is not opened, which is told, and is once there is one") {
  const TempFolder folder;
  const std::string file = folder.write("small.json", small_trace_text());
  UiDriver ui;
  {
    const ThreadsRefused refused;
    ui.run(workspace::Open{file});
    ui.frames(5);
    CHECK(ui.workspace().trace() == nullptr);
    REQUIRE(ui.workspace().notices().problem());
    CHECK(ui.workspace().notices().problem()->message.find("cannot create more threads") !=
          std::string::npos);
    ui.run(workspace::OpenTogether{{file, folder.write("other.json", small_trace_text())}});
    ui.frames(5);
    CHECK(ui.workspace().ranks() == nullptr);
    REQUIRE(ui.workspace().notices().problem());
    CHECK(ui.workspace().notices().problem()->message.find("cannot create more threads") !=
          std::string::npos);
  }
  ui.open(file);
  CHECK_FALSE(ui.workspace().notices().problem());
}

TEST_CASE("what the tabs count waits for a thread, and the lanes stay") {
  const TempFolder folder;
  UiDriver ui;
  ui.open(folder.write("small.json", small_trace_text()));
  {
    const ThreadsRefused refused;
    for (const std::string_view tab : ui.tabs()) {
      REQUIRE(ui.show_tab(tab));
      ui.frames(3);
    }
    ui.key(ImGuiKey_M);
    ui.frames(3);
    CHECK(ui.has_mark("lanes"));
    CHECK(notice(ui).find("cannot create more threads") != std::string::npos);
    // What is closed is put away here and now.
    ui.run(workspace::Close{});
    ui.frames(3);
    CHECK(ui.workspace().trace() == nullptr);
  }
  ui.open(folder.path() + "/small.json");
  REQUIRE(ui.show_tab("Kernels"));
  ui.settle();
  CHECK_FALSE(ui.pane().facts().empty());
}

TEST_CASE("what a tab waited for comes as soon as there is a thread") {
  const TempFolder folder;
  UiDriver ui;
  ui.open(folder.write("small.json", small_trace_text()));
  REQUIRE(ui.show_tab("Memory"));
  {
    const ThreadsRefused refused;
    REQUIRE(ui.show_tab("Kernels"));
    ui.frames(10);
    CHECK(ui.pane().busy());
  }
  ui.settle();
  CHECK_FALSE(ui.pane().facts().empty());
}

TEST_CASE("without a thread nothing is recorded, and the dialog says why") {
  RecordWindow w;
  const ThreadsRefused refused;
  w.ui.key(ImGuiKey_R, ImGuiMod_Ctrl);
  w.ui.frames(2);
  w.ui.type("sh -c true");
  w.ui.frames(2);
  w.ui.key(ImGuiKey_Enter);
  w.ui.frames(3);
  CHECK(w.ui.workspace().recording() == nullptr);
  CHECK(w.ui.window().dialogs().is_open<RecordDialog>());
  CHECK(w.ui.has_mark("record.problem"));
}

}  // namespace lanescope
