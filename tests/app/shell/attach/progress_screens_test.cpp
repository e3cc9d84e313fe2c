// What is shown while a process is asked for its trace, stage by stage. The process is this test,
// which says what Kineto in it would say.
#include <filesystem>
#include <fstream>
#include <string>
#include <unistd.h>

#include <doctest/doctest.h>

#include "app/shell/keys/commands.h"
#include "capture/host/attach/kineto_messages.h"
#include "tests/app/golden/golden_walk.h"
#include "tests/capture/kineto_client.h"

namespace lanescope {
namespace {

namespace fs = std::filesystem;
using namespace std::string_literals;

struct AskedWindow : WalkWindow {
  AskedWindow() {
    const std::string at = own.path() + "/proc/" + std::to_string(::getpid());
    write(at + "/cmdline", "python\0train.py\0--lr\0000.1\0"s);
    write(at + "/environ", "KINETO_USE_DAEMON=1\0KINETO_IPC_SOCKET_DIR="s + own.path() + "\0"s);
    write(at + "/maps", "7f01-7f02 r-xp 0 08:01 2 /venv/torch/lib/libtorch_cpu.so\n");
    write(at + "/" + "root" + "/venv/torch/version.py", "__version__ = '2.8.0'\n");
  }
  static void write(const std::string& path, const std::string& text) {
    fs::create_directories(fs::path(path).parent_path());
    std::ofstream(path, std::ios::binary) << text;
  }
  void ask(bool by_steps) {
    ui.key(ImGuiKey_A, ImGuiMod_Ctrl | ImGuiMod_Shift);
    ui.frames(2);
    REQUIRE(ui.frames_until([&] { return ui.has_mark("row.python train.py --lr 0.1"); }));
    ui.click(by_steps ? "attach.by_steps" : "attach.by_time");
    ui.click("attach.start");
    until(AttachStage::Waiting);
  }
  void until(AttachStage stage) {
    REQUIRE(ui.frames_until([&] {
      const Attachment* attachment = ui.workspace().attachment();
      return attachment != nullptr && attachment->state().stage == stage;
    }));
  }
  /// As the process.
  void fetch() const {
    const KinetoClient client(own.path());
    client.ask(kKinetoActivities, {7});
    REQUIRE(client.receive());
  }
};

/// How long a stage lasts, and the number of this process, differ.
void hide_times(GoldenWalk& walk) {
  walk.hide("(" + std::to_string(::getpid()) + ")", "(PID)");
  walk.hide_all(" s", "[0-9]+ s$", "N s");
}

}  // namespace

TEST_CASE("the page of a process that is asked is what it was, stage by stage") {
  AskedWindow w;
  UiDriver& ui = w.ui;
  GoldenWalk walk("attach_progress", w);
  hide_times(walk);
  w.ask(false);
  walk.all("asked for a time");
  w.fetch();
  w.until(AttachStage::WarmingUp);
  walk.step("it warms up");
  ui.click("attach.give_up");
  REQUIRE(ui.frames_until([&] { return ui.workspace().attachment() == nullptr; }));
  walk.step("given up");
  w.ask(true);
  walk.step("asked for steps");
  w.rest_on("attach.give_up");
  walk.step_here("the mouse on what gives it up");
  w.fetch();
  w.until(AttachStage::Recording);
  walk.step("it records");
  ui.key(ImGuiKey_Escape);
  REQUIRE(ui.frames_until([&] { return ui.workspace().attachment() == nullptr; }));
  walk.step("given up");
}

}  // namespace lanescope
