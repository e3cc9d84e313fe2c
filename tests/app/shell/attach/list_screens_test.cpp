// The dialog that asks a running process for a trace, in each of its states. None of the processes
// there is runs.
#include <filesystem>
#include <fstream>
#include <string>

#include <doctest/doctest.h>

#include "app/shell/keys/commands.h"
#include "tests/app/golden/golden_walk.h"

namespace lanescope {
namespace {

using namespace std::string_literals;
namespace fs = std::filesystem;

constexpr std::int64_t kNobody = 0x3FFFFF00;  // above any number that the kernel gives

struct Process {
  std::string command, environment, torch;
};

struct AttachDialogWindow : WalkWindow {
  using WalkWindow::WalkWindow;

  void write(const std::string& path, const std::string& text) const {
    fs::create_directories(fs::path(path).parent_path());
    std::ofstream(path, std::ios::binary) << text;
  }
  /// In the folder that stands for /proc.
  void add(int number, const Process& process) const {
    const std::string at = own.path() + "/proc/" + std::to_string(kNobody + number);
    write(at + "/cmdline", process.command);
    write(at + "/environ", process.environment + "KINETO_IPC_SOCKET_DIR=" + own.path() + "\0"s);
    write(at + "/maps", process.torch.empty()
                            ? ""
                            : "7f01-7f02 r-xp 0 08:01 2 /venv/torch/lib/libtorch_cpu.so\n");
    write(at + "/" + "root" + "/venv/torch/version.py", "__version__ = '" + process.torch + "'\n");
  }
  void add_some() const {
    const std::string asks = "KINETO_USE_DAEMON=1\0"s;
    add(1, {"/usr/bin/python3\0train.py\0--lr\0000.1\0"s, asks + "RANK=3\0WORLD_SIZE=8\0"s,
            "2.7.1+cu126"});
    add(2, {"python\0serve.py\0"s, asks, "2.6.0"});
    add(3, {"python\0old.py\0"s, asks + "RANK=0\0"s, "1.13"});
    add(4, {"python\0silent.py\0"s, "", "2.8.0"});
    add(5, {"python\0-c\0import torch\nprint(1)\0"s, asks, "2.10.0"});
  }
  void open() {
    ui.key(ImGuiKey_A, ImGuiMod_Ctrl | ImGuiMod_Shift);
    ui.frames(2);
    REQUIRE(ui.window().dialogs().is_open<AttachDialog>());
  }
  void until_row(const std::string& row) {
    REQUIRE(ui.frames_until([&] { return ui.has_mark("row." + row); }));
  }
};

void hide_times(GoldenWalk& walk) {
  walk.hide_all("-20", "20[0-9]{6}-[0-9]{6}", "DAY-TIME");
}

}  // namespace

TEST_CASE("the dialog that attaches is what it was in each of its states") {
  AttachDialogWindow w;
  w.add_some();
  UiDriver& ui = w.ui;
  GoldenWalk walk("attach_dialog", w);
  hide_times(walk);
  w.open();
  w.until_row("python3 train.py --lr 0.1");
  walk.all("opened");
  for (int i = 0; i < 5; ++i) {
    ui.key(ImGuiKey_DownArrow);
    walk.step("down");
  }
  ui.key(ImGuiKey_UpArrow);
  walk.step("up");
  ui.click("row.python serve.py");
  walk.step("a click");
  w.rest_on("row.python old.py");
  walk.step_here("the mouse on another");
  for (const char* const word :
       {"attach.by_steps", "attach.shapes", "attach.stacks", "attach.memory", "attach.sample",
        "attach.by_time", "attach.shapes", "attach.sample"}) {
    ui.click(word);
    walk.step(word);
  }
  ui.click("row.python silent.py");
  walk.step("one that does not ask");
  w.rest_on("attach.copy");
  walk.step_here("the line that makes it ask");
  ui.click("row.python serve.py");
  ui.click("attach.duration");
  ui.type("x");
  ui.click("attach.start");
  walk.step("no time");
  ui.click("row.python old.py");
  walk.step("another process");
  ui.click("attach.filter");
  ui.type("SERVE");
  ui.frames(3);
  walk.step("letters");
  ui.type("x");
  ui.frames(3);
  walk.step("letters that nothing has");
  w.type_over("RANK 3");
  ui.frames(3);
  walk.step("what it is");
  w.type_over(std::to_string(kNobody + 4));
  w.until_row("python silent.py");
  walk.step("its number");
  w.type_over("99");
  w.until_row("process 99");
  walk.step("the number of nobody");
  w.type_over("0");
  ui.frames(30);
  walk.step("no number");
  ui.click("attach.cancel");
  walk.step("left");
}

TEST_CASE("without processes, and in a small window, the dialog that attaches is what it was") {
  AttachDialogWindow w({640, 400});
  UiDriver& ui = w.ui;
  GoldenWalk walk("attach_dialog_small", w);
  hide_times(walk);
  w.open();
  REQUIRE(ui.frames_until([&] { return ui.has_mark("attach.none"); }));
  walk.all("nothing to attach to");
  w.add_some();
  w.until_row("python3 train.py --lr 0.1");
  walk.step("it starts");
  ui.move({320, 330});
  ui.wheel(-9);
  walk.step("scrolled");
  ui.click("attach.memory");
  walk.step("an option");
}

}  // namespace lanescope
