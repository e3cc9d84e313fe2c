// A running process is asked for a trace from the window. The process is this test, which says what
// Kineto in it would say.
#include <csignal>
#include <filesystem>
#include <fstream>
#include <unistd.h>

#include <doctest/doctest.h>

#include "capture/host/attach/kineto_messages.h"
#include "capture/host/runner/launcher.h"
#include "tests/app/small_trace.h"
#include "tests/app/ui_driver.h"
#include "tests/capture/kineto_client.h"
#include "tests/core/base/temp_folder.h"
#include "tests/skip.h"

using namespace lanescope;
using namespace std::string_literals;

namespace {

namespace fs = std::filesystem;

constexpr std::int64_t kNobody = 0x3FFFFFFF;  // above any number that the kernel gives

void write_text(const std::string& path, const std::string& text) {
  fs::create_directories(fs::path(path).parent_path());
  std::ofstream(path, std::ios::binary) << text;
}

class AttachWindow {
 public:
  AttachWindow() : ui(1600, 900, folder.path() + "/settings.json", true, folder.path() + "/proc") {
    ui.window().settings().recordings_folder = folder.path();
  }

  /// In a folder that stands for /proc.
  void add(std::int64_t pid, const std::string& command, bool asks = true) {
    const std::string at = folder.path() + "/proc/" + std::to_string(pid);
    write_text(at + "/cmdline", command);
    write_text(at + "/environ", (asks ? "KINETO_USE_DAEMON=1\0"s : ""s) +
                                    "RANK=3\0WORLD_SIZE=8\0KINETO_IPC_SOCKET_DIR="s +
                                    folder.path() + "\0"s);
    write_text(at + "/maps", "7f01-7f02 r-xp 0 08:01 2 /venv/torch/lib/libtorch_cpu.so\n");
    const std::string its_files = at + "/" + "root";  // the kernel's link to what it sees as /
    write_text(its_files + "/venv/torch/version.py", "__version__ = '2.7.1+cu126'\n");
  }
  void show_dialog(const std::string& row) {
    ui.key(ImGuiKey_A, ImGuiMod_Ctrl | ImGuiMod_Shift);
    ui.frames(2);
    REQUIRE(ui.window().dialogs().is_open<AttachDialog>());
    REQUIRE(ui.frames_until([&] { return ui.has_mark("row." + row); }));
  }
  void ask() {
    ui.key(ImGuiKey_Enter);
    ui.frames(2);
  }
  bool until(AttachStage stage) {
    return ui.frames_until([&] {
      const Attachment* attachment = ui.workspace().attachment();
      return attachment != nullptr && attachment->state().stage == stage;
    });
  }
  bool until_over() {
    return ui.frames_until([&] { return ui.workspace().attachment() == nullptr; });
  }
  /// As the process: fetches the order.
  std::string fetch() const {
    const KinetoClient client(folder.path());
    client.ask(kKinetoActivities, {7});
    const auto answer = client.receive();
    REQUIRE(answer);
    return answer->payload;
  }
  /// And writes its trace where it was told to.
  static void obey(const std::string& order, const std::string& trace) {
    const std::string key = "ACTIVITIES_LOG_FILE=";
    REQUIRE(order.starts_with(key));
    const std::string text = order.substr(key.size());
    write_text(kineto_output(text.substr(0, text.find('\n')), 7), trace);
  }

  TempFolder folder;
  UiDriver ui;
};

}  // namespace

