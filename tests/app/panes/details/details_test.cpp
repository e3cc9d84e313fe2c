// From a click on a kernel to the line of Python that caused it.
#include "app/panes/details/details.h"

#include <cstdlib>
#include <filesystem>

#include <doctest/doctest.h>

#include "app/workspace/files/paths.h"
#include "tests/app/seen_screen.h"
#include "tests/app/ui_driver.h"
#include "tests/core/base/temp_folder.h"

namespace lanescope {
namespace {

/// A step with a module, an operator, its backward twin and one kernel.
constexpr const char* kTrace =
    R"json({"deviceProperties": [{"id": 0, "name": "Test GPU"}], "traceEvents": [
{"ph":"X","cat":"user_annotation","name":"ProfilerStep#7","pid":1,"tid":1,"ts":0,"dur":1000,"args":{}},
{"ph":"X","cat":"python_function","name":"train.py(2): step","pid":1,"tid":1,"ts":10,"dur":600,"args":{}},
{"ph":"X","cat":"python_function","name":"torch/nn/modules/module.py(9): _call_impl","pid":1,"tid":1,"ts":15,"dur":590,"args":{}},
{"ph":"X","cat":"python_function","name":"nn.Module: Conv2d_3","pid":1,"tid":1,"ts":20,"dur":580,"args":{}},
{"ph":"X","cat":"cpu_op","name":"aten::conv2d","pid":1,"tid":1,"ts":30,"dur":300,"args":{"Input Dims":[[64,32]],"Input type":["float"],"Input Strides":[[32,1]]}},
{"ph":"X","cat":"cuda_runtime","name":"cudaLaunchKernel","pid":1,"tid":1,"ts":40,"dur":20,"args":{"correlation":5}},
{"ph":"X","cat":"kernel","name":"void ns::fprop<float, 2>(int)","pid":0,"tid":7,"ts":200,"dur":300,"args":{"correlation":5,"device":0,"stream":7,"grid":[8,1,1],"block":[64,1,1],"registers per thread":32,"shared memory":1024,"est. achieved occupancy %":50}},
{"ph":"X","cat":"cpu_op","name":"ConvolutionBackward0","pid":1,"tid":2,"ts":700,"dur":200,"args":{}},
{"ph":"s","cat":"fwdbwd","name":"fwdbwd","id":1,"pid":1,"tid":1,"ts":30},
{"ph":"f","bp":"e","cat":"fwdbwd","name":"fwdbwd","id":1,"pid":1,"tid":2,"ts":700}
]})json";

constexpr const char* kKernel = "void ns::fprop<float, 2>(int)";

struct Opened {
  Opened() { ui.open(folder.write("step.json", kTrace)); }

  void click_kernel() {
    ui.key(ImGuiKey_Home);
    ui.settle();
    ui.click(ui.place_of(ui.find(kKernel)));
    ui.settle();
  }
  TempFolder folder;
  UiDriver ui{1600, 1400};
};

}  // namespace

TEST_CASE("a click on a kernel shows every rung from its launch to its Python line") {
  Opened opened;
  opened.click_kernel();
  for (const char* level : {"cudaLaunchKernel", "aten::conv2d", "Conv2d_3", "train.py:2", "step",
                            "ConvolutionBackward0", "ProfilerStep#7"}) {
    CAPTURE(level);
    CHECK(opened.ui.has_mark(level));
  }
  const std::string text =
      details_plain_text(*opened.ui.workspace().trace()->panes->details.shown());
  for (const char* fact : {"8 × 1 × 1 · 64", "32 · 1.000 KiB", "50 %", "[64,32]",
                           "float32 · contiguous", "waited 140.0 µs"}) {
    CAPTURE(fact);
    CHECK(text.find(fact) != std::string::npos);
  }
  CHECK(text.find("MISSING") == std::string::npos);
}

TEST_CASE("Alt and up climbs from the kernel to Python, Backspace returns, Alt and down too") {
  Opened opened;
  UiDriver& ui = opened.ui;
  opened.click_kernel();
  const EventId kernel = ui.find(kKernel);
  std::vector<EventId> climbed;
  for (const char* name : {"cudaLaunchKernel", "aten::conv2d", "nn.Module: Conv2d_3",
                           "torch/nn/modules/module.py(9): _call_impl", "train.py(2): step"}) {
    CAPTURE(name);
    ui.key(ImGuiKey_UpArrow, ImGuiMod_Alt);
    ui.settle();
    CHECK(ui.view().selection.primary() == ui.find(name));
  }
  for (int i = 0; i < 5 && ui.view().selection.primary() != kernel; ++i) {
    ui.key(ImGuiKey_Backspace);
    ui.settle();
  }
  CHECK(ui.view().selection.primary() == kernel);
  for (int i = 0; i < 3; ++i) ui.key(ImGuiKey_UpArrow, ImGuiMod_Alt);
  for (int i = 0; i < 3; ++i) ui.key(ImGuiKey_DownArrow, ImGuiMod_Alt);
  ui.settle();
  CHECK(ui.view().selection.primary() == kernel);
}

