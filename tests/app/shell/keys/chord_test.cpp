// Keys that go down and up between two frames.
#include "app/shell/keys/chord.h"

#include <initializer_list>
#include <utility>

#include <doctest/doctest.h>

#include "tests/app/small_trace_window.h"

namespace lanescope {
namespace {

using Events = std::initializer_list<std::pair<ImGuiKey, bool>>;

constexpr Chord kPlain{ImGuiKey_P, 0, 0, false};
constexpr Chord kWithCtrl{ImGuiKey_P, ImGuiMod_Ctrl, 0, false};

struct Context {
  explicit Context(bool trickle) {
    ImGui::CreateContext();
    ImGuiIO& io = ImGui::GetIO();
    io.IniFilename = nullptr;
    io.DisplaySize = {100, 100};
    io.ConfigInputTrickleEventQueue = trickle;
    io.Fonts->Build();
    frame();
  }
  ~Context() { ImGui::DestroyContext(); }
  Context(const Context&) = delete;
  Context& operator=(const Context&) = delete;

  void frame() {
    ImGui::NewFrame();
    plain += pressed(kPlain) ? 1 : 0;
    with_ctrl += pressed(kWithCtrl) ? 1 : 0;
    ImGui::Render();
  }
  /// All of it arrives between two frames.
  void feed(Events events) {
    for (const auto& [key, down] : events) ImGui::GetIO().AddKeyEvent(key, down);
    for (int i = 0; i < 5; ++i) frame();
  }
  int plain = 0, with_ctrl = 0;
};

TEST_CASE("a quick tap with Ctrl is never the plain letter") {
  for (const bool trickle : {false, true}) {
    CAPTURE(trickle);
    Context keys(trickle);
    SUBCASE("the letter goes up first") {
      keys.feed({{ImGuiMod_Ctrl, true},
                 {ImGuiKey_LeftCtrl, true},
                 {ImGuiKey_P, true},
                 {ImGuiKey_P, false},
                 {ImGuiMod_Ctrl, false},
                 {ImGuiKey_LeftCtrl, false}});
    }
    SUBCASE("Ctrl goes up first") {
      keys.feed(
          {{ImGuiMod_Ctrl, true}, {ImGuiKey_P, true}, {ImGuiMod_Ctrl, false}, {ImGuiKey_P, false}});
    }
    SUBCASE("Ctrl was down before") {
      keys.feed({{ImGuiMod_Ctrl, true}});
      keys.feed({{ImGuiKey_P, true}, {ImGuiMod_Ctrl, false}, {ImGuiKey_P, false}});
    }
    CHECK(keys.with_ctrl == 1);
    CHECK(keys.plain == 0);
  }
}

TEST_CASE("a letter before Ctrl is the plain letter") {
  Context keys(true);
  keys.feed(
      {{ImGuiKey_P, true}, {ImGuiMod_Ctrl, true}, {ImGuiKey_P, false}, {ImGuiMod_Ctrl, false}});
  CHECK(keys.plain == 1);
  CHECK(keys.with_ctrl == 0);
}

TEST_CASE("a quick Ctrl+P finds a lane and does not pin one") {
  SmallTraceWindow opened;
  UiDriver& ui = opened.ui;
  ImGuiIO& io = ImGui::GetIO();
  for (const bool down : {true, false}) {
    // Ctrl first, both times.
    io.AddKeyEvent(ImGuiMod_Ctrl, down);
    io.AddKeyEvent(ImGuiKey_P, down);
  }
  ui.frames(3);
  CHECK(ui.window().dialogs().is_open<Palette>());
  CHECK(ui.view().lanes.layout().pinned.empty());
}

}  // namespace
}  // namespace lanescope
