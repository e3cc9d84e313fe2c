// What would be lost or left behind, each in its own words.
#include <csignal>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>
#include <unistd.h>

#include <doctest/doctest.h>

#include "core/base/files/log.h"
#include "tests/app/shell/record/record_window.h"
#include "tests/app/small_trace_window.h"

namespace lanescope {
namespace {

/// Quits, and reads in the log what was asked; empty: nothing.
class Asked {
 public:
  Asked() { REQUIRE_FALSE(open_log(path_, LogLevel::Info)); }
  ~Asked() { close_log(); }
  Asked(const Asked&) = delete;
  Asked& operator=(const Asked&) = delete;

  std::string by(MainWindow& window) const {
    window.quit("the test is over");
    std::ifstream file(path_);
    const std::string log{std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
    const std::string words = "asking whether to quit (the test is over): ";
    const std::size_t at = log.find(words);
    if (at == std::string::npos) return {};
    const std::size_t from = at + words.size();
    return log.substr(from, log.find('\n', from) - from);
  }

 private:
  TempFolder folder_;
  std::string path_ = folder_.path() + "/log";
};

}  // namespace

TEST_CASE("who quits is told of a trace that a process has not written yet") {
  const Asked asked;
  const TempFolder folder;
  UiDriver ui(1600, 900, folder.path() + "/settings.json", true, folder.path() + "/proc");
  ui.key(ImGuiKey_A, ImGuiMod_Ctrl | ImGuiMod_Shift);
  ui.frames(2);
  REQUIRE(ui.window().dialogs().is_open<AttachDialog>());
  RunningProcess process;
  process.pid = ::getpid();
  process.command = "python train.py";
  process.arguments = {"python", "train.py"};
  process.socket_folder = folder.path();
  AttachRequest request;
  request.file = folder.path() + "/train.json";
  ui.run(workspace::Attach{process, request});
  REQUIRE(ui.frames_until([&] {
    const Attachment* attachment = ui.workspace().attachment();
    return attachment != nullptr && attachment->state().stage == AttachStage::Waiting;
  }));
  CHECK(asked.by(ui.window()) == "The trace of train.py (" + std::to_string(::getpid()) +
                                     ") is not finished and would be lost.");
  CHECK_FALSE(ui.window().quitting().wants_close());
}

TEST_CASE("who quits is told of a file that is still being written") {
  const Asked asked;
  SmallTraceWindow w;
  w.ui.show_tab("kernels");
  w.ui.settle();
  const Command* command = find_command("export_csv");
  REQUIRE(command != nullptr);
  command->run(w.ui.window());
  w.ui.frames(4);
  REQUIRE(w.ui.window().dialogs().is_open<FileDialog>());
  std::string reported;
  bool was_open = true;
  // In the frame that has begun to write it.
  w.ui.each_frame([&](double) {
    const bool closed = was_open && !w.ui.window().dialogs().is_open<FileDialog>();
    was_open = w.ui.window().dialogs().is_open<FileDialog>();
    if (closed) reported = asked.by(w.ui.window());
  });
  w.ui.key(ImGuiKey_Enter);
  w.ui.frames(2);
  w.ui.each_frame({});
  CHECK(reported == w.folder.path() + "/small-kernels.csv is still being written.");
  CHECK_FALSE(w.ui.window().quitting().wants_close());
}

TEST_CASE("who quits is told of the program of an older recording") {
  const Asked asked;
  RecordWindow w;
  w.record("--calls 1000000 --rate 1500");
  REQUIRE(w.until_shown());
  w.ui.click("record.stop");
  REQUIRE(w.until_over());
  w.ui.open(w.folder.write("small.json", small_trace_text()));
  CHECK(asked.by(w.ui.window()) ==
        "fake_host (PID " + std::to_string(w.pid()) +
            ") is still running. After you quit, further output is not shown.");
  w.ui.frames(2);
  w.ui.click("quit.end");
  REQUIRE(w.ui.frames_until([&] { return w.ui.window().quitting().wants_close(); }));
  CHECK(::kill(w.pid(), 0) != 0);
}

}  // namespace lanescope
