#include "app/platform/canvas_input.h"

#include <algorithm>
#include <array>
#include <cfloat>
#include <emscripten.h>
#include <string_view>

#include "imgui.h"

#include "app/platform/canvas.h"

namespace lanescope {
namespace {

struct NamedKey {
  std::string_view code;
  ImGuiKey key;
};

/// By position, as browsers name them (KeyboardEvent.code). Letters and digits are not listed.
constexpr std::array kKeys{
    NamedKey{"Tab", ImGuiKey_Tab},
    NamedKey{"ArrowLeft", ImGuiKey_LeftArrow},
    NamedKey{"ArrowRight", ImGuiKey_RightArrow},
    NamedKey{"ArrowUp", ImGuiKey_UpArrow},
    NamedKey{"ArrowDown", ImGuiKey_DownArrow},
    NamedKey{"PageUp", ImGuiKey_PageUp},
    NamedKey{"PageDown", ImGuiKey_PageDown},
    NamedKey{"Home", ImGuiKey_Home},
    NamedKey{"End", ImGuiKey_End},
    NamedKey{"Insert", ImGuiKey_Insert},
    NamedKey{"Delete", ImGuiKey_Delete},
    NamedKey{"Backspace", ImGuiKey_Backspace},
    NamedKey{"Space", ImGuiKey_Space},
    NamedKey{"Enter", ImGuiKey_Enter},
    NamedKey{"Escape", ImGuiKey_Escape},
    NamedKey{"Quote", ImGuiKey_Apostrophe},
    NamedKey{"Comma", ImGuiKey_Comma},
    NamedKey{"Minus", ImGuiKey_Minus},
    NamedKey{"Period", ImGuiKey_Period},
    NamedKey{"Slash", ImGuiKey_Slash},
    NamedKey{"Semicolon", ImGuiKey_Semicolon},
    NamedKey{"Equal", ImGuiKey_Equal},
    NamedKey{"BracketLeft", ImGuiKey_LeftBracket},
    NamedKey{"Backslash", ImGuiKey_Backslash},
    NamedKey{"BracketRight", ImGuiKey_RightBracket},
    NamedKey{"Backquote", ImGuiKey_GraveAccent},
    NamedKey{"NumpadEnter", ImGuiKey_KeypadEnter},
    NamedKey{"NumpadAdd", ImGuiKey_KeypadAdd},
    NamedKey{"NumpadSubtract", ImGuiKey_KeypadSubtract},
    NamedKey{"ShiftLeft", ImGuiKey_LeftShift},
    NamedKey{"ShiftRight", ImGuiKey_RightShift},
    NamedKey{"ControlLeft", ImGuiKey_LeftCtrl},
    NamedKey{"ControlRight", ImGuiKey_RightCtrl},
    NamedKey{"AltLeft", ImGuiKey_LeftAlt},
    NamedKey{"AltRight", ImGuiKey_RightAlt},
    NamedKey{"MetaLeft", ImGuiKey_LeftSuper},
    NamedKey{"MetaRight", ImGuiKey_RightSuper},
    NamedKey{"F1", ImGuiKey_F1},
    NamedKey{"F2", ImGuiKey_F2},
    NamedKey{"F3", ImGuiKey_F3},
    NamedKey{"F4", ImGuiKey_F4},
    NamedKey{"F6", ImGuiKey_F6},
    NamedKey{"F7", ImGuiKey_F7},
    NamedKey{"F8", ImGuiKey_F8},
    NamedKey{"F9", ImGuiKey_F9},
    NamedKey{"F10", ImGuiKey_F10},
};

ImGuiKey offset_key(ImGuiKey first, int offset) {
  return static_cast<ImGuiKey>(static_cast<int>(first) + offset);
}

/// Letters by what is printed on the key, so that Ctrl+Z is where the user expects it.
ImGuiKey key_of(std::string_view code, std::string_view text) {
  if (text.size() == 1) {
    const char lower = static_cast<char>(text[0] | 0x20);
    if (lower >= 'a' && lower <= 'z') return offset_key(ImGuiKey_A, lower - 'a');
  }
  if (code.starts_with("Key") && code.size() == 4) return offset_key(ImGuiKey_A, code[3] - 'A');
  if (code.starts_with("Digit") && code.size() == 6) return offset_key(ImGuiKey_0, code[5] - '0');
  if (code.starts_with("Numpad") && code.size() == 7 && code[6] >= '0' && code[6] <= '9')
    return offset_key(ImGuiKey_Keypad0, code[6] - '0');
  const auto found = std::ranges::find(kKeys, code, &NamedKey::code);
  return found == kKeys.end() ? ImGuiKey_None : found->key;
}

WindowClient* client = nullptr;

/// As app/web/input.js combines them.
enum Modifier : unsigned { kCtrl = 1, kShift = 2, kAlt = 4 };

void note_modifiers(unsigned modifiers) {
  ImGuiIO& io = ImGui::GetIO();
  io.AddKeyEvent(ImGuiMod_Ctrl, (modifiers & kCtrl) != 0);
  io.AddKeyEvent(ImGuiMod_Shift, (modifiers & kShift) != 0);
  io.AddKeyEvent(ImGuiMod_Alt, (modifiers & kAlt) != 0);
}

}  // namespace

void listen_for_input(WindowClient& for_client) {
  client = &for_client;
}

}  // namespace lanescope

