// A hand that is faster than the frames.
#include "app/shell/window/typing.h"

#include <string_view>
#include <utility>

#include <doctest/doctest.h>

#include "tests/app/small_trace_window.h"

namespace lanescope {
namespace {

/// What a keyboard sends for letters and for keys without a character, all before the next frame.
void strike(ImGuiKey key, char letter = 0) {
  ImGuiIO& io = ImGui::GetIO();
  io.AddKeyEvent(key, true);
  if (letter != 0) io.AddInputCharacter(static_cast<unsigned>(letter));
  io.AddKeyEvent(key, false);
}
void write(std::string_view text) {
  for (const char c : text) strike(static_cast<ImGuiKey>(ImGuiKey_A + (c - 'a')), c);
}

/// As in the program, not as in other tests.
struct SlowWindow : SmallTraceWindow {
  SlowWindow() {
    ui.key(ImGuiKey_F, ImGuiMod_Ctrl);
    ui.frames(2);
    ImGui::GetIO().ConfigInputTrickleEventQueue = true;
  }
  const std::string& text() { return ui.view().search.text; }
};

TEST_CASE("all that was typed since the last frame is in the field in the next one") {
  SlowWindow w;
  write("kernela");
  w.ui.frame();
  CHECK(w.text() == "kernela");
}

TEST_CASE("letters right behind the key of the search are all in its field, in order") {
  for (const bool trickle : {false, true}) {
    CAPTURE(trickle);
    SmallTraceWindow w;
    ImGuiIO& io = ImGui::GetIO();
    io.ConfigInputTrickleEventQueue = trickle;
    io.AddKeyEvent(ImGuiMod_Ctrl, true);
    io.AddKeyEvent(ImGuiKey_F, true);
    w.ui.frame();
    io.AddKeyEvent(ImGuiKey_F, false);
    io.AddKeyEvent(ImGuiMod_Ctrl, false);
    if (trickle) {
      write("kernel");
    } else {
      for (const char letter : std::string_view("kernel")) {
        io.AddInputCharacter(static_cast<unsigned>(letter));
        w.ui.frame();
      }
    }
    w.ui.frames(30);
    CHECK(w.ui.view().search.text == "kernel");
  }
}

TEST_CASE("keys that do something keep their place among the letters") {
  SlowWindow w;
  write("kex");
  strike(ImGuiKey_Backspace);
  write("rnel");
  int frames = 0;
  do {
    w.ui.frame();
  } while (w.ui.window().next_frame_in_s() == 0 && ++frames < 20);
  CHECK(w.text() == "kernel");
}

TEST_CASE("a key that was held before the letters and is let go after them does no more") {
  SlowWindow w;
  ImGuiIO& io = ImGui::GetIO();
  io.AddKeyEvent(ImGuiMod_Shift, true);
  io.AddKeyEvent(ImGuiKey_K, true);
  io.AddInputCharacter('K');
  w.ui.frames(3);
  io.AddKeyEvent(ImGuiKey_K, false);
  io.AddKeyEvent(ImGuiMod_Shift, false);
  write("e");
  w.ui.frames(3);
  CHECK(w.text() == "Ke");
  CHECK_FALSE(ImGui::IsKeyDown(ImGuiKey_K));
  CHECK_FALSE(io.KeyShift);
}

TEST_CASE("shortcuts among the letters work") {
  SlowWindow w;
  write("abc");
  w.ui.frames(2);
  ImGuiIO& io = ImGui::GetIO();
  io.AddKeyEvent(ImGuiMod_Ctrl, true);
  strike(ImGuiKey_A);
  io.AddKeyEvent(ImGuiMod_Ctrl, false);
  write("x");  // in place of what was selected
  w.ui.frames(8);
  CHECK(w.text() == "x");
}

TEST_CASE("a modifier that is let go together with its key was held") {
  SlowWindow w;
  write("abc");
  w.ui.frames(2);
  ImGuiIO& io = ImGui::GetIO();
  io.AddKeyEvent(ImGuiMod_Ctrl, true);
  io.AddKeyEvent(ImGuiKey_LeftCtrl, true);
  w.ui.frame();
  io.AddKeyEvent(ImGuiKey_A, true);
  io.AddKeyEvent(ImGuiMod_Ctrl, false);
  io.AddKeyEvent(ImGuiKey_LeftCtrl, false);
  io.AddKeyEvent(ImGuiKey_A, false);
  w.ui.frames(3);
  CHECK_FALSE(io.KeyCtrl);
  write("z");
  w.ui.frames(3);
  CHECK(w.text() == "z");
}

TEST_CASE("a quick Alt+Left is that, not an arrow that pans") {
  SmallTraceWindow w;
  ImGuiIO& io = ImGui::GetIO();
  io.ConfigInputTrickleEventQueue = true;
  const auto alt = [&io](bool down) {
    io.AddKeyEvent(ImGuiMod_Alt, down);
    io.AddKeyEvent(ImGuiKey_LeftAlt, down);
  };
  const auto quick_back = [&] {
    alt(true);
    w.ui.frame();
    io.AddKeyEvent(ImGuiKey_LeftArrow, true);
    alt(false);
    w.ui.frame();
    io.AddKeyEvent(ImGuiKey_LeftArrow, false);
    w.ui.settle();
  };
  const TimeView whole = w.ui.view().viewport.view();
  quick_back();  // there is nothing to go back to
  CHECK(w.ui.view().viewport.view() == whole);
  w.ui.click(w.ui.place_of(w.ui.find("kernel_a")));
  w.ui.settle();
  REQUIRE(w.ui.view().selection.primary() != EventId::None);
  quick_back();
  CHECK(w.ui.view().selection.primary() == EventId::None);
}

TEST_CASE("a click that is over within a frame is a click, and the letters behind it come later") {
  SlowWindow w;
  write("ab");
  const Rect help = w.ui.mark("Help");
  ImGuiIO& io = ImGui::GetIO();
  io.AddMousePosEvent(help.x0 + 5, (help.y0 + help.y1) / 2);
  io.AddMouseButtonEvent(0, true);
  io.AddMouseButtonEvent(0, false);
  w.ui.frames(8);
  CHECK(w.text() == "ab");
  CHECK(w.ui.has_mark("About Lanescope"));
}

}  // namespace
}  // namespace lanescope
