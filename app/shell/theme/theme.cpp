#include "app/shell/theme/theme.h"

#include "core/view/colors/oklab.h"

namespace lanescope {
namespace {

ImU32 color(std::uint32_t hex, std::uint8_t alpha = 255) {
  return packed(rgb(hex), alpha);
}

void set_colors(ImGuiStyle& imgui, const Colors& c) {
  const auto set = [&imgui](ImGuiCol which, ImU32 value) {
    imgui.Colors[which] = ImGui::ColorConvertU32ToFloat4(value);
  };
  const ImU32 clear = 0;
  for (int i = 0; i < ImGuiCol_COUNT; ++i) set(i, clear);
  set(ImGuiCol_Text, c.text);
  set(ImGuiCol_TextDisabled, c.faint);
  set(ImGuiCol_PopupBg, c.raised);
  set(ImGuiCol_Border, c.line);
  set(ImGuiCol_FrameBg, c.raised);
  set(ImGuiCol_FrameBgHovered, c.raised);
  set(ImGuiCol_FrameBgActive, c.raised);
  set(ImGuiCol_ScrollbarGrab, c.line);
  set(ImGuiCol_ScrollbarGrabHovered, c.faint);
  set(ImGuiCol_ScrollbarGrabActive, c.faint);
  set(ImGuiCol_TextSelectedBg, faded(c.accent, 0.35F));
}

}  // namespace

Colors theme_colors(ThemeKind theme) {
  const bool dark = theme == ThemeKind::Dark;
  Colors c;
  c.background = dark ? color(0x14161A) : color(0xFFFFFF);
  c.panel = dark ? color(0x1A1D23) : color(0xF5F6F8);
  c.raised = dark ? color(0x20242C) : color(0xECEEF2);
  c.line = dark ? color(0x2A2F38) : color(0xD5D9E0);
  c.text = dark ? color(0xE6E8EC) : color(0x15181D);
  c.dim = dark ? color(0x9AA3B2) : color(0x4A5261);
  c.faint = dark ? color(0x828C9C) : color(0x636C7B);
  c.accent = dark ? color(0x74B0FD) : color(0x0B62C4);
  c.selection = dark ? color(0xFFFFFF) : color(0x15181D);
  c.selected_row = dark ? color(0x2B3350) : color(0xD9E6FB);
  c.hovered_row = dark ? color(0x1F232A) : color(0xEEF0F4);
  c.grid = dark ? color(0x2A2F38, 150) : color(0xD5D9E0, 130);
  c.range = dark ? color(0x74B0FD, 34) : color(0x0B62C4, 26);
  c.scrim = dark ? color(0x0B0C0F, 150) : color(0x15181D, 70);
  c.shadow = dark ? color(0x000000, 90) : color(0x15181D, 40);
  c.path = dark ? color(0xFF5C93) : color(0xC2185B);
  c.good = dark ? color(0x7FB878) : color(0x2B7730);
  c.warning = dark ? color(0xEEAE05) : color(0x8A6100);
  c.error = dark ? color(0xEE7B6B) : color(0xB53A25);
  return c;
}

void apply_to_imgui(const Style& style, ThemeKind theme) {
  ImGuiStyle& imgui = ImGui::GetStyle();
  imgui = ImGuiStyle();
  imgui.WindowPadding = {0, 0};
  imgui.WindowBorderSize = 0;
  imgui.ChildBorderSize = 0;
  imgui.PopupBorderSize = 1;
  imgui.PopupRounding = style.px(6);
  imgui.FrameRounding = style.px(6);
  imgui.FramePadding = {style.px(10), style.px(6)};
  imgui.FrameBorderSize = 0;
  imgui.ItemSpacing = {0, 0};
  imgui.ItemInnerSpacing = {0, 0};
  imgui.ScrollbarSize = style.px(9);
  imgui.ScrollbarRounding = style.px(4);
  imgui.GrabMinSize = style.px(24);
  imgui.AntiAliasedLinesUseTex = true;
  imgui.HoverDelayNormal = 0.4F;
  set_colors(imgui, theme_colors(theme));
}

}  // namespace lanescope
