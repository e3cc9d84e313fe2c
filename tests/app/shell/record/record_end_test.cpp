// How recordings end, by themselves or stopped, seen or closed, and what stays of them.
#include <csignal>
#include <filesystem>
#include <string>

#include <doctest/doctest.h>

#include "tests/app/shell/record/record_window.h"
#include "tests/app/small_trace.h"

using namespace lanescope;

namespace {

namespace fs = std::filesystem;

}  // namespace

TEST_CASE("a program that ends by itself ends its recording") {
  RecordWindow w;
  w.record("--calls 700 --mix all");
  REQUIRE(w.until_over());
  const Snapshot& trace = *w.ui.view().snapshot();
  CHECK(trace.report.complete);
  CHECK(trace.kernel_links.count == 100);  // one call in seven launches
  CHECK(trace.kernel_links.with_launch == 100);
  REQUIRE(w.ui.notice());
  CHECK(w.ui.notice()->text.starts_with("Recording saved to "));
}

TEST_CASE("a killed program leaves its calls, and the window says how it ended") {
  RecordWindow w;
  w.record("--calls 700 --mix all --end kill");
  REQUIRE(w.until_over());
  CHECK(w.ui.view().snapshot()->counts.by_category.at("cuda_runtime") >= 500);
  REQUIRE(w.ui.notice());
  CHECK(w.ui.notice()->text.find("signal 9") != std::string::npos);
}

TEST_CASE("stopping tells of a program that runs on, which is ended or kept") {
  RecordWindow w;
  w.record("--calls 1000000 --rate 1000");
  REQUIRE(w.until_shown());
  w.ui.click("record.stop");
  REQUIRE(w.until_over());
  w.ui.frames(2);
  REQUIRE(w.ui.notice());
  CHECK(w.ui.notice()->text.starts_with("Stopped. fake_host (PID "));
  SUBCASE("kept") {
    w.ui.click("notice.other_action");
    w.ui.frames(3);
    CHECK_FALSE(w.ui.notice());
    CHECK(w.ui.workspace().recordings().program_runs());
    w.kill_program(SIGKILL);
  }
  SUBCASE("ended") {
    w.ui.click("notice.action");
    CHECK(w.ui.frames_until([&] { return !w.ui.workspace().recordings().program_runs(); }));
  }
}

TEST_CASE("what was saved while a program was recorded is named once it has ended") {
  RecordWindow w;
  w.ui.window().settings().record.keep_last = "10 s";
  w.record("--calls 1000000 --rate 1000");
  REQUIRE(w.until_shown());
  const std::string file = w.ui.workspace().recording()->file();
  w.ui.key(ImGuiKey_L, ImGuiMod_Ctrl | ImGuiMod_Shift);
  REQUIRE(w.ui.frames_until([&] { return !w.ui.workspace().recording()->state().saved.empty(); }));
  w.ui.click("record.stop");
  REQUIRE(w.until_over());
  w.ui.frames(2);
  w.ui.click("notice.action");
  const std::string words =
      "fake_host has ended. Recording saved to " + file + ", a part of it to ";
  REQUIRE(
      w.ui.frames_until([&] { return w.ui.notice() && w.ui.notice()->text.starts_with(words); }));
  CHECK(w.ui.notice()->text.ends_with(" ….1.lanes."));
}

TEST_CASE("a recording that was closed is led back to, live, and so is its file") {
  RecordWindow w;
  w.record("--calls 1000000 --rate 1000");
  REQUIRE(w.until_shown());
  const std::string file = w.ui.workspace().recording()->file();
  w.ui.key(ImGuiKey_W, ImGuiMod_Ctrl);
  w.ui.frames(2);
  REQUIRE(w.ui.workspace().trace() == nullptr);
  REQUIRE(w.ui.notice());
  CHECK(w.ui.notice()->action == "Show recording");
  w.ui.click("notice.action");
  REQUIRE(w.until_shown());
  CHECK(w.ui.workspace().is_live());
  CHECK_FALSE(w.ui.notice());
  w.ui.key(ImGuiKey_W, ImGuiMod_Ctrl);
  w.ui.run(workspace::Open{file});
  REQUIRE(w.until_shown());
  CHECK(w.ui.workspace().is_live());
  // Another one has to wait.
  w.ui.key(ImGuiKey_R, ImGuiMod_Ctrl);
  w.ui.frames(2);
  CHECK_FALSE(w.ui.window().dialogs().is_open<RecordDialog>());
  REQUIRE(w.ui.notice());
  CHECK(w.ui.notice()->text.starts_with("Stop this recording"));
  w.ui.run(workspace::Close{});
  // It ends while something else is in front.
  w.ui.run(workspace::OpenTogether{{w.folder.write("rank0.json", small_trace_text()),
                                    w.folder.write("rank1.json", small_trace_text())}});
  w.ui.settle();
  REQUIRE(w.ui.workspace().ranks_in_front());
  w.ui.run(workspace::StopRecording{});
  REQUIRE(w.ui.frames_until([&] { return w.ui.workspace().recording() == nullptr; }));
  REQUIRE(w.ui.notice());
  CHECK(w.ui.notice()->action == "End program");
  CHECK(w.ui.notice()->other_action == "Open recording");
  w.ui.frames(2);
  w.ui.click("notice.other_action");
  w.ui.settle();
  REQUIRE(w.ui.workspace().trace() != nullptr);
  CHECK(w.ui.view().session().path() == file);
}