TEST_CASE("a trace of a running process: chosen, asked for, written, opened") {
  AttachWindow w;
  w.add(::getpid(), "python\0train.py\0--lr\0000.1\0"s);
  w.show_dialog("python train.py --lr 0.1");
  CHECK(w.ui.has_mark("attach.can"));
  w.ui.click("attach.memory");
  w.ask();
  REQUIRE(w.until(AttachStage::Waiting));
  w.ui.frames(2);
  CHECK_FALSE(w.ui.window().dialogs().is_open<AttachDialog>());
  CHECK(w.ui.has_mark("attach.page"));
  CHECK_FALSE(w.ui.workspace().can_record());
  const std::string output = w.ui.workspace().attachment()->output();
  CHECK(output.starts_with(w.folder.path() + "/train-20"));
  CHECK(output.ends_with(".json"));

  const std::string order = w.fetch();
  for (const char* line : {"ACTIVITIES_DURATION_MSECS=2000", "PROFILE_REPORT_INPUT_SHAPES=true",
                           "PROFILE_WITH_STACK=true", "PROFILE_PROFILE_MEMORY=true"}) {
    CAPTURE(line);
    CHECK(order.find(line) != std::string::npos);
  }
  REQUIRE(w.until(AttachStage::WarmingUp));
  AttachWindow::obey(order, small_trace_text());
  REQUIRE(w.until_over());
  w.ui.settle();
  REQUIRE(w.ui.workspace().trace() != nullptr);
  CHECK(w.ui.view().session().path() == output);
  CHECK(w.ui.view().snapshot()->slice_count > 10);
  CHECK(w.ui.window().settings().attach.memory);
  CHECK(w.ui.workspace().can_record());
}

TEST_CASE("steps can be asked for instead of a time, and another trace stays open meanwhile") {
  AttachWindow w;
  w.add(::getpid(), "python\0train.py\0"s);
  w.ui.open(w.folder.write("open.json", small_trace_text()));
  w.show_dialog("python train.py");
  w.ui.click("attach.by_steps");
  w.ask();
  REQUIRE(w.until(AttachStage::Waiting));
  CHECK(w.ui.workspace().trace() != nullptr);
  const std::string order = w.fetch();
  CHECK(order.find("ACTIVITIES_ITERATIONS=5") != std::string::npos);
  REQUIRE(w.until(AttachStage::Recording));
  w.ui.frames(2);
  CHECK(w.ui.has_mark("attach.state"));
  w.ui.click("attach.give_up");
  CHECK(w.until_over());
  CHECK(w.ui.view().session().path() == w.folder.path() + "/open.json");
}

TEST_CASE("a process that can not be asked says why, with the line to write") {
  AttachWindow w;
  w.add(::getpid(), "python\0train.py\0"s, false);
  w.show_dialog("python train.py");
  CHECK(w.ui.has_mark("attach.why_not"));
  w.ui.click("attach.copy");
  CHECK(std::string(ImGui::GetClipboardText()) == "export KINETO_USE_DAEMON=1");
  CHECK(w.ui.has_mark("attach.samples"));
  // It is this program, which does not sample itself.
  w.ask();
  CHECK(w.ui.workspace().attachment() == nullptr);
  CHECK(w.ui.workspace().recording() == nullptr);
  CHECK(w.ui.window().dialogs().is_open<AttachDialog>());
  CHECK(w.ui.has_mark("attach.problem"));
  // One that is not in the list is looked up by its number.
  w.ui.click("attach.filter");
  w.ui.type("99");
  REQUIRE(w.ui.frames_until([&] { return w.ui.has_mark("row.process 99"); }));
  CHECK(w.ui.has_mark("attach.why_not"));
  CHECK_FALSE(w.ui.has_mark("attach.copy"));  // it is not there at all
  w.ui.key(ImGuiKey_Escape);
  w.ui.frames(2);
  CHECK_FALSE(w.ui.window().dialogs().is_open<AttachDialog>());
}

TEST_CASE("a process that can not be asked is sampled, with lanes that grow until it is stopped") {
  AttachWindow w;
  auto sleeper = LaunchedCommand::start({{"sleep", "100"}});
  REQUIRE(sleeper.ok());
  w.add(sleeper.value().pid(), "python\0train.py\0"s, false);
  w.show_dialog("python train.py");
  w.ask();
  if (w.ui.has_mark("attach.problem")) {
    sleeper.value().send_signal(SIGKILL);
    skip_case("processes of this user cannot be read here");
  }
  REQUIRE(w.ui.frames_until([&] {
    return w.ui.workspace().trace() != nullptr && w.ui.view().drawn() &&
           w.ui.view().drawn()->slice_count > 0;
  }));
  CHECK_FALSE(w.ui.window().dialogs().is_open<AttachDialog>());
  CHECK(w.ui.workspace().is_live());
  CHECK(w.ui.view().session().path().ends_with(".lanes"));
  w.ui.run(workspace::StopRecording{});
  REQUIRE(w.ui.frames_until([&] { return w.ui.workspace().recording() == nullptr; }));
  // It is not touched.
  CHECK_FALSE(sleeper.value().end());
  CHECK_FALSE(w.ui.workspace().recordings().program_runs());
  CHECK(w.ui.notice().value().text.starts_with("Recording saved to "));
  sleeper.value().send_signal(SIGKILL);
  CHECK(w.ui.frames_until([&] { return sleeper.value().end().has_value(); }));
}