// What app/web/engine.js calls. Positions are in CSS pixels from the top left corner of the canvas.

using lanescope::Canvas;

extern "C" {

EMSCRIPTEN_KEEPALIVE void lanescope_key(const char* code, const char* text, int down, int repeat,
                                        unsigned modifiers) {
  lanescope::note_modifiers(modifiers);
  const std::string_view place = code;
  if (place.starts_with("Key") && place.size() == 4 && repeat == 0)
    lanescope::client->letter_key(place[3], down != 0 && (modifiers & ~lanescope::kShift) == 0);
  const ImGuiKey key = lanescope::key_of(place, text);
  if (key != ImGuiKey_None) ImGui::GetIO().AddKeyEvent(key, down != 0);
  Canvas::wake_by_hand();
}

EMSCRIPTEN_KEEPALIVE void lanescope_text(const char* utf8) {
  ImGui::GetIO().AddInputCharactersUTF8(utf8);
  Canvas::wake_by_hand();
}

EMSCRIPTEN_KEEPALIVE void lanescope_mouse_at(float x, float y, unsigned modifiers) {
  lanescope::note_modifiers(modifiers);
  ImGui::GetIO().AddMousePosEvent(x, y);
  Canvas::wake_by_hand();
}

EMSCRIPTEN_KEEPALIVE void lanescope_mouse_left() {
  ImGui::GetIO().AddMousePosEvent(-FLT_MAX, -FLT_MAX);
  Canvas::wake_by_hand();
}

/// `button` as browsers number them.
EMSCRIPTEN_KEEPALIVE void lanescope_mouse_button(int button, int down) {
  constexpr std::array kButtons{ImGuiMouseButton_Left, ImGuiMouseButton_Middle,
                                ImGuiMouseButton_Right};
  if (button < 0 || static_cast<std::size_t>(button) >= kButtons.size()) return;
  ImGui::GetIO().AddMouseButtonEvent(kButtons[static_cast<std::size_t>(button)], down != 0);
  Canvas::wake_by_hand();
}

/// In notches of a wheel; positive: to the left, and up.
EMSCRIPTEN_KEEPALIVE void lanescope_wheel(float x, float y, unsigned modifiers) {
  lanescope::note_modifiers(modifiers);
  ImGui::GetIO().AddMouseWheelEvent(x, y);
  Canvas::wake_by_hand();
}

EMSCRIPTEN_KEEPALIVE void lanescope_focus(int focused) {
  ImGui::GetIO().AddFocusEvent(focused != 0);
  // The page is not told of keys that are released elsewhere.
  if (focused == 0) {
    for (char letter = 'A'; letter <= 'Z'; ++letter) lanescope::client->letter_key(letter, false);
  }
  Canvas::wake_by_hand();
}
}
