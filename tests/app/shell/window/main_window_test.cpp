// The window around the timeline, driven by mouse and keys without a screen.
#include "app/shell/window/main_window.h"

#include <cmath>

#include <doctest/doctest.h>

#include "app/shell/keys/commands.h"
#include "core/view/lanes/model.h"
#include "tests/app/small_trace_window.h"

namespace lanescope {
namespace {

TEST_CASE("without its fonts the window still draws") {
  UiDriver ui;
  MainWindow::Options options;
  options.font_dir = "/nowhere";
  MainWindow plain(options);
  NoFontTexture texture;
  CHECK(plain.prepare(1, 1, texture));
  unsigned char* pixels = nullptr;
  int width = 0;
  int height = 0;
  ImGui::GetIO().Fonts->GetTexDataAsAlpha8(&pixels, &width, &height);
  ImGui::GetIO().Fonts->SetTexID(static_cast<ImTextureID>(pixels));
  ImGui::NewFrame();
  plain.draw(5);
  ImGui::Render();
  CHECK(ImGui::GetDrawData()->TotalVtxCount > 100);
}

TEST_CASE("the theme changes the colours and back") {
  SmallTraceWindow opened;
  UiDriver& ui = opened.ui;
  const ImU32 dark = ui.window().style().color.background;
  find_command("theme")->run(ui.window());
  ui.frame();
  CHECK(ui.window().style().color.background != dark);
  find_command("theme")->run(ui.window());
  ui.frame();
  CHECK(ui.window().style().color.background == dark);
}

TEST_CASE("Ctrl and plus makes everything larger, Ctrl and 0 as usual") {
  SmallTraceWindow opened;
  UiDriver& ui = opened.ui;
  const float tall = ui.mark("ruler").height();
  ui.key(ImGuiKey_Equal, ImGuiMod_Ctrl);
  ui.key(ImGuiKey_Equal, ImGuiMod_Ctrl);
  ui.frame();
  CHECK(ui.mark("ruler").height() > tall);
  ui.key(ImGuiKey_0, ImGuiMod_Ctrl);
  ui.frame();
  CHECK(ui.mark("ruler").height() == tall);
}

TEST_CASE("Ctrl and plus makes everything larger where plus needs Shift too") {
  SmallTraceWindow opened;
  UiDriver& ui = opened.ui;
  const float tall = ui.mark("ruler").height();
  ui.key(ImGuiKey_Equal, ImGuiMod_Ctrl | ImGuiMod_Shift);
  ui.frame();
  CHECK(ui.mark("ruler").height() > tall);
}

TEST_CASE("the bottom tabs fold with Q and unfold with a tab") {
  SmallTraceWindow opened;
  UiDriver& ui = opened.ui;
  const float tall = ui.mark("lanes").height();
  ui.key(ImGuiKey_Q);
  CHECK(ui.mark("lanes").height() > tall);
  ui.click("tab.Ops");
  CHECK(ui.mark("lanes").height() == tall);
}

TEST_CASE("splitters move, and a reset brings them back") {
  SmallTraceWindow opened;
  UiDriver& ui = opened.ui;
  const Rect line = ui.mark("split.details");
  const float x = (line.x0 + line.x1) / 2;
  ui.drag({x, 300}, {x - 100, 300});
  CHECK(ui.window().settings().panes.details_px == doctest::Approx(PaneSizes().details_px + 100));
  find_command("reset_layout")->run(ui.window());
  CHECK(ui.window().settings().panes == PaneSizes());
}

TEST_CASE("the list of keys opens with a question mark and Esc closes it") {
  SmallTraceWindow opened;
  UiDriver& ui = opened.ui;
  ui.type("?");
  ui.frame();
  CHECK(ui.window().dialogs().is_open<KeyList>());
  CHECK(ui.has_mark("keys.dialog"));
  ui.key(ImGuiKey_Escape);
  CHECK_FALSE(ui.window().dialogs().is_open<KeyList>());
}

TEST_CASE("an idle window asks for no frames") {
  SmallTraceWindow opened;
  opened.ui.frames(120);
  CHECK(opened.ui.window().next_frame_in_s() < 0);
}

TEST_CASE("a steady view costs no queries of the lanes") {
  SmallTraceWindow opened;
  UiDriver& ui = opened.ui;
  ui.frames(3);
  const ImDrawData* first = ImGui::GetDrawData();
  const int vertices = first->TotalVtxCount;
  CHECK(vertices > 1000);
  ui.frames(3);
  CHECK(std::abs(ImGui::GetDrawData()->TotalVtxCount - vertices) < 200);
}

}  // namespace
}  // namespace lanescope