TEST_CASE("after a second recording the window names that one, not the first") {
  RecordWindow w;
  for (const char* name : {"first.lanes", "second.lanes"}) {
    w.ui.run(workspace::Record{
        {.command = RecordWindow::command("--calls 70"),
         .environment = "LANESCOPE_CUPTI=" + built("tests/capture/fake/libfake_cupti.so"),
         .file = w.folder.path() + "/" + name}});
    REQUIRE(w.until_over());
    w.ui.settle();
    w.ui.frames(2);
    CHECK(w.ui.window().top_bar().name() == name);
    CHECK(w.ui.window().title().starts_with(name));
  }
}

TEST_CASE("a recording is not compared before its end, and is gone back to from a load") {
  RecordWindow w;
  w.record("--calls 1000000 --rate 1000");
  REQUIRE(w.until_shown());
  const std::string file = w.ui.workspace().recording()->file();
  w.ui.run(workspace::Compare{file});
  w.ui.frames(3);
  CHECK_FALSE(w.ui.workspace().runs().open());
  REQUIRE(w.ui.notice());
  CHECK(w.ui.notice()->text.starts_with("This is still being recorded"));
  // Who changes their mind while another loads stays with the recording.
  w.ui.run(workspace::Open{w.folder.write("small.json", small_trace_text({.steps = 3000}))});
  w.ui.run(workspace::Open{file});
  w.ui.frames(20);
  CHECK(w.ui.view().session().path() == file);
  CHECK(w.ui.workspace().is_live());
}

TEST_CASE("a recording that fails while its lanes are closed says so, and has its output") {
  RecordWindow w;
  w.ui.run(workspace::Record{{.command = "sh -c 'echo no torch; sleep 1; exit 3'",
                              .sample = false,
                              .file = w.folder.path() + "/failed.lanes"}});
  w.ui.frames(2);
  w.ui.run(workspace::Close{});
  w.ui.run(workspace::Open{w.ui.window().options().examples.front().path});
  w.ui.settle();
  REQUIRE(w.ui.frames_until([&] { return w.ui.workspace().recording() == nullptr; }));
  REQUIRE(w.ui.notice());
  CHECK(w.ui.notice()->kind == NoticeKind::Warning);
  CHECK(w.ui.notice()->text.find("Nothing was recorded: sh exited with code 3") !=
        std::string::npos);
  w.ui.frames(3);
  REQUIRE(w.ui.notice());
  w.ui.click("notice.action");
  w.ui.settle();
  CHECK(w.ui.view().session().path() == w.folder.path() + "/failed.lanes");
  CHECK(w.shown_tab() == "Output");
}

TEST_CASE("a program without CUDA is waited for, and told of when it has ended") {
  RecordWindow w;
  w.ui.run(workspace::Record{
      {.command = "sh -c 'exit 3'", .sample = false, .file = w.folder.path() + "/a.lanes"}});
  REQUIRE(w.ui.frames_until([&] { return w.ui.workspace().recording() == nullptr; }));
  w.ui.settle();
  REQUIRE(w.ui.notice());
  CHECK(w.ui.notice()->text.find("Nothing was recorded") != std::string::npos);
  CHECK(w.ui.notice()->text.find("code 3") != std::string::npos);
}

TEST_CASE("the file of a recording of nothing goes when it is closed, that of another stays") {
  RecordWindow w;
  const std::string nothing = w.folder.path() + "/nothing.lanes";
  w.ui.run(workspace::Record{{.command = "sh -c true", .sample = false, .file = nothing}});
  REQUIRE(w.until_over());
  CHECK(fs::exists(nothing));  // it is shown
  w.ui.run(workspace::Close{});
  w.ui.frames(2);
  while (w.ui.notice()) {
    w.ui.click("notice.close");
    w.ui.frames(2);
  }
  CHECK(w.ui.frames_until([&] { return !fs::exists(nothing); }));
  w.record("--calls 700 --mix all");
  const std::string something = w.ui.workspace().recording()->file();
  REQUIRE(w.until_over());
  w.ui.run(workspace::Close{});
  w.ui.frames(2);
  w.ui.settle();
  CHECK(fs::exists(something));
}
