// The list of all commands and the list of lanes, by keys and mouse.
#include "app/shell/keys/palette.h"

#include <string>

#include <doctest/doctest.h>

#include "app/shell/keys/commands.h"
#include "app/shell/keys/search_words.h"
#include "tests/app/seen_screen.h"
#include "tests/app/small_trace.h"
#include "tests/app/ui_driver.h"
#include "tests/core/base/temp_folder.h"

namespace lanescope {
namespace {

struct Opened {
  explicit Opened(std::string settings = {}) : ui(1600, 900, std::move(settings)) {
    ui.open(folder.write("small.json", small_trace_text({})));
  }
  TempFolder folder;
  UiDriver ui;
};

void open_palette(UiDriver& ui) {
  ui.key(ImGuiKey_P, ImGuiMod_Ctrl | ImGuiMod_Shift);
  ui.frames(3);
  REQUIRE(ui.has_mark("palette.dialog"));
}

TEST_CASE("the palette runs what was typed with Enter") {
  Opened opened;
  UiDriver& ui = opened.ui;
  open_palette(ui);
  ui.type("lith");
  ui.key(ImGuiKey_Enter);
  ui.frames(2);
  CHECK(ui.window().settings().theme == ThemeKind::Light);
  CHECK_FALSE(ui.window().dialogs().is_open<Palette>());
  CHECK_FALSE(ui.has_mark("palette.dialog"));
}

TEST_CASE("what is typed into the search box behind > goes on in the palette") {
  for (const int letters_per_frame : {1, 2, 3}) {
    CAPTURE(letters_per_frame);
    Opened opened;
    UiDriver& ui = opened.ui;
    ImGuiIO& io = ImGui::GetIO();
    io.ConfigInputTrickleEventQueue = true;
    ui.key(ImGuiKey_F, ImGuiMod_Ctrl);
    ui.frames(10);
    int typed = 0;
    for (const char letter : std::string("> zoom in")) {
      io.AddKeyEvent(ImGuiKey_Z, true);  // that of no shortcut in a field
      io.AddInputCharacter(static_cast<unsigned>(letter));
      io.AddKeyEvent(ImGuiKey_Z, false);
      if (++typed % letters_per_frame == 0) ui.frame();
    }
    ui.frames(30);
    CHECK(ui.has_mark("palette.row.zoom_in"));
    CHECK_FALSE(ui.has_mark("palette.row.zoom_out"));
    CHECK_FALSE(ui.has_mark("palette.row.critical_path"));  // has what "in" alone finds
  }
}

TEST_CASE("the palette finds a command by other words than its title's") {
  Opened opened;
  UiDriver& ui = opened.ui;
  open_palette(ui);
  const auto first_for = [&ui](std::string_view typed) {
    ui.key(ImGuiKey_A, ImGuiMod_Ctrl);
    ui.key(ImGuiKey_Delete);
    ui.type(typed);
    ui.frame();
    std::string first;
    float top = 1e9F;
    for (const std::string& name : ui.mark_names()) {
      if (!name.starts_with("palette.row.") || ui.mark(name).y0 >= top) continue;
      first = name.substr(std::string("palette.row.").size());
      top = ui.mark(name).y0;
    }
    return first;
  };
  for (const char* typed : {"light", "color", "colour", "Light theme"}) {
    CAPTURE(typed);
    CHECK(first_for(typed) == "theme");
  }
  for (const char* typed : {"font", "text size", "font size"}) {
    CAPTURE(typed);
    CHECK(first_for(typed) == "larger");
  }
  CHECK(first_for("shortcuts") == "keys");
  CHECK(first_for("bookmark") == "mark");
  // Letters of other words that only stand in that order find nothing.
  CHECK(first_for("drkcolr").empty());
}

TEST_CASE("other words are found by how they begin, whatever their case") {
  CHECK(begin_words("Light MODE", search_words("theme")));
  CHECK_FALSE(begin_words("ight", search_words("theme")));
  CHECK_FALSE(begin_words(" ", search_words("theme")));
}

TEST_CASE("dark and light are commands of their own, and the one in use says so") {
  Opened opened;
  UiDriver& ui = opened.ui;
  const auto listed = [&ui](const char* id) {
    return SeenScreen().page(ui.mark(std::string("palette.row.") + id));
  };
  ui.window().settings().theme = ThemeKind::Light;
  ui.frames(2);
  open_palette(ui);
  ui.type("theme");
  ui.frame();
  CHECK(listed("theme").find("· on") != std::string::npos);
  CHECK(listed("dark_theme").find("· on") == std::string::npos);
  ui.key(ImGuiKey_A, ImGuiMod_Ctrl);
  ui.type("dark");
  ui.key(ImGuiKey_Enter);
  ui.frames(2);
  CHECK(ui.window().settings().theme == ThemeKind::Dark);
  open_palette(ui);
  ui.type("dark");
  ui.frame();
  CHECK(listed("dark_theme").find("· on") != std::string::npos);
  ui.key(ImGuiKey_Enter);
  ui.frames(2);
  CHECK(ui.window().settings().theme == ThemeKind::Dark);
}

TEST_CASE("the palette lists every command, and a click runs one") {
  Opened opened;
  UiDriver& ui = opened.ui;
  open_palette(ui);
  for (const Command& command : commands()) {
    if (command.id == "palette" || !is_offered(command, ui.window())) continue;
    ui.type(command.title);
    ui.frame();
    CHECK_MESSAGE(ui.has_mark("palette.row." + std::string(command.id)), command.title);
    ui.key(ImGuiKey_A, ImGuiMod_Ctrl);
    ui.key(ImGuiKey_Delete);
  }
  ui.type("whole keys");
  ui.key(ImGuiKey_A, ImGuiMod_Ctrl);
  ui.type("keys and");
  ui.click("palette.row.keys");
  ui.frames(2);
  CHECK(ui.window().dialogs().is_open<KeyList>());
  CHECK(ui.has_mark("keys.dialog"));
}

TEST_CASE("the command that ran last is the first when the palette opens again") {
  TempFolder folder;
  const std::string settings = folder.path() + "/settings.json";
  {
    Opened opened(settings);
    open_palette(opened.ui);
    opened.ui.type("details panel");
    opened.ui.key(ImGuiKey_Enter);
    opened.ui.frames(2);
    CHECK_FALSE(opened.ui.window().settings().panes.details_shown);
  }
  Opened again(settings);
  open_palette(again.ui);
  again.ui.key(ImGuiKey_Enter);
  again.ui.frames(2);
  CHECK(again.ui.window().settings().panes.details_shown);
}

TEST_CASE("a command that makes no sense now is listed last and does not run") {
  Opened opened;
  UiDriver& ui = opened.ui;
  open_palette(ui);
  ui.type("swap a and b");
  ui.key(ImGuiKey_Enter);
  CHECK(ui.window().dialogs().is_open<Palette>());
  ui.key(ImGuiKey_Escape);
  CHECK_FALSE(ui.window().dialogs().is_open<Palette>());
}

TEST_CASE("arrows choose a row, around both ends") {
  Opened opened;
  UiDriver& ui = opened.ui;
  open_palette(ui);
  ui.type("zoom");
  ui.frame();
  const double span_ns = ui.view().viewport.view().span_ns;
  const Rect in = ui.mark("palette.row.zoom_in");
  const Rect out = ui.mark("palette.row.zoom_out");
  CHECK(out.y0 > in.y0);
  ui.key(ImGuiKey_Enter);
  ui.settle();
  CHECK(ui.view().viewport.view().span_ns < span_ns);
  open_palette(ui);
  ui.type("zoom");
  ui.key(ImGuiKey_DownArrow);
  ui.key(ImGuiKey_Enter);
  ui.settle();
  CHECK(ui.view().viewport.shows_all());
}

TEST_CASE("a bracket in the search box leads to the commands") {
  Opened opened;
  UiDriver& ui = opened.ui;
  ui.key(ImGuiKey_F, ImGuiMod_Ctrl);
  ui.frames(2);
  ui.type(">");
  ui.frames(3);
  REQUIRE(ui.window().dialogs().is_open<Palette>());
  ui.type("bottom");
  ui.key(ImGuiKey_Enter);
  ui.frames(2);
  CHECK_FALSE(ui.window().settings().panes.bottom_shown);
  CHECK(ui.view().search.text.empty());
  CHECK_FALSE(ui.window().dialogs().is_open<Palette>());
}

TEST_CASE("a lane is found by its name, shown, unfolded and scrolled to") {
  Opened opened;
  UiDriver& ui = opened.ui;
  std::string key;
  std::string group;
  for (const LaneGroup& some : ui.view().lanes.tree().groups) {
    for (const Lane& lane : some.lanes) {
      if (lane.title.find("stream 7") == std::string::npos) continue;
      key = lane.key;
      group = some.key;
    }
  }
  REQUIRE_FALSE(key.empty());
  ui.view().lanes.hide(key);
  ui.view().lanes.set_folded(group, true);
  ui.frames(2);
  CHECK_FALSE(ui.has_mark("lane." + key));
  ui.key(ImGuiKey_P, ImGuiMod_Ctrl);
  ui.frames(3);
  ui.type("strm 7");
  ui.key(ImGuiKey_Enter);
  ui.settle();
  CHECK(ui.has_mark("lane." + key));
  CHECK_FALSE(ui.view().lanes.folded(group));
  const Rect lane = ui.mark("lane." + key);
  const Rect lanes = ui.mark("lanes");
  CHECK(lane.y0 >= lanes.y0 - 1);
  CHECK(lane.y1 <= lanes.y1 + 1);
}

TEST_CASE("keys of the window do nothing under the palette") {
  Opened opened;
  UiDriver& ui = opened.ui;
  open_palette(ui);
  ui.type("q");
  ui.key(ImGuiKey_Q);
  CHECK(ui.window().settings().panes.bottom_shown);
}

}  // namespace
}  // namespace lanescope
