// A signal that asks the window to end is a wish to quit, and the second one is obeyed.
#include "app/shell/window/signal_wish.h"

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

using Answer = SignalWish::Answer;

}  // namespace

TEST_CASE("a signal ends the window at once where nothing would be lost") {
  UiDriver ui;
  ui.open(source_folder() + "/assets/examples/transformer-cpu.json.gz");
  SignalWish wish;
  CHECK(wish.take(ui.window(), 0) == Answer::None);
  CHECK_FALSE(ui.window().wants_close());
  CHECK(wish.take(ui.window(), SIGTERM) == Answer::Ends);
  CHECK(ui.window().end_reason() == "signal 15 (SIGTERM)");
}

TEST_CASE("a signal while a program is recorded asks, and another one ends the window") {
  RecordWindow w;
  const std::string log = w.folder.path() + "/log";
  REQUIRE_FALSE(open_log(log, LogLevel::Info));
  w.record("--calls 1000000 --rate 1500");
  REQUIRE(w.until_shown());
  SignalWish wish;
  REQUIRE(wish.take(w.ui.window(), SIGINT) == Answer::Asks);
  CHECK(w.ui.window().quit_dialog_open());
  CHECK_FALSE(w.ui.window().wants_close());
  CHECK(file_text(log).find("asks whether to end (signal 2 (SIGINT)): The recording of fake_host "
                            "ends here") != std::string::npos);
  // Whoever ends a session kills next.
  CHECK(file_text(w.folder.path() + "/settings.json").find("fake_host") != std::string::npos);
  w.ui.frames(2);
  CHECK(wish.take(w.ui.window(), SIGINT) == Answer::None);
  SUBCASE("another one ends it") {
    CHECK(wish.take(w.ui.window(), SIGTERM) == Answer::Ends);
  }
  SUBCASE("who chooses to quit quits") {
    w.ui.click("quit.quit");
    CHECK(wish.take(w.ui.window(), SIGINT) == Answer::Ends);
    CHECK(w.ui.window().end_reason() == "signal 2 (SIGINT)");
  }
  SUBCASE("who stays is asked again by the next") {
    w.ui.click("quit.stay");
    w.ui.frames(2);
    CHECK(wish.take(w.ui.window(), SIGINT) == Answer::Stays);
    CHECK(w.ui.window().is_live());
    CHECK(wish.take(w.ui.window(), 0) == Answer::None);
    CHECK(wish.take(w.ui.window(), SIGTERM) == Answer::Asks);
    CHECK(w.ui.window().quit_dialog_open());
  }
  close_log();
}

TEST_CASE("marks that cannot be saved are asked about by a signal too, and saved where they can") {
  const TempFolder folder;
  const std::string side_file = folder.path() + "/small.json.lanescope.json";
  UiDriver ui;  // without a folder of its own there is no other place for them
  ui.open(folder.write("small.json", small_trace_text()));
  std::filesystem::create_directory(side_file);
  ui.key(ImGuiKey_M);
  ui.settle();
  SignalWish wish;
  CHECK(wish.take(ui.window(), SIGTERM) == Answer::Asks);
  ui.frames(2);
  ui.key(ImGuiKey_Escape);
  ui.frames(2);
  CHECK(wish.take(ui.window(), SIGTERM) == Answer::Stays);
  std::filesystem::remove(side_file);
  CHECK(wish.take(ui.window(), SIGTERM) == Answer::Asks);
  ui.settle();
  CHECK(std::filesystem::is_regular_file(side_file));
}

}  // namespace lanescope