TEST_CASE("where another daemon serves PyTorch a process is sampled, and a notice names the one") {
  AttachWindow w;
  auto sleeper = LaunchedCommand::start({{"sleep", "100"}});
  REQUIRE(sleeper.ok());
  w.add(sleeper.value().pid(), "python\0train.py\0"s);
  const auto other = KinetoDaemon::open(w.folder.path());
  REQUIRE(other.ok());
  w.show_dialog("python train.py");
  CHECK(w.ui.has_mark("attach.can"));
  w.ask();
  REQUIRE(w.ui.frames_until(
      [&] { return w.ui.workspace().recording() != nullptr || w.ui.has_mark("attach.problem"); }));
  if (w.ui.has_mark("attach.problem")) {
    sleeper.value().send_signal(SIGKILL);
    skip_case("processes of this user cannot be read here");
  }
  CHECK(w.ui.workspace().recording()->file().ends_with(".lanes"));
  REQUIRE(w.ui.notice());
  CHECK(w.ui.notice()->text.starts_with("No PyTorch trace, only samples of threads: "));
  CHECK(w.ui.notice()->text.find("(process " + std::to_string(::getpid()) + ")") !=
        std::string::npos);
  w.ui.run(workspace::StopRecording{});
  REQUIRE(w.ui.frames_until([&] { return w.ui.workspace().recording() == nullptr; }));
  sleeper.value().send_signal(SIGKILL);
}

TEST_CASE("threads are sampled at the rate that is entered, and another word is refused") {
  AttachWindow w;
  auto sleeper = LaunchedCommand::start({{"sleep", "100"}});
  REQUIRE(sleeper.ok());
  w.add(sleeper.value().pid(), "python\0train.py\0"s, false);
  w.show_dialog("python train.py");
  w.ui.click("attach.rate");
  w.ui.type("often");
  w.ask();
  CHECK(w.ui.has_mark("attach.problem"));
  CHECK(w.ui.workspace().recording() == nullptr);
  w.ui.click("attach.rate");
  w.ui.key(ImGuiKey_A, ImGuiMod_Ctrl);
  w.ui.type("1 kHz");
  w.ask();
  const Recording* recording = w.ui.workspace().recording();
  if (recording == nullptr) {
    sleeper.value().send_signal(SIGKILL);
    skip_case("processes of this user cannot be read here");
  }
  CHECK(recording->state().samples.wanted_ns == 1'000'000);
  CHECK(w.ui.window().settings().attach.rate == "1 kHz");
  w.ui.run(workspace::StopRecording{});
  REQUIRE(w.ui.frames_until([&] { return w.ui.workspace().recording() == nullptr; }));
  sleeper.value().send_signal(SIGKILL);
}

TEST_CASE("without any process the dialog tells what is missing") {
  AttachWindow w;
  w.ui.key(ImGuiKey_A, ImGuiMod_Ctrl | ImGuiMod_Shift);
  REQUIRE(w.ui.frames_until([&] { return w.ui.has_mark("attach.none"); }));
  CHECK(w.ui.has_mark("attach.copy"));
  w.ask();
  CHECK(w.ui.workspace().attachment() == nullptr);
  // One that starts now comes by itself.
  w.add(::getpid(), "python\0late.py\0"s);
  CHECK(w.ui.frames_until([&] { return w.ui.has_mark("row.python late.py"); }));
}

