#include "app/platform/canvas_input.h"

#include <algorithm>
#include <array>
#include <string_view>

#include "imgui.h"
#include <emscripten/html5.h>

#include "app/platform/canvas.h"

extern "C" int lanescope_is_mac();  // see app/web/library.js

namespace lanescope {
namespace {

struct NamedKey {
  std::string_view code;
  ImGuiKey key;
};

/// By where they lie, as the browser names the places. Letters and digits are not in it.
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

/// A letter by what is printed on its key, so that Ctrl+Z is where the user expects it.
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

/// What is typed, and no key that has a name such as "Enter".
bool is_text(std::string_view text) {
  const auto head = [](char c) { return (static_cast<unsigned char>(c) & 0xC0U) != 0x80U; };
  return std::ranges::count_if(text, head) == 1;
}

WindowClient* client_of(void* user) {
  return static_cast<WindowClient*>(user);
}

bool has_command_key(bool ctrl, bool meta) {
  static const bool mac = lanescope_is_mac() != 0;
  return ctrl || (mac && meta);
}

template <typename Event>
void note_modifiers(const Event& event) {
  ImGuiIO& io = ImGui::GetIO();
  io.AddKeyEvent(ImGuiMod_Ctrl, has_command_key(event.ctrlKey, event.metaKey));
  io.AddKeyEvent(ImGuiMod_Shift, event.shiftKey);
  io.AddKeyEvent(ImGuiMod_Alt, event.altKey);
}

/// The browser's own: a new tab or a reload, its console, and pasting, which tells the text by an
/// event of its own.
bool is_for_browser(const EmscriptenKeyboardEvent& event, ImGuiKey key, bool command) {
  constexpr std::array kBrowsers{ImGuiKey_V, ImGuiKey_R, ImGuiKey_T,
                                 ImGuiKey_N, ImGuiKey_W, ImGuiKey_L};
  if (key == ImGuiKey_None) return true;
  const bool plain = command && !event.shiftKey && !event.altKey;
  if (plain && std::ranges::find(kBrowsers, key) != kBrowsers.end()) return true;
  return command && event.shiftKey && (key == ImGuiKey_I || key == ImGuiKey_J);
}

EM_BOOL on_key(int type, const EmscriptenKeyboardEvent* event, void* user) {
  const bool down = type == EMSCRIPTEN_EVENT_KEYDOWN;
  const ImGuiKey key = key_of(event->code, event->key);
  const bool command = has_command_key(event->ctrlKey, event->metaKey);
  ImGuiIO& io = ImGui::GetIO();
  note_modifiers(*event);
  Canvas::wake();
  const std::string_view code = event->code;
  if (code.starts_with("Key") && code.size() == 4 && !event->repeat) {
    const bool plain = !command && !event->altKey && !event->metaKey;
    client_of(user)->letter_key(code[3], down && plain);
  }
  if (is_for_browser(*event, key, command)) return EM_FALSE;
  io.AddKeyEvent(key, down);
  if (down && !command && !event->altKey && is_text(event->key))
    io.AddInputCharactersUTF8(event->key);
  return EM_TRUE;
}

int button_of(unsigned short browsers) {
  switch (browsers) {
    case 1:
      return ImGuiMouseButton_Middle;
    case 2:
      return ImGuiMouseButton_Right;
    default:
      return ImGuiMouseButton_Left;
  }
}

EM_BOOL on_mouse(int type, const EmscriptenMouseEvent* event, void* /*user*/) {
  ImGuiIO& io = ImGui::GetIO();
  note_modifiers(*event);
  io.AddMousePosEvent(static_cast<float>(event->clientX), static_cast<float>(event->clientY));
  if (type == EMSCRIPTEN_EVENT_MOUSEDOWN || type == EMSCRIPTEN_EVENT_MOUSEUP)
    io.AddMouseButtonEvent(button_of(event->button), type == EMSCRIPTEN_EVENT_MOUSEDOWN);
  Canvas::wake();
  return type == EMSCRIPTEN_EVENT_MOUSEDOWN ? EM_TRUE : EM_FALSE;
}

EM_BOOL on_leave(int /*type*/, const EmscriptenMouseEvent* event, void* /*user*/) {
  if (event->buttons == 0) ImGui::GetIO().AddMousePosEvent(-FLT_MAX, -FLT_MAX);
  Canvas::wake();
  return EM_FALSE;
}

EM_BOOL on_wheel(int /*type*/, const EmscriptenWheelEvent* event, void* /*user*/) {
  constexpr double kPixelsPerNotch = 100, kLinesPerNotch = 3;
  const double notch = event->deltaMode == DOM_DELTA_PIXEL  ? kPixelsPerNotch
                       : event->deltaMode == DOM_DELTA_LINE ? kLinesPerNotch
                                                            : 1;
  note_modifiers(event->mouse);
  ImGui::GetIO().AddMouseWheelEvent(static_cast<float>(-event->deltaX / notch),
                                    static_cast<float>(-event->deltaY / notch));
  Canvas::wake();
  return EM_TRUE;
}

EM_BOOL on_focus(int type, const EmscriptenFocusEvent* /*event*/, void* user) {
  const bool focused = type == EMSCRIPTEN_EVENT_FOCUS;
  ImGui::GetIO().AddFocusEvent(focused);
  // Keys let go elsewhere are never told.
  if (!focused) {
    for (char letter = 'A'; letter <= 'Z'; ++letter) client_of(user)->letter_key(letter, false);
  }
  Canvas::wake();
  return EM_FALSE;
}

}  // namespace

void listen_for_input(WindowClient& client, const char* canvas) {
  const char* const window = EMSCRIPTEN_EVENT_TARGET_WINDOW;
  emscripten_set_keydown_callback(window, &client, true, on_key);
  emscripten_set_keyup_callback(window, &client, true, on_key);
  emscripten_set_mousedown_callback(canvas, nullptr, true, on_mouse);
  // A drag goes on outside of the canvas.
  emscripten_set_mouseup_callback(window, nullptr, true, on_mouse);
  emscripten_set_mousemove_callback(window, nullptr, true, on_mouse);
  emscripten_set_mouseleave_callback(canvas, nullptr, true, on_leave);
  emscripten_set_wheel_callback(canvas, nullptr, true, on_wheel);
  emscripten_set_focus_callback(window, &client, true, on_focus);
  emscripten_set_blur_callback(window, &client, true, on_focus);
}

}  // namespace lanescope
