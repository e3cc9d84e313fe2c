#include "app/shell/keys/chord.h"

#include <array>
#include <utility>

#include "imgui_internal.h"

namespace lanescope {
namespace {

constexpr std::array<std::pair<ImGuiKey, const char*>, 16> kNames{{
    {ImGuiKey_LeftArrow, "←"},
    {ImGuiKey_RightArrow, "→"},
    {ImGuiKey_UpArrow, "↑"},
    {ImGuiKey_DownArrow, "↓"},
    {ImGuiKey_Period, "."},
    {ImGuiKey_Comma, ","},
    {ImGuiKey_Escape, "Esc"},
    {ImGuiKey_Equal, "+"},
    {ImGuiKey_Minus, "−"},
    {ImGuiKey_Slash, "/"},
    {ImGuiKey_Enter, "Enter"},
    {ImGuiKey_Backspace, "Backspace"},
    {ImGuiKey_KeypadAdd, "+"},
    {ImGuiKey_KeypadSubtract, "−"},
    {ImGuiKey_Home, "Home"},
    {ImGuiKey_Space, "Space"},
}};

/// ImGui names keys only while a context exists, but settings are read before the window creates
/// one.
class SomeContext {
 public:
  SomeContext() : own_(ImGui::GetCurrentContext() == nullptr ? ImGui::CreateContext() : nullptr) {}
  ~SomeContext() {
    if (own_ != nullptr) ImGui::DestroyContext(own_);
  }
  SomeContext(const SomeContext&) = delete;
  SomeContext& operator=(const SomeContext&) = delete;

 private:
  ImGuiContext* own_;
};

std::string key_text(ImGuiKey key) {
  for (const auto& [named, text] : kNames) {
    if (named == key) return text;
  }
  const SomeContext context;
  return ImGui::GetKeyName(key);
}

/// The modifiers held when the key was pressed in this frame; nullopt if it was not. A quick tap is
/// pressed and released between two frames, together with its modifiers, so the modifiers held at
/// the end of the frame are no indication.
std::optional<int> mods_at_press(ImGuiKey key) {
  const auto& events = ImGui::GetCurrentContext()->InputEventsTrail;
  int mods = ImGui::GetIO().KeyMods;
  for (int i = events.Size - 1; i >= 0; --i) {
    const ImGuiInputEvent& event = events[i];
    if (event.Type != ImGuiInputEventType_Key) continue;
    if (event.Key.Key == key && event.Key.Down) return mods;
    // Going backwards, undo each modifier event.
    const int mod = static_cast<int>(event.Key.Key) & ImGuiMod_Mask_;
    mods = event.Key.Down ? mods & ~mod : mods | mod;
  }
  return std::nullopt;
}

constexpr std::array<std::pair<int, std::string_view>, 3> kMods{
    {{ImGuiMod_Ctrl, "Ctrl+"}, {ImGuiMod_Shift, "Shift+"}, {ImGuiMod_Alt, "Alt+"}}};
constexpr std::string_view kCharacter = "char ";

std::string mods_text(const Chord& chord) {
  std::string text;
  for (const auto& [mod, name] : kMods) {
    if ((chord.mods & mod) != 0) text += name;
  }
  return text;
}

}  // namespace

bool is_plain_key(ImGuiKey key) {
  const bool modifier = (key >= ImGuiKey_LeftCtrl && key <= ImGuiKey_RightSuper) ||
                        (key >= ImGuiKey_ReservedForModCtrl && key < ImGuiKey_NamedKey_END);
  const bool mouse = key >= ImGuiKey_MouseLeft && key <= ImGuiKey_MouseWheelY;
  return !modifier && !mouse;
}

bool pressed(const Chord& chord) {
  const ImGuiIO& io = ImGui::GetIO();
  if (chord.character != 0) {
    for (const ImWchar c : io.InputQueueCharacters) {
      if (static_cast<char32_t>(c) == chord.character) return true;
    }
    return false;
  }
  if (chord.key == ImGuiKey_None) return false;
  if (const auto mods = mods_at_press(chord.key)) return *mods == chord.mods;
  return chord.repeats && io.KeyMods == chord.mods && ImGui::IsKeyPressed(chord.key, true);
}

std::string chord_text(const Chord& chord) {
  if (chord.character != 0) return std::string(1, static_cast<char>(chord.character));
  if (chord.key == ImGuiKey_None) return {};
  return mods_text(chord) + key_text(chord.key);
}

std::string chord_id(const Chord& chord) {
  if (chord.character != 0) return std::string(kCharacter) + static_cast<char>(chord.character);
  if (chord.key == ImGuiKey_None) return {};
  const SomeContext context;
  return mods_text(chord) + ImGui::GetKeyName(chord.key);
}

std::optional<Chord> parse_chord(std::string_view id) {
  if (id.empty()) return Chord();
  Chord chord;
  if (id.starts_with(kCharacter)) {
    id.remove_prefix(kCharacter.size());
    if (id.size() != 1 || id[0] <= ' ' || id[0] > '~') return std::nullopt;
    chord.character = static_cast<char32_t>(id[0]);
    return chord;
  }
  for (const auto& [mod, text] : kMods) {
    if (!id.starts_with(text)) continue;
    chord.mods |= mod;
    id.remove_prefix(text.size());
  }
  const SomeContext context;
  for (int key = ImGuiKey_NamedKey_BEGIN; key < ImGuiKey_NamedKey_END; ++key) {
    if (id != ImGui::GetKeyName(static_cast<ImGuiKey>(key))) continue;
    chord.key = static_cast<ImGuiKey>(key);
    return chord;
  }
  return std::nullopt;
}

}  // namespace lanescope
