// What the dialog says of this machine before anything is recorded.
#include <algorithm>
#include <filesystem>
#include <string_view>

#include <doctest/doctest.h>

#include "app/shell/record/means_text.h"
#include "tests/app/seen_screen.h"
#include "tests/app/ui_driver.h"

namespace lanescope {
namespace {

/// Corners of the dialog's letters and shapes in a rectangle that have that color.
std::size_t corners_in(Rect where, ImU32 color) {
  std::size_t count = 0;
  for (const ImDrawList* const list : ImGui::GetDrawData()->CmdLists) {
    if (!std::string_view(list->_OwnerName).starts_with("record.dialog")) continue;
    count += static_cast<std::size_t>(std::count_if(
        list->VtxBuffer.begin(), list->VtxBuffer.end(), [&](const ImDrawVert& corner) {
          return corner.col == color && where.contains(corner.pos);
        }));
  }
  return count;
}

TEST_CASE("what was found is named with its version, and what was not is named too") {
  RecordingMeans means;
  CHECK(means_facts(means) == "No NVIDIA driver · CUPTI not found");
  means.python = true;
  CHECK(means_facts(means) == "No NVIDIA driver · CUPTI not found · PyTorch not found");
  means = {.driver = true,
           .driver_version = "535.104.05",
           .cupti = "12",
           .cupti_found = true,
           .nvml = true,
           .python = true,
           .torch = "2.4.0+cu121"};
  CHECK(means_facts(means) == "NVIDIA driver 535.104.05 · CUPTI 12 · PyTorch 2.4.0+cu121");
  means.nvml = false;
  CHECK(means_facts(means) ==
        "NVIDIA driver 535.104.05 · CUPTI 12 · NVML not found (no GPU clocks or power) · PyTorch "
        "2.4.0+cu121");
  means.nvml = true;
  means.native_refusal = "this kernel has no perf events";
  CHECK(means_facts(means) ==
        "NVIDIA driver 535.104.05 · CUPTI 12 · PyTorch 2.4.0+cu121 · No native stacks: this kernel "
        "has no perf events");
  // Where there are none, how they would be taken does not matter.
  means.unwind_refusal = "libdw.so.1 was not found";
  CHECK(means_facts(means).ends_with(" · No native stacks: this kernel has no perf events"));
  means.native_refusal.clear();
  CHECK(means_facts(means).ends_with(
      " · Native stacks by frame pointers only: libdw.so.1 was not found"));
}

TEST_CASE("what a recording will hold follows from the machine and from what is asked for") {
  RecordRequest request;
  RecordingMeans means;
  CHECK(means_outcome(means, request) ==
        "Will record thread states, native stacks, NVTX ranges and the program’s output.");
  request.shapes = true;
  CHECK(means_outcome(means, request) ==
        "Will record thread states, native stacks, NVTX ranges, PyTorch operators and the "
        "program’s output.");
  means.python = true;
  CHECK(means_outcome(means, request)
            .starts_with("Will record thread states, Python and native stacks, NVTX ranges"));
  means.native_refusal = "this kernel has no perf events";
  CHECK(means_outcome(means, request) ==
        "Will record thread states, Python stacks, NVTX ranges and the program’s output.");
  means.torch = "2.7.1";
  CHECK(means_outcome(means, request) ==
        "Will record thread states, Python stacks, NVTX ranges, PyTorch operators and the "
        "program’s output.");
  request.sample = false;
  CHECK(means_outcome(means, request) ==
        "Will record NVTX ranges, PyTorch operators and the program’s output.");
  means.driver = true;
  CHECK(means_outcome(means, request).find("only if the program brings CUPTI") !=
        std::string::npos);
  means.cupti_found = true;
  request = {};
  request.level = CaptureLevel::Kernels;
  CHECK(means_outcome(means, request) ==
        "Will record kernels, copies and memsets, NVTX ranges and the program’s output.");
}

TEST_CASE("the dialog says what this machine records before anything is started") {
  UiDriver ui;
  ui.key(ImGuiKey_R, ImGuiMod_Ctrl);
  REQUIRE(ui.frames_until([&] { return ui.has_mark("record.means"); }));
  const std::string words = SeenScreen().page(ui.mark("record.means"));
  CHECK(words.find("No NVIDIA driver · CUPTI not found") != std::string::npos);
  const Rect levels = ui.mark("record.kernels");
  CHECK(SeenScreen()
            .page({0, levels.y0, 1600, ui.mark("record.stacks").y0})
            .find("No effect on this machine") != std::string::npos);
  CHECK(SeenScreen().page(ui.mark("record.dialog")).find("Host samples have Python stacks, too.") !=
        std::string::npos);
  const Colors& color = ui.window().style().color;
  CHECK(corners_in(ui.mark("record.all"), color.faint) > 0);
  CHECK(corners_in(ui.mark("record.all"), color.dim) == 0);
  CHECK(corners_in(ui.mark("record.gpu"), color.dim) > 0);
  // Without a GPU, that is what there is to record.
  CHECK(corners_in(ui.mark("record.cpu"), color.dim) == 0);
  CHECK(words.find("Will record thread states, ") != std::string::npos);
}

TEST_CASE("the dialog ends below its last row, and stays in place when the trigger is turned on") {
  UiDriver ui(1280, 800);
  ui.key(ImGuiKey_R, ImGuiMod_Ctrl);
  REQUIRE(ui.frames_until([&] { return ui.has_mark("record.means"); }));
  CHECK(ui.mark("record.start").y0 - ui.mark("record.means").y1 < 60);
  const Rect before = ui.mark("record.trigger");
  ui.click("record.trigger");
  ui.frames(2);
  REQUIRE(ui.has_mark("record.when"));
  CHECK(ui.mark("record.trigger").y0 == before.y0);
  CHECK(ui.mark("record.start").y0 - ui.mark("record.means").y1 < 60);
  CHECK(ui.mark("record.start").y1 < ui.mark("record.dialog").y1);
}

}  // namespace
}  // namespace lanescope
