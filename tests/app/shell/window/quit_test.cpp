// What ends the program is told, and asked about where something would be lost or left behind.
#include <csignal>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>

#include <doctest/doctest.h>

#include "core/base/files/log.h"
#include "tests/app/shell/record/record_window.h"
#include "tests/app/small_trace.h"

namespace lanescope {
namespace {

/// A program that goes on whether it is recorded or not, until it is told to end.
void record_endless(RecordWindow& w) {
  w.record("--calls 1000000 --rate 1500");
  REQUIRE(w.until_shown());
}

/// A program that does not end when it is asked to.
void record_deaf(RecordWindow& w) {
  const std::string deaf = w.folder.path() + "/deaf";
  RecordRequest request;
  request.command = "sh -c 'trap \"\" TERM; touch " + deaf + "; while :; do sleep 0.05; done'";
  request.file = deaf + ".lanes";
  w.ui.run(workspace::Record{request});
  REQUIRE(w.ui.frames_until([&] { return std::filesystem::exists(deaf); }));
  w.note_pid();
}

bool runs(pid_t pid) {
  return ::kill(pid, 0) == 0;
}

/// A program that outlives the command that started it, in a session of its own as launchers make
/// them: out of reach for what is sent to the command's group.
class Outlives {
 public:
  /// A word of sh that starts it in the background.
  static std::string start(const RecordWindow& w, const std::string& program) {
    return "setsid " + program + " & echo $! > " + number_file(w) + ".new; mv " + number_file(w) +
           ".new " + number_file(w);
  }
  explicit Outlives(RecordWindow& w) {
    REQUIRE(w.ui.frames_until([&] { return std::filesystem::exists(number_file(w)); }));
    std::ifstream(number_file(w)) >> pid_;
    REQUIRE(pid_ > 0);
  }
  ~Outlives() { ::kill(pid_, SIGKILL); }
  Outlives(const Outlives&) = delete;
  Outlives& operator=(const Outlives&) = delete;

  /// Who takes in orphans may not have fetched it yet: that is no life. One that is about to end is
  /// not among the running ones any more, a moment before this sees it.
  [[nodiscard]] bool lives() const {
    std::ifstream file("/proc/" + std::to_string(pid_) + "/stat");
    const std::string stat{std::istreambuf_iterator<char>(file), {}};
    return !stat.empty() && stat.find(") Z ") == std::string::npos;
  }
  /// "1 process of sh (PID 4711)".
  [[nodiscard]] std::string name() const {
    return "1 process of sh (PID " + std::to_string(pid_) + ")";
  }