TEST_CASE("a click on a line that is an event goes there") {
  Opened opened;
  opened.click_kernel();
  opened.ui.click("Conv2d_3");
  opened.ui.settle();
  CHECK(opened.ui.view().selection.primary() == opened.ui.find("nn.Module: Conv2d_3"));
}

TEST_CASE("a click on the title copies the whole name") {
  Opened opened;
  opened.click_kernel();
  opened.ui.click("details.title");
  opened.ui.frame();
  CHECK(std::string(ImGui::GetClipboardText()) == kKernel);
}

TEST_CASE("Enter says when the line's file is not there") {
  Opened opened;
  opened.click_kernel();
  opened.ui.key(ImGuiKey_Enter);
  opened.ui.settle();
  REQUIRE(opened.ui.notice());
  CHECK(opened.ui.notice()->text == "train.py:2 is not on this machine.");
}

TEST_CASE("the path of a source that is not there can be copied, and its file still located") {
  Opened opened;
  opened.click_kernel();
  opened.ui.key(ImGuiKey_Enter);
  opened.ui.settle();
  opened.ui.click("notice.other_action");
  opened.ui.frames(3);
  CHECK(std::string(ImGui::GetClipboardText()) == "train.py");
  CHECK(opened.ui.has_mark("copied"));
  REQUIRE(opened.ui.notice());
  CHECK(opened.ui.notice()->text.starts_with("train.py:2 is not"));
  CHECK(opened.ui.has_mark("notice.action"));
}

TEST_CASE("a source that is elsewhere is located once, and then found there") {
  Opened opened;
  UiDriver& ui = opened.ui;
  std::filesystem::create_directories(opened.folder.path() + "/mine");
  const std::string found = opened.folder.write("mine/train.py", "x");
  opened.click_kernel();
  ui.key(ImGuiKey_Enter);
  ui.settle();
  ui.click("notice.action");
  REQUIRE(ui.frames_until([&] { return ui.has_mark("open.title") && ui.has_mark("open.list"); }));
  CHECK(SeenScreen().page(ui.mark("open.title")).find("Locate train.py") != std::string::npos);
  CHECK(SeenScreen().page(ui.mark("open.accept")).find("Locate") != std::string::npos);
  // The folder of the trace is listed, whose files have other names.
  const std::string listed = SeenScreen().page(ui.mark("open.list"));
  CHECK(listed.find("mine") != std::string::npos);
  CHECK(listed.find("step.json") == std::string::npos);
  const std::string editor = environment_variable("VISUAL");
  ::setenv("VISUAL", "true", 1);  // ends at once
  ui.window().ask(request::FileChosen{{found, FilePurpose::Source}});
  ui.frames(2);
  if (editor.empty())
    ::unsetenv("VISUAL");
  else
    ::setenv("VISUAL", editor.c_str(), 1);
  CHECK(ui.window().settings().source_folders ==
        std::vector<SourceFolder>{{"", opened.folder.path() + "/mine/"}});
  REQUIRE(ui.notice());
  CHECK(ui.notice()->text ==
        "Opened line 2 of " + std::filesystem::canonical(found).string() + " with true.");
}

TEST_CASE("where a file of another name is chosen for the source, another can be chosen at once") {
  Opened opened;
  UiDriver& ui = opened.ui;
  std::filesystem::create_directories(opened.folder.path() + "/mine");
  opened.folder.write("mine/other.py", "x");
  opened.click_kernel();
  ui.key(ImGuiKey_Enter);
  ui.settle();
  ui.click("notice.action");
  REQUIRE(ui.frames_until([&] { return ui.has_mark("open.list"); }));
  ui.type("mine/other.py");
  ui.key(ImGuiKey_Enter);
  ui.frames(2);
  REQUIRE(ui.has_mark("open.problem"));
  CHECK(ui.window().dialogs().is_open<FileDialog>());
  const std::string seen = SeenScreen().page({0, 0, 1600, 900});
  CAPTURE(seen);
  CHECK(seen.find("other.py is not named train.py") != std::string::npos);
  ui.key(ImGuiKey_Backspace);
  ui.frames(2);
  CHECK_FALSE(ui.has_mark("open.problem"));
}

TEST_CASE("a file of another name is not taken for the source") {
  Opened opened;
  opened.click_kernel();
  opened.ui.key(ImGuiKey_Enter);
  opened.ui.settle();
  opened.ui.window().ask(request::FileChosen{{"/tmp/other.py", FilePurpose::Source}});
  opened.ui.frames(2);
  CHECK(opened.ui.window().settings().source_folders.empty());
  REQUIRE(opened.ui.notice());
  CHECK(opened.ui.notice()->text == "other.py is not named train.py.");
}

}  // namespace lanescope
