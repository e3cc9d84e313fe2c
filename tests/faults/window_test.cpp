// A window whose display goes away, and one that is asked to end by a signal: settings are saved,
// and the log has the reason.
#include <csignal>
#include <filesystem>
#include <string>

#include <doctest/doctest.h>

#include "tests/faults/program_run.h"
#include "tests/skip.h"

namespace lanescope {
namespace {

/// Opens the window on a display of its own, runs `line` once a trace is shown ($w: the window's
/// process, $x: the display's), and gives the window's end.
Ended with_window(const TempFolder& folder, const std::string& line) {
  std::filesystem::copy_file(example(), folder.path() + "/mine.json.gz");
  return run(folder, R"(export XDG_CONFIG_HOME=$PWD/config XDG_STATE_HOME=$PWD/state
Xvfb -displayfd 6 -screen 0 800x600x24 6> number > /dev/null 2>&1 & x=$!
for i in $(seq 500); do [ -s number ] && break; sleep 0.02; done
DISPLAY=:$(cat number) $L mine.json.gz & w=$!
for i in $(seq 500); do [ -d config/lanescope/thumbnails ] && break; sleep 0.02; done; sleep 0.3
)" + line + R"(
wait $w; code=$?; kill $x 2>/dev/null; wait $x; exit $code)");
}

void need_display() {
  const TempFolder folder;
  if (run(folder, "command -v Xvfb").code != 0) skip_case("Xvfb is not installed");
}

std::string log_of(const TempFolder& folder) {
  return text_of(folder.path() + "/state/lanescope/log");
}

bool has_settings(const TempFolder& folder) {
  return text_of(folder.path() + "/config/lanescope/settings.json").find("mine.json.gz") !=
         std::string::npos;
}

}  // namespace

TEST_CASE("when the display goes the window ends with one line, its settings saved") {
  need_display();
  const TempFolder folder;
  const Ended ended = with_window(folder, "kill -9 $x");
  CAPTURE(ended.errors);
  CHECK(ended.code == kUnusable);
  CHECK(ended.errors.find("lanescope: window: the display is gone") != std::string::npos);
  CHECK(has_settings(folder));
  CHECK(log_of(folder).find("error: window: the display is gone; settings and marks have been "
                            "saved\n") != std::string::npos);
}

TEST_CASE("a window that is asked to end by a signal saves its settings") {
  need_display();
  const TempFolder folder;
  const Ended ended = with_window(folder, "kill -TERM $w");
  CAPTURE(ended.errors);
  CHECK(ended.shell_code == 128 + SIGTERM);
  CHECK(has_settings(folder));
  const std::string log = log_of(folder);
  CHECK(log.find("info: OpenGL ") != std::string::npos);
  CHECK(log.find("info: opening " + folder.path() + "/mine.json.gz\n") != std::string::npos);
  CHECK(log.find(" events · loaded in ") != std::string::npos);
  CHECK(log.ends_with("info: exiting: signal 15 (SIGTERM)\n"));
}

TEST_CASE("a window that crashes leaves a line in the log, and ends as it would without") {
  need_display();
  const TempFolder folder;
  const Ended ended = with_window(folder, "kill -SEGV $w");
  CHECK(ended.shell_code == 128 + SIGSEGV);
  CHECK(log_of(folder).ends_with("error: exiting: crashed (SIGSEGV)\n"));
}

TEST_CASE("a log that was named and cannot be written is an error") {
  need_display();
  const TempFolder folder;
  const Ended ended =
      with_window(folder, "kill -TERM $w; DISPLAY=:$(cat number) $L --log there/log/");
  CHECK(ended.errors.find("lanescope: there/log/: cannot be written: ") != std::string::npos);
}

TEST_CASE("settings that the disk does not take are told when the window is closed") {
  need_display();
  const TempFolder folder;
  // Neither of the two can be put aside.
  const std::string settings = folder.path() + "/config/lanescope/settings.json";
  std::filesystem::create_directories(settings);
  std::filesystem::create_directories(settings + ".unreadable/full");
  const Ended ended = with_window(folder, "kill -TERM $w");
  CHECK(ended.errors.find("lanescope: settings: cannot be saved to ") != std::string::npos);
  CHECK(ended.own_lines() == 1);
}

}  // namespace lanescope
