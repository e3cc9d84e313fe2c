// A signal that asks the window to end is a wish to quit, and the second one is obeyed.
#include "app/shell/window/quit/quit_signal.h"

#include <csignal>
#include <filesystem>
#include <string>

#include <doctest/doctest.h>

#include "core/base/files/log.h"
#include "tests/app/shell/record/record_window.h"
#include "tests/app/small_trace.h"
#include "tests/file_text.h"

namespace lanescope {
namespace {

using Answer = QuitSignal::Answer;

}  // namespace

TEST_CASE("a signal ends the window at once where nothing would be lost") {
  UiDriver ui;
  ui.open(source_folder() + "/assets/examples/transformer-cpu.json.gz");
  QuitSignal quit_signal;
  CHECK(quit_signal.take(ui.window(), 0) == Answer::None);
  CHECK_FALSE(ui.window().quitting().wants_close());
  CHECK(quit_signal.take(ui.window(), SIGTERM) == Answer::Ends);
  CHECK(ui.window().quitting().reason() == "signal 15 (SIGTERM)");
}

TEST_CASE("a signal while a program is recorded asks, and another one ends the window") {
  RecordWindow w;
  const std::string log = w.folder.path() + "/log";
  REQUIRE_FALSE(open_log(log, LogLevel::Info));
  w.record("--calls 1000000 --rate 1500");
  REQUIRE(w.until_shown());
  QuitSignal quit_signal;
  REQUIRE(quit_signal.take(w.ui.window(), SIGINT) == Answer::Asks);
  CHECK(w.ui.window().dialogs().is_open<QuitDialog>());
  CHECK_FALSE(w.ui.window().quitting().wants_close());
  CHECK(file_text(log).find("asking whether to quit (signal 2 (SIGINT)): Quitting ends the "
                            "recording of fake_host") != std::string::npos);
  // Whoever ends a session kills next.
  CHECK(file_text(w.folder.path() + "/settings.json").find("fake_host") != std::string::npos);
  w.ui.frames(2);
  CHECK(quit_signal.take(w.ui.window(), SIGINT) == Answer::None);
  SUBCASE("another one ends it") {
    CHECK(quit_signal.take(w.ui.window(), SIGTERM) == Answer::Ends);
  }
  SUBCASE("who chooses to quit quits") {
    w.ui.click("quit.quit");
    CHECK(quit_signal.take(w.ui.window(), SIGINT) == Answer::Ends);
    CHECK(w.ui.window().quitting().reason() == "signal 2 (SIGINT)");
  }
  SUBCASE("who stays is asked again by the next") {
    w.ui.click("quit.stay");
    w.ui.frames(2);
    CHECK(quit_signal.take(w.ui.window(), SIGINT) == Answer::Stays);
    CHECK(w.ui.workspace().is_live());
    CHECK(quit_signal.take(w.ui.window(), 0) == Answer::None);
    CHECK(quit_signal.take(w.ui.window(), SIGTERM) == Answer::Asks);
    CHECK(w.ui.window().dialogs().is_open<QuitDialog>());
  }
  close_log();
}

TEST_CASE("marks that cannot be saved are asked about by a signal too, and saved where they can") {
  const TempFolder folder;
  const std::string bookmark_file = folder.path() + "/small.json.lanescope.json";
  UiDriver ui;  // without a folder of its own there is no other place for them
  ui.open(folder.write("small.json", small_trace_text()));
  std::filesystem::create_directory(bookmark_file);
  ui.key(ImGuiKey_M);
  ui.settle();
  QuitSignal quit_signal;
  CHECK(quit_signal.take(ui.window(), SIGTERM) == Answer::Asks);
  ui.frames(2);
  ui.key(ImGuiKey_Escape);
  ui.frames(2);
  CHECK(quit_signal.take(ui.window(), SIGTERM) == Answer::Stays);
  std::filesystem::remove(bookmark_file);
  // They are tried again from time to time, which may have saved them just now.
  const Answer last = quit_signal.take(ui.window(), SIGTERM);
  CHECK((last == Answer::Asks || last == Answer::Ends));
  ui.settle();
  CHECK(std::filesystem::is_regular_file(bookmark_file));
}

}  // namespace lanescope
