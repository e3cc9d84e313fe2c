// Every colour of both themes, and what Dear ImGui's own pieces are told of the look.
#include <algorithm>

#include <doctest/doctest.h>
#include <fmt/format.h>

#include "app/shell/keys/commands.h"
#include "app/shell/theme/theme.h"
#include "tests/app/golden/golden_screens.h"
#include "tests/app/golden/golden_walk.h"

namespace lanescope {
namespace {

std::string hex(ImU32 color) {
  return fmt::format("#{:02x}{:02x}{:02x} {:02x}", color & 0xFFU, color >> 8U & 0xFFU,
                     color >> 16U & 0xFFU, color >> 24U);
}

std::string text_of(ImVec2 v) {
  return fmt::format("{} {}", v.x, v.y);
}

}  // namespace

TEST_CASE("the colours of the themes are what they were") {
  std::string text;
  for (const ThemeKind theme : {ThemeKind::Dark, ThemeKind::Light}) {
    const Colors c = theme_colors(theme);
    text += theme == ThemeKind::Dark ? "== dark\n" : "== light\n";
    const std::pair<const char*, ImU32> all[] = {{"background", c.background},
                                                 {"panel", c.panel},
                                                 {"raised", c.raised},
                                                 {"line", c.line},
                                                 {"text", c.text},
                                                 {"dim", c.dim},
                                                 {"faint", c.faint},
                                                 {"accent", c.accent},
                                                 {"selection", c.selection},
                                                 {"selected_row", c.selected_row},
                                                 {"hovered_row", c.hovered_row},
                                                 {"grid", c.grid},
                                                 {"range", c.range},
                                                 {"scrim", c.scrim},
                                                 {"shadow", c.shadow},
                                                 {"path", c.path},
                                                 {"good", c.good},
                                                 {"warning", c.warning},
                                                 {"error", c.error}};
    for (const auto& [name, color] : all) text += fmt::format("{}: {}\n", name, hex(color));
    ImGui::CreateContext();
    Style style;
    style.color = c;
    style.scale = 1.5F;
    apply_to_imgui(style, theme);
    const ImGuiStyle& imgui = ImGui::GetStyle();
    text += "-- of Dear ImGui\n";
    for (int i = 0; i < ImGuiCol_COUNT; ++i) {
      const ImU32 color = ImGui::ColorConvertFloat4ToU32(imgui.Colors[i]);
      if (color != 0) text += fmt::format("{}: {}\n", ImGui::GetStyleColorName(i), hex(color));
    }
    text +=
        fmt::format("padding {}, {}\n", text_of(imgui.WindowPadding), text_of(imgui.FramePadding));
    text += fmt::format("borders {} {} {} {}\n", imgui.WindowBorderSize, imgui.ChildBorderSize,
                        imgui.PopupBorderSize, imgui.FrameBorderSize);
    text += fmt::format("rounding {} {} {}\n", imgui.PopupRounding, imgui.FrameRounding,
                        imgui.ScrollbarRounding);
    text += fmt::format("spacing {}, {}\n", text_of(imgui.ItemSpacing),
                        text_of(imgui.ItemInnerSpacing));
    text += fmt::format("scroll bars {}, grips {}, rests {} s, lines by texture {}\n",
                        imgui.ScrollbarSize, imgui.GrabMinSize, imgui.HoverDelayNormal,
                        imgui.AntiAliasedLinesUseTex);
    ImGui::DestroyContext();
  }
  check_golden("theme_colors", text);
}

TEST_CASE("the light theme is what it was, pane by pane") {
  WalkWindow w({1300, 800});
  UiDriver& ui = w.ui;
  ui.open(w.copy_of("workload.json"));
  ui.window().settings().theme = ThemeKind::Light;
  GoldenWalk walk("light", w);
  walk.all("a trace");
  for (const std::string_view tab : ui.tabs()) {
    REQUIRE(ui.show_tab(tab));
    walk.step(std::string(tab));
  }
  for (const char* const command : {"keys", "thresholds", "gpu_peaks", "palette", "record"}) {
    w.run(command);
    if (std::string_view(command) == "record") continue;
    walk.step(command);
    ui.key(ImGuiKey_Escape);
    ui.frames(2);
  }
  ui.key(ImGuiKey_Escape);
  ui.frames(2);
  w.run("theme");
  walk.step("dark again");
}

}  // namespace lanescope
