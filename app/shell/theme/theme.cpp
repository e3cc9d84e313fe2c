#include "app/shell/theme/theme.h"

#include "core/view/colors/oklab.h"

namespace lanescope {
namespace {

ImU32 color(std::uint32_t hex, std::uint8_t alpha = 255) {
  return packed(rgb(hex), alpha);
}

Colors dark_colors() {
  Colors c;
  c.background = color(0x14161A);
  c.panel = color(0x1A1D23);
  c.raised = color(0x20242C);
  c.line = color(0x2A2F38);
  c.text = color(0xE6E8EC);
  c.dim = color(0x9AA3B2);
  c.faint = color(0x828C9C);
  c.accent = color(0x74B0FD);
  c.selection = color(0xFFFFFF);
  c.selected_row = color(0x2B3350);
  c.hovered_row = color(0x1F232A);
  c.grid = color(0x2A2F38, 150);
  c.range = color(0x74B0FD, 34);
  c.scrim = color(0x0B0C0F, 150);
  c.shadow = color(0x000000, 90);
  c.path = color(0xFF5C93);
  c.good = color(0x7FB878);
  c.warning = color(0xEEAE05);
  c.error = color(0xEE7B6B);
  return c;
}

Colors light_colors() {
  Colors c;
  c.background = color(0xFFFFFF);
  c.panel = color(0xF5F6F8);
  c.raised = color(0xECEEF2);
  c.line = color(0xD5D9E0);
  c.text = color(0x15181D);
  c.dim = color(0x4A5261);
  c.faint = color(0x636C7B);
  c.accent = color(0x0B62C4);
  c.selection = color(0x15181D);
  c.selected_row = color(0xD9E6FB);
  c.hovered_row = color(0xEEF0F4);
  c.grid = color(0xD5D9E0, 130);
  c.range = color(0x0B62C4, 26);
  c.scrim = color(0x15181D, 70);
  c.shadow = color(0x15181D, 40);
  c.path = color(0xC2185B);
  c.good = color(0x2B7730);
  c.warning = color(0x8A6100);
  c.error = color(0xB53A25);
  return c;
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
  return theme == ThemeKind::Dark ? dark_colors() : light_colors();
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