 private:
  static std::string number_file(const RecordWindow& w) { return w.folder.path() + "/left"; }
  pid_t pid_ = 0;
};

void record_sh(RecordWindow& w, const std::string& script) {
  RecordRequest request;
  request.command = "sh -c '" + script + "'";
  request.environment = "LANESCOPE_CUPTI=" + built("tests/capture/fake/libfake_cupti.so");
  request.file = w.folder.path() + "/sh.lanes";
  w.ui.run(workspace::Record{request});
  w.note_pid();
  REQUIRE(w.pid() > 0);
}

std::string notice(RecordWindow& w) {
  return w.ui.notice() ? w.ui.notice()->text : std::string();
}

std::string with_pid(const RecordWindow& w) {
  return "fake_host (PID " + std::to_string(w.pid()) + ")";
}

}  // namespace

TEST_CASE("nothing is asked where nothing would be lost, and the reason is known") {
  UiDriver ui;
  ui.open(source_folder() + "/assets/examples/transformer-cpu.json.gz");
  ui.key(ImGuiKey_Q, ImGuiMod_Ctrl);
  CHECK(ui.window().quitting().wants_close());
  CHECK(ui.window().quitting().reason() == "quit command via shortcut Ctrl+Q");
}

TEST_CASE("the way a command was given is in the log, with what was opened and what failed") {
  const TempFolder folder;
  const std::string path = folder.path() + "/log";
  REQUIRE_FALSE(open_log(path, LogLevel::Debug));
  {
    UiDriver ui;
    ui.open(folder.write("small.json", small_trace_text()));
    ui.run(workspace::Open{folder.path() + "/nowhere.json"});
    ui.settle();
    ui.key(ImGuiKey_P, ImGuiMod_Ctrl | ImGuiMod_Shift);
    ui.frames(2);
    ui.type("quit");
    ui.frames(2);
    ui.key(ImGuiKey_Enter);
    ui.frames(2);
    CHECK(ui.window().quitting().wants_close());
    CHECK(ui.window().quitting().reason() == "quit command via the command palette");
  }
  close_log();
  std::ifstream file(path);
  const std::string text{std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
  CHECK(text.find("info: opening " + folder.path() + "/small.json\n") != std::string::npos);
  CHECK(text.find("info: " + folder.path() + "/small.json: ") != std::string::npos);
  CHECK(text.find(" events · loaded in ") != std::string::npos);
  for (const char* stage : {"reading", "sorting", "linking"})
    CHECK(text.find("debug: " + folder.path() + "/small.json: " + stage + " took ") !=
          std::string::npos);
  CHECK(text.find("debug: analysis: ") != std::string::npos);
  CHECK(text.find("error: nowhere.json: ") != std::string::npos);
  CHECK(text.find("debug: palette, via shortcut Ctrl+Shift+P\n") != std::string::npos);
  CHECK(text.find("debug: quit, via the command palette\n") != std::string::npos);
}

TEST_CASE("who quits while a program is recorded is asked, and may stay") {
  RecordWindow w;
  record_endless(w);
  w.ui.key(ImGuiKey_Q, ImGuiMod_Ctrl);
  w.ui.frames(2);
  CHECK_FALSE(w.ui.window().quitting().wants_close());
  REQUIRE(w.ui.window().dialogs().is_open<QuitDialog>());
  w.ui.click("quit.stay");
  w.ui.frames(2);
  CHECK_FALSE(w.ui.window().dialogs().is_open<QuitDialog>());
  CHECK_FALSE(w.ui.window().quitting().wants_close());
  CHECK(w.ui.workspace().is_live());
  // The desktop's way to close a window is no other.
  w.ui.window().quit("the window was closed");
  w.ui.frames(2);
  CHECK(w.ui.window().dialogs().is_open<QuitDialog>());
  w.ui.key(ImGuiKey_Escape);
  w.ui.frames(2);
  CHECK_FALSE(w.ui.window().dialogs().is_open<QuitDialog>());
  CHECK_FALSE(w.ui.window().quitting().wants_close());
  CHECK(runs(w.pid()));
}

TEST_CASE("who quits may leave the recorded program running, which is told with its number") {
  RecordWindow w;
  record_endless(w);
  w.ui.window().quit("the window was closed");
  w.ui.frames(2);
  w.ui.click("quit.quit");
  CHECK(w.ui.window().quitting().wants_close());
  CHECK(w.ui.window().quitting().reason() == "the window was closed");
  const auto words = w.ui.workspace().recordings().parting_words();
  REQUIRE(words.size() == 1);
  CHECK(words[0].file == w.ui.workspace().recording()->file());
  CHECK(words[0].text == "contains the recording so far; " + with_pid(w) +
                             " keeps running but is no longer recorded");
  CHECK(runs(w.pid()));
}

TEST_CASE("who quits may end the recorded program first, and its recording is complete") {
  RecordWindow w;
  record_endless(w);
  w.ui.key(ImGuiKey_Q, ImGuiMod_Ctrl);
  w.ui.frames(2);
  w.ui.click("quit.end");
  CHECK_FALSE(w.ui.window().quitting().wants_close());  // not before it has ended
  REQUIRE(w.ui.frames_until([&] { return w.ui.window().quitting().wants_close(); }));
  CHECK_FALSE(runs(w.pid()));
  CHECK(w.ui.workspace().recording() == nullptr);
  CHECK(w.ui.workspace().recordings().parting_words().empty());
}

TEST_CASE("a program that does not listen is killed before the window closes") {
  RecordWindow w;
  record_deaf(w);
  REQUIRE(runs(w.pid()));
  w.ui.key(ImGuiKey_Q, ImGuiMod_Ctrl);
  w.ui.frames(2);
  w.ui.click("quit.end");
  w.ui.frames(20);
  CHECK_FALSE(w.ui.window().quitting().wants_close());
  CHECK(w.ui.window().dialogs().is_open<QuitDialog>());
  REQUIRE(w.ui.frames_until([&] { return w.ui.window().quitting().wants_close(); }));
  CHECK_FALSE(runs(w.pid()));
}

TEST_CASE("a stop tells that the program is still running, with its number, and can end it") {
  RecordWindow w;
  record_endless(w);
  w.ui.click("record.stop");
  REQUIRE(w.until_over());
  w.ui.settle();
  CHECK(notice(w).starts_with("Stopped. " + with_pid(w) + " is still running. "));
  CHECK(w.ui.notice()->action == "End program");
  // Also who has dismissed that can end it, and is asked before the window closes.
  w.ui.click("notice.close");
  w.ui.key(ImGuiKey_Q, ImGuiMod_Ctrl);
  w.ui.frames(2);
  CHECK(w.ui.window().dialogs().is_open<QuitDialog>());
  w.ui.key(ImGuiKey_Escape);
  w.ui.frames(2);
  const Command* end = find_command("end_program");
  REQUIRE(end != nullptr);
  REQUIRE(end->enabled(w.ui.window()));
  end->run(w.ui.window());
  REQUIRE(w.ui.frames_until([&] { return notice(w) == "fake_host has ended."; }));
  CHECK_FALSE(runs(w.pid()));
  CHECK_FALSE(end->enabled(w.ui.window()));
  w.ui.key(ImGuiKey_Q, ImGuiMod_Ctrl);
  CHECK(w.ui.window().quitting().wants_close());
}

TEST_CASE("the program of a recording that is not in front is told of too, and can be ended") {
  RecordWindow w;
  record_endless(w);
  w.ui.run(workspace::Close{});
  w.ui.run(workspace::Open{w.ui.window().options().examples.front().path});
  w.ui.settle();
  w.ui.run(workspace::StopRecording{});
  REQUIRE(w.ui.frames_until([&] { return w.ui.workspace().recording() == nullptr; }));
  w.ui.frames(2);
  CHECK(notice(w).find(with_pid(w) + " is still running") != std::string::npos);
  CHECK(w.ui.notice()->other_action == "Open recording");
  w.ui.click("notice.action");
  REQUIRE(w.ui.frames_until([&] { return notice(w) == "fake_host has ended."; }));
  CHECK_FALSE(runs(w.pid()));
}

TEST_CASE("what outlives the command is told of at its end and on quitting, and can be ended") {
  RecordWindow w;
  record_sh(w, Outlives::start(w, "sleep 600"));
  const Outlives left(w);
  REQUIRE(w.ui.frames_until([&] { return w.ui.workspace().recording() == nullptr; }));
  // On a busy machine something else may be told of first.
  CHECK(w.ui.frames_until(
      [&] { return notice(w).starts_with("Stopped. " + left.name() + " is still running. "); }));
  CHECK(w.ui.notice()->action == "End program");
  CHECK(w.ui.workspace().recordings().program_runs());
  w.ui.key(ImGuiKey_Q, ImGuiMod_Ctrl);
  w.ui.frames(2);
  REQUIRE(w.ui.window().dialogs().is_open<QuitDialog>());
  CHECK(w.ui.workspace().recordings().parting_words().at(0).text ==
        left.name() + " is still running");
  CHECK(left.lives());
  w.ui.click("quit.end");
  REQUIRE(w.ui.frames_until([&] { return w.ui.window().quitting().wants_close(); }));
  CHECK(w.ui.frames_until([&] { return !left.lives(); }));
}

TEST_CASE("an orphan that is recorded is told of on quitting, and ends with its recording") {
  RecordWindow w;
  const std::string go = w.folder.path() + "/go";
  // Of a command that ends before anybody has joined the recording ends too.
  record_sh(w, Outlives::start(w, RecordWindow::command("--calls 1000000 --rate 1500")) +
                   "; until [ -e " + go + " ]; do sleep 0.02; done");
  const Outlives left(w);
  REQUIRE(w.until_shown());
  w.folder.write("go", "");
  REQUIRE(
      w.ui.frames_until([&] { return !w.ui.workspace().recording()->state().command->running; }));
  w.ui.key(ImGuiKey_Q, ImGuiMod_Ctrl);
  w.ui.frames(2);
  REQUIRE(w.ui.window().dialogs().is_open<QuitDialog>());
  CHECK(w.ui.workspace().recordings().parting_words().at(0).text ==
        "contains the recording so far; " + left.name() +
            " keeps running but is no longer recorded");
  w.ui.click("quit.end");
  REQUIRE(w.ui.frames_until([&] { return w.ui.window().quitting().wants_close(); }));
  CHECK(w.ui.frames_until([&] { return !left.lives(); }));
}

TEST_CASE("who ends the program ends what it started too, in other sessions and deaf ones") {
  RecordWindow w;
  std::string program = "sleep 600";
  SUBCASE("one that listens") {}
  SUBCASE("one that has to be killed") {
    program = "sh -c \"trap : TERM; while :; do sleep 0.05; done\"";
  }
  record_sh(w, Outlives::start(w, program) + "; exec sleep 600");
  const Outlives left(w);
  w.ui.run(workspace::EndProgram{});
  const auto is_over = [&] {
    const bool in_vain = notice(w).find(" still running") != std::string::npos;
    if (in_vain && w.ui.has_mark("notice.action")) w.ui.click("notice.action");
    return !w.ui.workspace().recordings().program_runs();
  };
  REQUIRE(w.ui.frames_until(is_over));
  CHECK(w.ui.frames_until([&] { return !left.lives(); }));
  CHECK_FALSE(runs(w.pid()));
}

TEST_CASE("a program that was asked to end and does not can be killed") {
  RecordWindow w;
  record_deaf(w);
  w.ui.run(workspace::EndProgram{});
  REQUIRE(w.ui.frames_until([&] {
    return notice(w).find("was asked to end and is still running") != std::string::npos;
  }));
  CHECK(runs(w.pid()));
  w.ui.frames(2);
  w.ui.click("notice.action");
  REQUIRE(w.ui.frames_until([&] { return !w.ui.workspace().recordings().program_runs(); }));
  CHECK_FALSE(runs(w.pid()));
}

TEST_CASE("marks that cannot be saved are asked about") {
  const TempFolder folder;
  UiDriver ui;  // without a folder of its own there is no other place for them
  ui.open(folder.write("small.json", small_trace_text()));
  std::filesystem::create_directory(folder.path() + "/small.json.lanescope.json");
  ui.key(ImGuiKey_M);
  ui.settle();
  ui.key(ImGuiKey_Q, ImGuiMod_Ctrl);
  ui.frames(2);
  CHECK_FALSE(ui.window().quitting().wants_close());
  REQUIRE(ui.window().dialogs().is_open<QuitDialog>());
  ui.settle();  // what was tried on asking has failed as well
  std::filesystem::remove(folder.path() + "/small.json.lanescope.json");
  ui.key(ImGuiKey_Escape);
  ui.frames(2);
  // Who asks again has made room for them.
  ui.key(ImGuiKey_Q, ImGuiMod_Ctrl);
  ui.settle();
  CHECK(std::filesystem::is_regular_file(folder.path() + "/small.json.lanescope.json"));
  ui.click("quit.quit");
  CHECK(ui.window().quitting().wants_close());
}

TEST_CASE("after a second recording the name at the top is that of the second") {
  RecordWindow w;
  for (const char* name : {"first", "second", "third"}) {
    RecordRequest request;
    request.command = RecordWindow::command("--calls 700 --mix all");
    request.environment = "LANESCOPE_CUPTI=" + built("tests/capture/fake/libfake_cupti.so");
    request.file = w.folder.path() + "/" + name + ".lanes";
    w.ui.run(workspace::Record{request});
    REQUIRE(w.ui.frames_until([&] { return w.ui.workspace().recording() == nullptr; }));
    w.ui.settle();
    CHECK(w.ui.window().top_bar().name() == std::string(name) + ".lanes");
    CHECK(w.ui.window().title() == std::string(name) + ".lanes – Lanescope");
  }
}

}  // namespace lanescope
