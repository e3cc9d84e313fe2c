// The search field of the top bar.
#include <string>
#include <string_view>
#include <utility>

#include <doctest/doctest.h>

#include "app/shell/window/main_window.h"
#include "tests/app/seen_screen.h"
#include "tests/app/small_trace_window.h"

namespace lanescope {
namespace {

TEST_CASE("a search is written, counted, walked and taken back") {
  SmallTraceWindow opened;
  UiDriver& ui = opened.ui;
  ui.key(ImGuiKey_F, ImGuiMod_Ctrl);
  ui.frames(2);
  ui.type("kernel_a");
  ui.settle();
  REQUIRE(ui.view().search.matches() != nullptr);
  CHECK(ui.view().search.matches()->events().size() == 6);
  ui.key(ImGuiKey_Enter);
  CHECK(ui.view().selection.primary() == ui.find("kernel_a"));
  ui.frames(2);
  ui.key(ImGuiKey_Enter);
  CHECK(ui.view().search.facts(ui.view().selection.primary()).starts_with("2 of 6"));
  ui.key(ImGuiKey_Enter, ImGuiMod_Shift);
  CHECK(ui.view().selection.primary() == ui.find("kernel_a"));
  ui.frames(2);
  ui.key(ImGuiKey_Escape);
  ui.frames(2);
  CHECK(ui.view().search.text.empty());
  CHECK(ui.view().search.matches() == nullptr);
  CHECK_FALSE(ui.view().selection.empty());
}

TEST_CASE("in a narrow window the count of a search leaves room for what is typed") {
  const TempFolder folder;
  UiDriver ui(900, 700);
  ui.open(folder.write("quite a long name of a trace.json", small_trace_text({})));
  ui.key(ImGuiKey_F, ImGuiMod_Ctrl);
  ui.frames(2);
  ui.type("dur>0.000001ms");
  ui.settle();
  const std::string whole = ui.view().search.facts(EventId::None);
  REQUIRE(whole.find(" on the GPU and ") != whole.npos);
  const Rect field = ui.mark("search"), facts = ui.mark("search.facts");
  CHECK(facts.x0 > field.x0 + 100);
  CHECK(facts.x1 <= field.x1);
  const std::string shown = SeenScreen().page({facts.x0 - 4, facts.y0, facts.x1, facts.y1});
  CAPTURE(shown);
  CHECK(shown.find(whole.substr(0, whole.find(" · "))) != shown.npos);
  CHECK(shown.find("host") == shown.npos);
  ui.move({(facts.x0 + facts.x1) / 2, (facts.y0 + facts.y1) / 2});
  ui.frames(2);
  CHECK(SeenScreen().page({0, 0, 900, 120}).find(" on the host") != std::string::npos);
}

TEST_CASE("each Enter is one match, however close they come, and none goes past the field") {
  SmallTraceWindow opened;
  UiDriver& ui = opened.ui;
  ui.key(ImGuiKey_F, ImGuiMod_Ctrl);
  ui.frames(2);
  ui.type("kernel_a");
  ui.settle();
  const auto place = [&] {
    return ui.view().search.facts(ui.view().selection.primary()).substr(0, 6);
  };
  for (int i = 0; i < 3; ++i) ui.key(ImGuiKey_Enter);
  CHECK(place() == "3 of 6");
  CHECK(ImGui::GetIO().WantTextInput);
  ImGuiIO& io = ImGui::GetIO();
  io.ConfigInputTrickleEventQueue = true;  // as in the program
  for (int i = 0; i < 2; ++i) {
    io.AddKeyEvent(ImGuiKey_Enter, true);
    io.AddKeyEvent(ImGuiKey_Enter, false);
  }
  ui.frames(5);
  CHECK(place() == "5 of 6");
  ui.key(ImGuiKey_F3);
  CHECK(place() == "6 of 6");
  ui.key(ImGuiKey_F3, ImGuiMod_Shift);
  CHECK(place() == "5 of 6");
  CHECK(ui.view().search.text == "kernel_a");
}

TEST_CASE("holding Enter goes from match to match") {
  SmallTraceWindow opened;
  UiDriver& ui = opened.ui;
  ui.key(ImGuiKey_F, ImGuiMod_Ctrl);
  ui.frames(2);
  ui.type("kernel_a");
  ui.settle();
  ImGui::GetIO().AddKeyEvent(ImGuiKey_Enter, true);
  ui.frame();
  const EventId first = ui.view().selection.primary();
  CHECK(ui.window().next_frame_in_s() == 0);
  CHECK(ui.frames_until([&] { return ui.view().selection.primary() != first; }));
  ImGui::GetIO().AddKeyEvent(ImGuiKey_Enter, false);
  ui.frame();
}

TEST_CASE("an Enter before the matches are known goes to one as soon as they are") {
  SmallTraceWindow opened;
  UiDriver& ui = opened.ui;
  ui.key(ImGuiKey_F, ImGuiMod_Ctrl);
  ui.frames(2);
  for (const char c : std::string_view("kernel_a"))
    ImGui::GetIO().AddInputCharacter(static_cast<unsigned>(c));
  ui.frame();
  ui.key(ImGuiKey_Enter);
  ui.key(ImGuiKey_Enter);
  ui.settle();
  CHECK(ui.view().search.facts(ui.view().selection.primary()).starts_with("2 of 6"));
}

TEST_CASE("Escape in the lanes takes back first the search, then the selection") {
  SmallTraceWindow opened;
  UiDriver& ui = opened.ui;
  ui.key(ImGuiKey_F, ImGuiMod_Ctrl);
  ui.frames(2);
  ui.type("kernel_a");
  ui.settle();
  ui.click(ui.place_of(ui.find("kernel_a")));
  ui.frames(2);
  REQUIRE_FALSE(ui.view().selection.empty());
  REQUIRE_FALSE(ui.view().search.text.empty());
  ui.key(ImGuiKey_Escape);
  ui.frames(2);
  CHECK(ui.view().search.text.empty());
  CHECK_FALSE(ui.view().selection.empty());
  ui.key(ImGuiKey_Escape);
  ui.frames(2);
  CHECK(ui.view().selection.empty());
}

TEST_CASE("letters written in the search box do not move the view") {
  SmallTraceWindow opened;
  UiDriver& ui = opened.ui;
  ui.click("search");
  ui.frames(2);
  const TimeView view = ui.view().viewport.view();
  ui.window().keyboard().letter_key('W', true);
  ui.type("w");
  ui.frames(5);
  ui.window().keyboard().letter_key('W', false);
  CHECK(ui.view().viewport.view() == view);
  CHECK(ui.view().search.text == "w");
}

TEST_CASE("letters that come faster than frames are all there without another event") {
  SmallTraceWindow opened;
  UiDriver& ui = opened.ui;
  ui.key(ImGuiKey_F, ImGuiMod_Ctrl);
  ui.frames(2);
  ImGuiIO& io = ImGui::GetIO();
  io.ConfigInputTrickleEventQueue = true;  // as in the program: one key a frame
  for (const auto& [key, letter] :
       {std::pair{ImGuiKey_B, 'b'}, std::pair{ImGuiKey_X, 'x'}, std::pair{ImGuiKey_V, 'v'}}) {
    io.AddKeyEvent(key, true);
    io.AddInputCharacter(static_cast<unsigned>(letter));
    io.AddKeyEvent(key, false);
  }
  // The window waits for the next event, or to let the caret blink, as soon as it may.
  int frames = 0;
  do {
    ui.frame();
    ++frames;
  } while (ui.window().next_frame_in_s() == 0 && frames < 100);
  CHECK(frames < 100);
  CHECK(ui.view().search.text == "bxv");
}

}  // namespace
}  // namespace lanescope
