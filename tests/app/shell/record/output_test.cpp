// What a recorded program writes, while it is recorded and after.
#include <csignal>
#include <string>
#include <string_view>
#include <vector>

#include <doctest/doctest.h>
#include <sys/stat.h>

#include "tests/app/seen_screen.h"
#include "tests/app/shell/record/record_window.h"
#include "tests/app/small_trace.h"

namespace lanescope {
namespace {

/// What a program without CUDA has written, once its recording has ended.
std::string output_of(RecordWindow& w, const std::string& script) {
  w.ui.run(workspace::Record{{.command = "sh -c '" + script + "'",
                              .sample = false,  // which would be something to record
                              .file = w.folder.path() + "/output.lanes"}});
  REQUIRE(w.ui.frames_until([&] { return w.ui.workspace().recording() == nullptr; }));
  w.ui.settle();
  REQUIRE(w.ui.show_tab("Output"));
  w.ui.frames(3);
  ImGui::SetClipboardText("");
  if (w.ui.has_mark("output.copy")) w.ui.click("output.copy");
  return ImGui::GetClipboardText();
}

}  // namespace

TEST_CASE("a program that fails before it uses CUDA shows why") {
  RecordWindow w;
  w.ui.run(workspace::Record{
      {.command =
           R"(sh -c 'echo starting; printf "\033[31mImportError\033[0m: no torch\n" >&2; exit 1')",
       .file = w.folder.path() + "/failed.lanes"}});
  REQUIRE(w.ui.frames_until([&] { return w.ui.workspace().recording() == nullptr; }));
  w.ui.settle();
  CHECK(w.shown_tab() == "Output");
  REQUIRE(w.ui.notice());
  CHECK(w.ui.notice()->text.find("sh exited with code 1") != std::string::npos);
  w.ui.click("output.copy");
  CHECK(std::string(ImGui::GetClipboardText()) == "starting\nImportError: no torch\n");
  // The notice leads there too, from anywhere else.
  w.ui.frames(2);
  CHECK_FALSE(w.ui.has_mark("notice.action"));
  REQUIRE(w.ui.show_tab("Overview"));
  w.ui.frames(2);
  w.ui.click("notice.action");
  CHECK(w.shown_tab() == "Output");
}

TEST_CASE("a recording that went wrong opens at its output, and the next trace does not") {
  RecordWindow w;
  w.ui.open(w.folder.write("before.json", small_trace_text()));
  REQUIRE(w.ui.show_tab("Kernels"));
  const std::string file = w.folder.path() + "/run.lanes";
  std::string command;
  SUBCASE("the program failed after it was recorded") {
    command = RecordWindow::command("--calls 70 --end kill");
  }
  SUBCASE("nothing was recorded") {
    command = "sh -c true";
  }
  w.ui.run(workspace::Record{
      {.command = command,
       .environment = "LANESCOPE_CUPTI=" + built("tests/capture/fake/libfake_cupti.so"),
       .sample = false,
       .file = file}});
  REQUIRE(w.ui.frames_until([&] { return w.ui.workspace().recording() == nullptr; }));
  w.ui.settle();
  REQUIRE(w.ui.view().session().path() == file);
  CHECK(w.shown_tab() == "Output");
  w.ui.open(w.folder.write("next.json", small_trace_text()));
  CHECK(w.shown_tab() == "Kernels");
}

TEST_CASE("a recording without events has its output and one sentence on what it is") {
  RecordWindow w;
  CHECK(output_of(w, "echo no GPU here") == "no GPU here\n");
  CHECK(w.ui.tabs() == std::vector<std::string_view>{"Overview", "Output", "Load report"});
  REQUIRE(w.ui.show_tab("Overview"));
  w.ui.settle();
  CHECK(SeenScreen().page({0, 0, 1600, 900}).find("This recording has no events") !=
        std::string::npos);
}

TEST_CASE("what a program writes is there, with nothing to read for it") {
  RecordWindow w;
  CHECK(output_of(w, "read line || echo no input; echo on") == "no input\non\n");
}

TEST_CASE("a program that goes on after its recording is still heard, and how it ends") {
  RecordWindow w;
  w.record("--calls 1000000 --rate 1500");
  REQUIRE(w.until_shown());
  w.ui.click("record.stop");
  REQUIRE(w.until_over());
  w.ui.settle();
  REQUIRE(w.ui.notice());
  CHECK(w.ui.notice()->text.starts_with("Stopped. fake_host (PID " + std::to_string(w.pid()) +
                                        ") is still running. Recording saved to "));
  w.kill_program(SIGTERM);
  CHECK(w.ui.frames_until([&] {
    const auto& notice = w.ui.notice();
    return notice &&
           notice->text == "fake_host was killed by signal 15 (SIGTERM) after the recording ended.";
  }));
  w.ui.frames(2);
  w.ui.click("notice.action");
  w.ui.frames(2);
  CHECK(w.shown_tab() == "Output");
}

TEST_CASE("a program that goes on while another is recorded fills no memory with what it writes") {
  RecordWindow w;
  const std::string go = w.folder.path() + "/go";
  w.ui.run(workspace::Record{
      {.command = "sh -c 'until test -e " + go +
                  "; do sleep 0.05; done; head -c 16777216 /dev/zero; exec sleep 300'",
       .file = w.folder.path() + "/first.lanes"}});
  REQUIRE(w.ui.frames_until([&] {
    w.note_pid();
    return w.pid() > 0;
  }));
  w.ui.run(workspace::StopRecording{});
  REQUIRE(w.ui.frames_until([&] { return w.ui.workspace().recording() == nullptr; }));
  output_of(w, "true");  // is recorded, and takes the place of the first

  w.folder.write("go", "");
  struct stat kept {};
  const std::string output = "/proc/" + std::to_string(w.pid()) + "/fd/1";
  CHECK(w.ui.frames_until([&] {
    return ::stat(output.c_str(), &kept) == 0 && kept.st_size == 16777216 &&
           kept.st_blocks * 512 < 1048576;
  }));
}
}  // namespace lanescope
