// Every command of the list by its keys, as a user presses them, and what is seen then.
#include "tests/app/command_outcomes.h"

#include <algorithm>
#include <set>

#include <doctest/doctest.h>

#include "app/shell/keys/commands.h"

namespace lanescope {
namespace {

void press(UiDriver& ui, const Chord& chord) {
  if (chord.character != 0) {
    ui.type(std::string(1, static_cast<char>(chord.character)));
  } else {
    ui.key(chord.key, chord.mods);
  }
}

/// As one who knows no key of it.
void run_from_palette(UiDriver& ui, const Command& command) {
  ui.key(ImGuiKey_P, ImGuiMod_Ctrl | ImGuiMod_Shift);
  ui.frames(2);
  ui.type(command.title);
  ui.key(ImGuiKey_Enter);
}

bool comes_true(const CommandOutcome& outcome, KeyPreset preset,
                const std::function<void(UiDriver&)>& act) {
  Stage stage;
  stage.ui.window().settings().keys.preset = preset;
  outcome.prepare(stage);
  stage.ui.frames(2);
  if (outcome.seen(stage)) return false;  // true already: it would show nothing
  stage.pressed = true;
  act(stage.ui);
  stage.ui.frames(3);
  if (!stage.ui.window().dialogs().is_open<FileDialog>()) stage.ui.settle();
  return outcome.seen(stage);
}

}  // namespace

TEST_CASE("every command of the list has something that is seen of it") {
  std::set<std::string> known;
  for (const CommandOutcome& outcome : command_outcomes()) {
    CAPTURE(outcome.id);
    CHECK(find_command(outcome.id) != nullptr);
    CHECK(known.insert(outcome.id).second);
  }
  UiDriver usual;
  for (const Command& command : commands()) {
    CAPTURE(command.id);
    // What only a page offers is in app/shell/window/offers_test.cpp.
    CHECK((known.contains(std::string(command.id)) || !is_offered(command, usual.window())));
  }
}

TEST_CASE("the keys of every command do what it says, in every preset") {
  for (const CommandOutcome& outcome : command_outcomes()) {
    const Command* command = find_command(outcome.id);
    REQUIRE(command != nullptr);
    std::vector<std::string> pressed;  // the same keys once
    for (int i = 0; i < kKeyPresets; ++i) {
      const KeyMap keys{static_cast<KeyPreset>(i), {}};
      const CommandKeys chords = keys.keys_of(*command);
      for (const Chord& chord : {chords.first, chords.second}) {
        const std::string id = chord_id(chord);
        if (chord.empty() || std::ranges::find(pressed, id) != pressed.end()) continue;
        pressed.push_back(id);
        CAPTURE(id);
        CHECK_MESSAGE(comes_true(outcome, keys.preset, [&](UiDriver& ui) { press(ui, chord); }),
                      outcome.id);
      }
    }
  }
}

TEST_CASE("commands without keys are run from the palette") {
  for (const CommandOutcome& outcome : command_outcomes()) {
    const Command* command = find_command(outcome.id);
    if (command == nullptr || !command->keys.empty()) continue;
    CHECK_MESSAGE(comes_true(outcome, KeyPreset::Lanescope,
                             [&](UiDriver& ui) { run_from_palette(ui, *command); }),
                  outcome.id);
  }
}

}  // namespace lanescope
