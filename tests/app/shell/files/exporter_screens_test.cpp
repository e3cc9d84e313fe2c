// What is saved is told in the window; so is what goes wrong with it.
#include <filesystem>

#include <doctest/doctest.h>

#include "app/shell/keys/commands.h"
#include "tests/app/golden/golden_walk.h"
#include "tests/file_text.h"
#include "tests/text_hash.h"

namespace lanescope {
namespace {

namespace fs = std::filesystem;

}  // namespace

TEST_CASE("each form of export is offered, written and told as it was") {
  WalkWindow w;
  UiDriver& ui = w.ui;
  ui.open(w.copy_of("recording.lanes"));
  GoldenWalk walk("exports", w);
  // What is packed is as small as the library makes it.
  for (const char* const packed : {".png", ".json.gz"})
    walk.hide_all(packed, "[0-9.]+ KiB", "some KiB");
  walk.all("a recording");
  const struct {
    const char *tab, *command;
  } all[] = {{"Kernels", "export_csv"},         {"Kernels", "export_markdown"},
             {"Flame", "export_collapsed"},     {"Flame", "export_speedscope"},
             {"Overview", "export_view_svg"},   {"Overview", "export_view_png"},
             {"Overview", "export_window_png"}, {"Overview", "save_trace"},
             {"Overview", "save_perfetto"},     {"Overview", "save_recording"}};
  for (const auto& [tab, command] : all) {
    CAPTURE(command);
    REQUIRE(ui.show_tab(tab));
    ui.settle();
    const auto before = std::distance(fs::directory_iterator(w.folder.path()), {});
    w.run(command);
    REQUIRE(ui.frames_until([&] { return ui.has_mark("save.name"); }));
    ui.frames(30);
    ui.key(ImGuiKey_Home);
    ui.type("x");
    // What is listed there has a time.
    ui.key(ImGuiKey_Enter);
    ui.frames(2);
    ui.settle();
    walk.step(command);
    CHECK(std::distance(fs::directory_iterator(w.folder.path()), {}) == before + 1);
  }
  for (const char* const name :
       {"xrecording-kernels.csv", "xrecording-kernels.md", "xrecording-flame.folded",
        "xrecording-flame.speedscope.json", "xrecording-view.svg"}) {
    CAPTURE(name);
    CHECK(file_text(w.folder.path() + "/" + name).size() > 50);
  }
  CHECK(file_text(w.folder.path() + "/xrecording-copy.lanes") ==
        file_text(w.folder.path() + "/recording.lanes"));
}

TEST_CASE("the menus of a table and what they copy are what they were") {
  WalkWindow w;
  UiDriver& ui = w.ui;
  ui.open(w.copy_of("workload.json"));
  REQUIRE(ui.show_tab("Kernels"));
  GoldenWalk walk("table_menu", w);
  walk.all("a table");
  w.rest_on("data.copy");
  walk.step_here("the mouse on what copies it");
  ui.click("data.copy");
  ui.frames(2);
  walk.step("its menu");
  ui.click("As CSV");
  REQUIRE(ui.frames_until([&] { return ui.has_mark("copied"); }));
  const std::string csv = ImGui::GetClipboardText();
  CHECK(csv.starts_with("Kernel,"));
  walk.step("copied");
}

}  // namespace lanescope
