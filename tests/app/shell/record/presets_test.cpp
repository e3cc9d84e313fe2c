// The presets of the dialog that records, and what it says of them on a machine.
#include "app/shell/record/presets.h"

#include <algorithm>
#include <string>
#include <string_view>

#include <doctest/doctest.h>

#include "app/shell/keys/commands.h"
#include "tests/app/seen_screen.h"
#include "tests/app/ui_driver.h"

namespace lanescope {
namespace {

const RecordPreset& preset(std::string_view word) {
  const auto found = std::ranges::find(record_presets(), word, &RecordPreset::word);
  REQUIRE(found != record_presets().end());
  return *found;
}

std::string note(std::string_view word, const RecordingMeans* means) {
  RecordRequest request;
  set(preset(word), request);
  return preset_note(request, means);
}

}  // namespace

TEST_CASE("a preset sets what is recorded, and nothing else") {
  RecordRequest request{.command = "python train.py", .duration = "30", .keep_last = "10"};
  set(preset("CPU only"), request);
  CHECK(request.sample);
  CHECK(request.shapes);
  CHECK_FALSE(request.stacks);
  CHECK(request.level == CaptureLevel::Kernels);
  CHECK(request.command == "python train.py");
  CHECK(request.duration == "30");
  CHECK(request.keep_last == "10");
  set(preset("GPU"), request);
  CHECK_FALSE(request.sample);
  CHECK(request.stacks);
  CHECK(request.level == CaptureLevel::Usual);
  CHECK(is_set(preset("GPU"), request));
  CHECK_FALSE(is_set(preset("GPU + host"), request));
  // It stands for samples as they are usually taken.
  RecordRequest often;
  often.rate = "2 kHz";
  CHECK_FALSE(is_set(preset("GPU + host"), often));
  set(preset("GPU + host"), often);
  CHECK(often.rate.empty());
  CHECK(is_set(preset("GPU + host"), often));
  // What is recorded if nothing was ever chosen.
  CHECK(is_set(preset("GPU + host"), RecordRequest{}));
}

TEST_CASE("a preset says what it costs, and what of it this machine cannot do") {
  const RecordingMeans gpu{.driver = true, .cupti_found = true};
  const RecordingMeans no_gpu;
  CHECK(note("GPU", &gpu) == "Kernels, CUDA calls, and the Python line of each launch.");
  CHECK(note("GPU", nullptr) == note("GPU", &gpu));
  CHECK(note("GPU", &no_gpu) == "No GPU work can be recorded on this machine; choose CPU only.");
  CHECK(note("GPU + host", &gpu).find("usually under 1 % slower") != std::string::npos);
  CHECK(note("GPU + host", &no_gpu).starts_with("No GPU work on this machine; "));
  CHECK(note("CPU only", &no_gpu).find("usually under 1 % slower") != std::string::npos);
  RecordRequest own;
  own.memory = true;
  CHECK(preset_note(own, &gpu) == "Your own choice of the options below.");
}

TEST_CASE("a machine without a GPU begins with the preset for CPUs, and what was chosen stays") {
  RecordRequest request;
  RecordingMeans means;
  REQUIRE(preset_for(means, request) != nullptr);
  CHECK(preset_for(means, request)->word == "CPU only");
  set(preset("GPU"), request);
  CHECK(preset_for(means, request) == nullptr);
  means.driver = true;
  CHECK(preset_for(means, RecordRequest{}) == nullptr);
}

TEST_CASE("in the dialog a click on a preset turns its options on and the others off") {
  UiDriver ui;
  ui.key(ImGuiKey_R, ImGuiMod_Ctrl);
  REQUIRE(ui.frames_until([&] { return ui.has_mark("record.means"); }));
  REQUIRE(ui.window().dialogs().is_open<RecordDialog>());
  ui.click("record.cpu");
  ui.frames(2);
  const RecordRequest& request = ui.window().dialogs().get<RecordDialog>().request();
  CHECK(is_set(preset("CPU only"), request));
  CHECK(SeenScreen().page(ui.mark("record.dialog")).find("PyTorch operators.") !=
        std::string::npos);
  ui.click("record.gpu");
  ui.frames(2);
  CHECK(is_set(preset("GPU"), request));
  ui.click("record.sample");
  ui.frames(2);
  CHECK(is_set(preset("GPU + host"), request));
}

TEST_CASE(
    "the rate of samples and native stacks are in the dialog, which fits a window of 900x700") {
  UiDriver ui(900, 700);
  ui.key(ImGuiKey_R, ImGuiMod_Ctrl);
  REQUIRE(ui.frames_until([&] { return ui.has_mark("record.means"); }));
  CHECK_FALSE(ui.has_mark("record.scroll"));
  const Rect sample = ui.mark("record.sample"), rate = ui.mark("record.rate");
  CHECK(rate.y0 >= sample.y0);
  CHECK(rate.x0 > sample.x1);
  CHECK(ui.mark("record.means").y1 <= ui.mark("record.start").y0);
  ui.click("record.native");
  ui.click("record.rate");
  ui.type("1 kHz");
  ui.frames(2);
  const RecordRequest& request = ui.window().dialogs().get<RecordDialog>().request();
  CHECK_FALSE(request.native);
  CHECK(request.rate == "1 kHz");
  ui.click("record.sample");
  ui.frames(2);
  CHECK(SeenScreen().page(ui.mark("record.dialog")).find("Only with host samples.") !=
        std::string::npos);
}

TEST_CASE("in a small window the presets are there, and at a large scale the buttons stay in it") {
  struct SmallWindow {
    float width_px, height_px, zoom;
  };
  for (const SmallWindow size : {SmallWindow{480, 320, 1}, SmallWindow{900, 700, 3}}) {
    CAPTURE(size.width_px);
    UiDriver ui(size.width_px, size.height_px);
    ui.window().settings().zoom = size.zoom;
    ui.settle();
    ui.key(ImGuiKey_R, ImGuiMod_Ctrl);
    ui.frames(3);
    REQUIRE(ui.window().dialogs().is_open<RecordDialog>());
    CHECK(ui.mark("record.start").y1 <= size.height_px);
    CHECK(ui.mark("record.start").x1 <= size.width_px);
    CHECK(ui.mark("record.command").y1 <= ui.mark("record.gpu").y0);
    CHECK(ui.mark("record.gpu").y1 <= ui.mark("record.start").y0);
    if (size.zoom == 1) CHECK(ui.mark("record.cpu").x1 <= ui.mark("record.dialog").x1);
  }
}

}  // namespace lanescope
