// The window while somebody writes to the file that is open in it.
#include <chrono>
#include <filesystem>
#include <fstream>
#include <string>

#include <doctest/doctest.h>

#include "app/shell/keys/commands.h"
#include "tests/app/small_trace_window.h"

namespace lanescope {
namespace {

namespace fs = std::filesystem;

struct ChangingWindow {
  ChangingWindow() {
    const std::string path = folder.write("small.json", small_trace_text());
    fs::last_write_time(path, fs::file_time_type::clock::now() - std::chrono::hours(1));
    ui.open(path);
    // Every event stands where it stood, and is another.
    std::string text = small_trace_text();
    for (std::size_t at = 0; (at = text.find("kernel_a", at)) != std::string::npos; ++at)
      text[at + 7] = 'z';
    folder.write("small.json", text);
  }
  [[nodiscard]] std::string notice() { return ui.notice() ? ui.notice()->text : std::string(); }
  TempFolder folder;
  UiDriver ui;
};

}  // namespace

TEST_CASE("Details of a file that has changed say so and show nothing of the other file") {
  ChangingWindow w;
  w.ui.view().selection.select(w.ui.find("kernel_a"));
  w.ui.settle();
  w.ui.frames(2);
  const std::string text = details_plain_text(*w.ui.workspace().trace()->panes->details.shown());
  CHECK(text.find("kernel_a") != std::string::npos);
  CHECK(text.find("cannot be read: the file has changed since it was loaded") != std::string::npos);
  CHECK(text.find("kernel_z") == std::string::npos);
  CHECK(w.notice().starts_with("small.json has changed since it was loaded"));
}

TEST_CASE("that a file has changed does not take the place of an error, and is said after it") {
  ChangingWindow w;
  w.ui.workspace().notices().tell(NoticeKind::Error, "small.json.gz cannot be saved");
  w.ui.view().selection.select(w.ui.find("kernel_a"));
  w.ui.settle();
  w.ui.frames(2);
  CHECK(w.notice() == "small.json.gz cannot be saved");
  w.ui.workspace().notices().dismiss();
  w.ui.frames(2);
  CHECK(w.notice().starts_with("small.json has changed since it was loaded"));
}

TEST_CASE("a trace is not saved without the arguments that can not be read any more") {
  ChangingWindow w;
  const std::string target = w.folder.write("small.json.gz", "before");
  const Command* command = find_command("save_trace");
  REQUIRE(command != nullptr);
  command->run(w.ui.window());
  w.ui.frames(4);
  w.ui.key(ImGuiKey_Enter);
  w.ui.frames(2);
  w.ui.click("save.accept");  // yes, in the old one's place
  w.ui.settle();
  w.ui.frames(2);
  CHECK(w.notice().find("the file has changed since it was loaded") != std::string::npos);
  std::ifstream file(target);
  std::string now;
  std::getline(file, now);
  CHECK(now == "before");
}

}  // namespace lanescope
