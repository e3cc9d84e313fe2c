// Keys: every one of the list does what the list says, and other keys can be given.
#include "app/shell/keys/key_map.h"

#include <set>
#include <string>

#include <doctest/doctest.h>

#include "app/shell/keys/commands.h"
#include "app/shell/keys/page_keys.h"
#include "app/shell/settings/settings.h"
#include "tests/app/keys.h"
#include "tests/app/small_trace.h"
#include "tests/app/ui_driver.h"
#include "tests/core/base/temp_folder.h"

namespace lanescope {
namespace {

/// Presses a chord and returns the id of the command it calls, without running it.
std::string called_by(UiDriver& ui, const Chord& chord) {
  ImGuiIO& io = ImGui::GetIO();
  send_modifiers(chord.mods, true);
  if (chord.character != 0) {
    io.AddInputCharacter(static_cast<unsigned>(chord.character));
  } else {
    io.AddKeyEvent(chord.key, true);
  }
  ImGui::NewFrame();
  const Command* command = pressed_command(ui.window(), false);
  ImGui::Render();
  if (chord.character == 0) io.AddKeyEvent(chord.key, false);
  send_modifiers(chord.mods, false);
  ImGui::NewFrame();
  ImGui::Render();
  return command != nullptr ? std::string(command->id) : "";
}

constexpr const char* kTrace = "small.json";

struct Opened {
  explicit Opened(const std::string& settings = {}) : ui(1600, 900, settings) {
    ui.open(folder.write(kTrace, small_trace_text({})));
  }
  void open_keys() {
    ui.key(ImGuiKey_F1);
    ui.frames(3);
    REQUIRE(ui.has_mark("keys.dialog"));
  }
  void filter(std::string_view words) {
    ui.click("keys.filter");
    ui.key(ImGuiKey_A, ImGuiMod_Ctrl);
    ui.type(words);
    ui.frames(2);
  }
  TempFolder folder;
  UiDriver ui;
};

void check_keys_call_commands(bool in_page) {
  Opened opened;
  for (int i = 0; i < kKeyPresets; ++i) {
    const KeyMap keys{static_cast<KeyPreset>(i), {}, in_page};
    opened.ui.window().settings().keys = keys;
    for (const Command& command : commands()) {
      const CommandKeys chords = keys.keys_of(command);
      for (const Chord& chord : {chords.first, chords.second}) {
        if (chord.empty()) continue;
        CHECK_MESSAGE(called_by(opened.ui, chord) == command.id, keys_text(chords));
        CHECK_MESSAGE(keys.also_does(chord, command).empty(), command.title);
      }
    }
  }
}

TEST_CASE("every key of the list calls its command, in every preset") {
  check_keys_call_commands(false);
}

TEST_CASE("in a page too, every key of the list calls its command, in every preset") {
  check_keys_call_commands(true);
}

TEST_CASE("in a page no command has a key that browsers keep, in any preset") {
  for (int i = 0; i < kKeyPresets; ++i) {
    const KeyMap keys{static_cast<KeyPreset>(i), {}, true};
    for (const Command& command : commands()) {
      const CommandKeys chords = keys.keys_of(command);
      CAPTURE(command.id);
      CHECK_FALSE(browsers_keep(chords.first));
      CHECK_FALSE(browsers_keep(chords.second));
    }
  }
}

TEST_CASE(
    "in a page what closes and what shows the next tab has keys of its own, elsewhere the usual") {
  const KeyMap page{KeyPreset::Lanescope, {}, true};
  const KeyMap usual;
  const auto text = [](const KeyMap& keys, const char* id) {
    return keys_text(keys.keys_of(*find_command(id)));
  };
  CHECK(text(page, "close") == "Alt+W");
  CHECK(text(page, "close_b") == "Shift+Alt+W");
  CHECK(text(page, "next_tab") == "Alt+PageDown");
  CHECK(text(page, "previous_tab") == "Alt+PageUp");
  CHECK(text(page, "open") == "Ctrl+O");
  CHECK(text(usual, "close") == "Ctrl+W");
  CHECK(text(usual, "next_tab") == "Ctrl+PageDown   or   Ctrl+Tab");
  CHECK(page.keys_of(*find_command("next_tab")).first.repeats);
}

TEST_CASE("in a page a changed key goes back to the one of the page") {
  KeyMap keys{KeyPreset::Lanescope, {}, true};
  const Command& close = *find_command("close");
  const CommandKeys before = keys.keys_of(close);
  keys.set(close, {ImGuiKey_F9, 0, 0, false});
  CHECK(keys.is_changed(close));
  keys.set(close, before.first);
  CHECK_FALSE(keys.is_changed(close));
  keys.set(close, {ImGuiKey_F9, 0, 0, false});
  keys.use(KeyPreset::Tracy);
  CHECK(keys.keys_of(close) == before);
}

TEST_CASE("commands have names of their own") {
  std::set<std::string_view> ids;
  for (const Command& command : commands()) CHECK(ids.insert(command.id).second);
}

TEST_CASE("the commands of a group follow each other, so that its head is there once") {
  std::set<CommandGroup> begun;
  std::optional<CommandGroup> last;
  for (const Command& command : commands()) {
    CAPTURE(command.id);
    if (command.group != last) CHECK(begun.insert(command.group).second);
    last = command.group;
  }
}

TEST_CASE("a chord comes back from how it is kept") {
  for (const Command& command : commands()) {
    for (Chord chord : {command.keys, command.other_keys}) {
      chord.repeats = false;
      CHECK(parse_chord(chord_id(chord)) == chord);
    }
  }
  for (const char* none : {"Ctrl+", "Hyper+X", "char ", "char xx", "nonsense"})
    CHECK_FALSE(parse_chord(none).has_value());
}

TEST_CASE("a click on a command and a key give it that key, and it is kept") {
  TempFolder own;
  const std::string settings = own.path() + "/settings.json";
  {
    Opened opened(settings);
    UiDriver& ui = opened.ui;
    opened.open_keys();
    opened.filter("bottom tabs");
    ui.click("keys.row.bottom");
    ui.key(ImGuiKey_F9, ImGuiMod_Shift);
    ui.key(ImGuiKey_Escape);
    CHECK_FALSE(ui.window().dialogs().is_open<KeyList>());
    ui.key(ImGuiKey_Q);
    CHECK(ui.window().settings().panes.bottom_shown);
    ui.key(ImGuiKey_F9, ImGuiMod_Shift);
    CHECK_FALSE(ui.window().settings().panes.bottom_shown);
  }
  Opened again(settings);
  again.ui.key(ImGuiKey_F9, ImGuiMod_Shift);
  CHECK(again.ui.window().settings().panes.bottom_shown);
}

TEST_CASE("keys that do something else already are warned of, and a reset takes them back") {
  Opened opened;
  UiDriver& ui = opened.ui;
  opened.open_keys();
  opened.filter("bottom tabs");
  ui.click("keys.row.bottom");
  ui.key(ImGuiKey_H);
  ui.frames(2);
  CHECK(ui.has_mark("keys.warning"));
  const Command& bottom = *find_command("bottom");
  const auto others = ui.window().settings().keys.also_does({ImGuiKey_H, 0, 0, false}, bottom);
  REQUIRE(others.size() == 1);
  CHECK(others[0] == "Hide lane");
  ui.click("keys.reset.bottom");
  CHECK(ui.window().settings().keys == KeyMap());
  CHECK_FALSE(ui.window().settings().keys.also_does({ImGuiKey_W, 0, 0, false}, bottom).empty());
}

TEST_CASE("Esc ends the wait for keys and leaves them and the dialog as they were") {
  Opened opened;
  UiDriver& ui = opened.ui;
  opened.open_keys();
  opened.filter("bottom tabs");
  ui.click("keys.row.bottom");
  ui.key(ImGuiKey_Escape);
  CHECK(ui.window().dialogs().is_open<KeyList>());
  CHECK(ui.window().settings().keys == KeyMap());
}

TEST_CASE("a preset replaces all keys, and is kept") {
  TempFolder own;
  const std::string settings = own.path() + "/settings.json";
  {
    Opened opened(settings);
    opened.open_keys();
    opened.ui.click("keys.preset.Tracy");
  }
  Opened again(settings);
  CHECK(again.ui.window().settings().keys.preset == KeyPreset::Tracy);
  again.ui.key(ImGuiKey_N);
  CHECK(again.ui.view().marks.all().marks.size() == 1);
}

TEST_CASE("keys in a settings file that make no sense are left out") {
  const Settings settings = parse_settings(
      R"({"keys": {"preset": "Emacs", "changed": {"bottom": "F9", "theme": 7, "no": "F1", "pin": "??"}}})");
  CHECK(settings.keys.preset == KeyPreset::Lanescope);
  REQUIRE(settings.keys.changed.size() == 1);
  CHECK(settings.keys.changed.begin()->first == "bottom");
}

}  // namespace
}  // namespace lanescope