TEST_CASE("arrows choose among processes, and what is typed filters them") {
  AttachWindow w;
  w.add(::getpid(), "python\0a.py\0"s);
  w.add(kNobody, "python\0b.py\0"s, false);
  w.show_dialog("python b.py");
  CHECK(w.ui.has_mark("attach.can"));
  w.ui.key(ImGuiKey_DownArrow);
  w.ui.frames(2);
  CHECK(w.ui.has_mark("attach.why_not"));
  w.ui.key(ImGuiKey_UpArrow);
  w.ui.frames(2);
  CHECK(w.ui.has_mark("attach.can"));
  w.ui.type("B.PY");
  w.ui.frames(3);
  CHECK_FALSE(w.ui.has_mark("row.python a.py"));
  CHECK(w.ui.has_mark("attach.why_not"));
}

TEST_CASE("what stands in the way is told in the dialog, which stays") {
  AttachWindow w;
  w.add(::getpid(), "python\0train.py\0"s);
  SUBCASE("another daemon") {
    const auto other = KinetoDaemon::open(w.folder.path());
    REQUIRE(other.ok());
    w.show_dialog("python train.py");
    w.ask();
    REQUIRE(w.until_over());
    w.ui.frames(2);
    CHECK(w.ui.window().dialogs().is_open<AttachDialog>());
    CHECK(w.ui.has_mark("attach.problem"));
  }
  SUBCASE("a file that is there") {
    write_text(w.folder.path() + "/there.json", "mine");
    w.show_dialog("python train.py");
    w.ui.run(workspace::Attach{RunningProcess{.pid = ::getpid(), .socket_folder = w.folder.path()},
                               {.file = w.folder.path() + "/there.json"}});
    REQUIRE(w.until_over());
    w.ui.frames(2);
    CHECK(w.ui.has_mark("attach.problem"));
    CHECK(fs::file_size(w.folder.path() + "/there.json") == 4);
  }
  SUBCASE("a process that has ended meanwhile") {
    w.add(kNobody, "python\0gone.py\0"s);
    w.show_dialog("python gone.py");
    w.ui.type("gone");
    w.ui.frames(2);
    w.ask();
    REQUIRE(w.until_over());
    w.ui.frames(2);
    CHECK(w.ui.window().dialogs().is_open<AttachDialog>());
    CHECK(w.ui.has_mark("attach.problem"));
  }
  SUBCASE("no time") {
    w.show_dialog("python train.py");
    w.ui.click("attach.duration");
    w.ui.key(ImGuiKey_End);
    w.ui.type(" weeks");
    w.ask();
    CHECK(w.ui.has_mark("attach.problem"));
    CHECK(w.ui.workspace().attachment() == nullptr);
  }
}

TEST_CASE("a process that ends before it has asked leaves a line that says so") {
  AttachWindow w;
  auto sleeper = LaunchedCommand::start({{"sleep", "100"}});
  REQUIRE(sleeper.ok());
  w.add(sleeper.value().pid(), "python\0train.py\0"s);
  bool with_trace = false;
  SUBCASE("on the start page") {}
  SUBCASE("over the trace that is open") {
    with_trace = true;
    w.ui.open(w.folder.write("open.json", small_trace_text()));
  }
  w.show_dialog("python train.py");
  w.ask();
  REQUIRE(w.until(AttachStage::Waiting));
  sleeper.value().send_signal(SIGKILL);
  REQUIRE(w.ui.frames_until([&] { return sleeper.value().end().has_value(); }));
  REQUIRE(w.until_over());
  w.ui.frames(2);
  CHECK_FALSE(w.ui.window().dialogs().is_open<AttachDialog>());
  const std::string text = with_trace ? w.ui.notice().value().text
                                      : w.ui.workspace().notices().problem().value().message;
  CHECK(text.find("the process has ended") != std::string::npos);
  CHECK(w.ui.has_mark(with_trace ? "notice" : "start.problem"));
}

TEST_CASE("Esc gives it up, and leaves nothing") {
  AttachWindow w;
  w.add(::getpid(), "python\0train.py\0"s);
  w.show_dialog("python train.py");
  w.ask();
  REQUIRE(w.until(AttachStage::Waiting));
  const std::string output = w.ui.workspace().attachment()->output();
  w.ui.frames(2);
  w.ui.key(ImGuiKey_Escape);
  CHECK(w.until_over());
  CHECK_FALSE(fs::exists(output));
  CHECK(w.ui.has_mark("start.attach"));
}
