// Individual widgets on an empty page, drawn without the main window, with a mouse and keys.
#pragma once

#include <functional>
#include <map>
#include <string>

#include <doctest/doctest.h>

#include "app/shell/theme/theme.h"
#include "app/widgets/draw/ui.h"
#include "tests/app/golden/golden_screens.h"
#include "tests/app/keys.h"
#include "tests/paths.h"

namespace lanescope {

inline constexpr ImU32 kRed = IM_COL32(200, 10, 20, 255), kBlue = IM_COL32(10, 20, 200, 255);

class WidgetStage final : public MarkSink, public CopySink {
 public:
  using Draw = std::function<void(const Ui& ui, ImDrawList& list)>;

  explicit WidgetStage(Draw draw = {}, ImVec2 size = {800, 400}) : draw_(std::move(draw)) {
    ImGui::CreateContext();
    ImGuiIO& io = ImGui::GetIO();
    io.IniFilename = nullptr;
    io.DisplaySize = size;
    io.ConfigInputTrickleEventQueue = false;
    io.ConfigInputTextCursorBlink = false;
    style_.color = theme_colors(ThemeKind::Dark);
    style_.face = build_fonts(binary_folder() + "/fonts", {1, 1}).faces;
    apply_to_imgui(style_, ThemeKind::Dark);
    unsigned char* pixels = nullptr;
    int width = 0, height = 0;
    io.Fonts->GetTexDataAsAlpha8(&pixels, &width, &height);
    io.Fonts->SetTexID(static_cast<ImTextureID>(pixels));
    move({-10, -10});
  }
  ~WidgetStage() override { ImGui::DestroyContext(); }
  WidgetStage(const WidgetStage&) = delete;
  WidgetStage& operator=(const WidgetStage&) = delete;

  /// Takes effect from the next frame.
  void show(Draw draw) {
    draw_ = std::move(draw);
    frames(2);
  }
  void frame() {
    ImGui::GetIO().DeltaTime = 1.0F / 60;
    ImGui::NewFrame();
    marks_.clear();
    ImGui::SetNextWindowPos({0, 0});
    ImGui::SetNextWindowSize(ImGui::GetIO().DisplaySize);
    ImGui::Begin("stage", nullptr,
                 ImGuiWindowFlags_NoDecoration | ImGuiWindowFlags_NoMove |
                     ImGuiWindowFlags_NoScrollWithMouse);
    const Ui ui{style_, this, this};
    if (draw_) draw_(ui, *ImGui::GetWindowDrawList());
    ImGui::End();
    ImGui::Render();
    std::swap(last_marks_, marks_);
  }
  void frames(int count) {
    for (int i = 0; i < count; ++i) frame();
  }
  void move(ImVec2 at) {
    ImGui::GetIO().AddMousePosEvent(at.x, at.y);
    frame();
    frame();
  }
  /// Moves the mouse and waits until its tooltip is complete.
  void rest(ImVec2 at) {
    move(at);
    frames(40);
  }
  void press() {
    ImGui::GetIO().AddMouseButtonEvent(ImGuiMouseButton_Left, true);
    frame();
  }
  void release() {
    ImGui::GetIO().AddMouseButtonEvent(ImGuiMouseButton_Left, false);
    frame();
  }
  /// Waits long enough that two clicks are not a double click.
  void click(ImVec2 at) {
    frames(25);
    move(at);
    press();
    release();
    frame();
  }
  void wheel(float notches) {
    ImGui::GetIO().AddMouseWheelEvent(0, notches);
    frame();
    frame();
  }
  void key(ImGuiKey key, int mods = 0) {
    strike_key(key, mods, [this] { frame(); });
  }
  void type(const std::string& text) {
    ImGui::GetIO().AddInputCharactersUTF8(text.c_str());
    frames(2);
  }
  [[nodiscard]] Rect mark(const std::string& name) const {
    REQUIRE_MESSAGE(last_marks_.contains(name), name);
    return last_marks_.at(name);
  }
  [[nodiscard]] bool has_mark(const std::string& name) const { return last_marks_.contains(name); }
  [[nodiscard]] static Rect screen() {
    const ImVec2 size = ImGui::GetIO().DisplaySize;
    return {0, 0, size.x, size.y};
  }
  [[nodiscard]] Style& style() { return style_; }
  [[nodiscard]] const std::string& copied() const { return copied_; }

  void mark(std::string_view name, Rect rect) override { marks_[std::string(name)] = rect; }
  void note_copy(std::string_view what) override { copied_ = what; }

 private:
  Draw draw_;
  Style style_;
  std::string copied_;
  std::map<std::string, Rect> marks_, last_marks_;
};

/// Adds everything on the stage.
inline void add(GoldenScreens& golden, const std::string& title) {
  golden.add(title, WidgetStage::screen());
}

}  // namespace lanescope
