// The lists of keys, of thresholds and of GPU peaks while somebody works in them.
#include <doctest/doctest.h>

#include "app/shell/keys/commands.h"
#include "tests/app/golden/golden_walk.h"

namespace lanescope {

TEST_CASE("the list of keys is what it was while keys are changed") {
  WalkWindow w;
  UiDriver& ui = w.ui;
  GoldenWalk walk("key_list", w);
  w.run("keys");
  walk.all("opened");
  w.rest_on("keys.row.record");
  walk.step_here("the mouse on a command");
  ui.click("keys.row.record");
  walk.step("it waits for keys");
  ui.click("keys.row.record");
  walk.step("no longer");
  ui.click("keys.row.record");
  ui.key(ImGuiKey_Escape);
  walk.step("left by Esc, the list stays");
  ui.click("keys.row.record");
  ui.key(ImGuiKey_F2);
  walk.step("keys that do something else");
  w.rest_on("keys.reset.record");
  walk.step_here("the mouse on what takes them back");
  ui.click("keys.row.open");
  ui.key(ImGuiKey_K, ImGuiMod_Ctrl | ImGuiMod_Shift | ImGuiMod_Alt);
  walk.step("keys of its own");
  ui.click("keys.reset.record");
  walk.step("taken back");
  for (const char* const preset : {"Perfetto", "Tracy", "Nsight", "Lanescope"}) {
    ui.click(std::string("keys.preset.") + preset);
    walk.step(preset);
  }
  for (const char* const typed : {"ZOOM", "ctrl+p", "mouse", "qqq"}) {
    ui.click("keys.filter");
    w.type_over(typed);
    ui.frames(3);
    walk.step(typed);
  }
  ui.key(ImGuiKey_A, ImGuiMod_Ctrl);
  ui.key(ImGuiKey_Delete);
  ui.move({600, 400});
  ui.wheel(-3);
  ui.frames(2);
  walk.step("scrolled");
  w.drag("keys.scroll", {0, 120});
  walk.step("dragged");
  ui.click({50, 400});
  walk.step("left");
}

TEST_CASE("thresholds are what they were while they are changed") {
  WalkWindow w;
  UiDriver& ui = w.ui;
  ui.open(w.copy_of("workload.json"));
  GoldenWalk walk("threshold_dialog", w);
  walk.all("a trace");
  w.run("thresholds");
  walk.step("opened");
  const auto put = [&](const char* name, const char* value) {
    ui.click(std::string("thresholds.value.") + name);
    w.type_over(value);
    walk.step(std::string(value) + " is written");
    ui.key(ImGuiKey_Enter);
    walk.step("and Enter");
  };
  ui.click("thresholds.filter");
  ui.type("kernel");
  ui.frames(2);
  walk.step("kernel");
  put("tiny_kernel", "8us");
  put("tiny_kernel", "8 apples");
  ui.click("thresholds.value.tiny_kernel");
  ui.type("7");
  ui.key(ImGuiKey_Escape);
  walk.step("Esc leaves the field alone");
  w.rest_on("thresholds.reset.tiny_kernel");
  walk.step_here("the mouse on what takes it back");
  ui.click("thresholds.reset.tiny_kernel");
  walk.step("taken back");
  put("tiny_kernel", "1us");
  ui.click("thresholds.filter");
  w.type_over("qqq");
  ui.frames(2);
  walk.step("nothing has these letters");
  ui.click("thresholds.reset_all");
  walk.step("all taken back");
  ui.click("thresholds.filter");
  ui.key(ImGuiKey_A, ImGuiMod_Ctrl);
  ui.key(ImGuiKey_Delete);
  ui.frames(2);
  ui.move({600, 400});
  ui.wheel(-4);
  ui.frames(2);
  walk.step("scrolled");
  w.drag("thresholds.scroll", {0, 100});
  walk.step("dragged");
  ui.key(ImGuiKey_Escape);
  ui.key(ImGuiKey_Escape);
  walk.step("left");
}

TEST_CASE("peaks of GPUs are what they were while they are changed") {
  WalkWindow w;
  UiDriver& ui = w.ui;
  ui.open(w.copy_of("workload.json"));
  GoldenWalk walk("gpu_peaks_dialog", w);
  w.run("gpu_peaks");
  walk.all("opened");
  ui.click("gpu_peaks.name");
  ui.type("H999");
  walk.step("a name");
  ui.click("gpu_peaks.add");
  walk.step("it is added");
  ui.click("gpu_peaks.name");
  ui.type("H999");
  ui.key(ImGuiKey_Enter);
  walk.step("only once");
  for (const char* const value : {"12.5", "many", "-3", ""}) {
    ui.click("gpu_peaks.1.H999");
    ui.key(ImGuiKey_A, ImGuiMod_Ctrl);
    ui.key(ImGuiKey_Delete);
    ui.type(value);
    walk.step(std::string("\"") + value + "\" is written");
    ui.key(ImGuiKey_Enter);
    walk.step("and Enter");
  }
  ui.move({600, 400});
  ui.wheel(-4);
  ui.frames(2);
  walk.step("scrolled");
  ui.click("gpu_peaks.filter");
  ui.type("a100");
  ui.frames(2);
  walk.step("a100");
  w.type_over("qqq");
  ui.frames(2);
  walk.step("nothing has these letters");
  ui.click({20, 400});
  walk.step("left");
}

}  // namespace lanescope
