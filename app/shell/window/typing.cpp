#include "app/shell/window/typing.h"

#include <algorithm>
#include <vector>

#include "imgui_internal.h"

namespace lanescope {
namespace {

bool is_within(ImGuiKey key, ImGuiKey first, ImGuiKey last) {
  return key >= first && key <= last;
}

/// A key that in a field does nothing but type its character.
bool types(ImGuiKey key) {
  return is_within(key, ImGuiKey_0, ImGuiKey_Z) || key == ImGuiKey_Space ||
         is_within(key, ImGuiKey_Apostrophe, ImGuiKey_GraveAccent) ||
         is_within(key, ImGuiKey_Keypad0, ImGuiKey_KeypadAdd) || key == ImGuiKey_KeypadEqual ||
         key == ImGuiKey_LeftShift || key == ImGuiKey_RightShift || key == ImGuiMod_Shift;
}

/// A key with which others are shortcuts.
bool makes_shortcuts(ImGuiKey key) {
  return key == ImGuiMod_Ctrl || key == ImGuiMod_Alt || key == ImGuiMod_Super;
}

/// What has arrived between two events that are not typing: its text, then the keys whose strokes
/// are not over. A stroke that is over has typed its text and has nothing more to say.
class Typed {
 public:
  void add(const ImGuiInputEvent& event) {
    if (event.Type == ImGuiInputEventType_Text) return text_.push_back(event);
    const auto begun = std::ranges::find_if(keys_, [&](const ImGuiInputEvent& other) {
      return other.Key.Key == event.Key.Key && other.Key.Down;
    });
    if (!event.Key.Down && begun != keys_.end()) {
      keys_.erase(begun);
    } else {
      keys_.push_back(event);
    }
  }
  void move_to(ImVector<ImGuiInputEvent>& out) {
    for (std::vector<ImGuiInputEvent>* part : {&text_, &keys_}) {
      for (const ImGuiInputEvent& event : *part) out.push_back(event);
      part->clear();
    }
  }

 private:
  std::vector<ImGuiInputEvent> text_, keys_;
};

bool is_modifier(ImGuiKey key) {
  return (key & ImGuiMod_Mask_) != 0 || is_within(key, ImGuiKey_LeftCtrl, ImGuiKey_RightSuper);
}

/// Where a key is pressed before a modifier that is held is let go; null: nowhere.
const ImGuiInputEvent* press_before_release(const ImVector<ImGuiInputEvent>& events,
                                            ImGuiKey modifier) {
  const ImGuiInputEvent* press = nullptr;
  for (const ImGuiInputEvent& event : events) {
    if (event.Type != ImGuiInputEventType_Key) continue;
    if (event.Key.Key == modifier) return event.Key.Down ? nullptr : press;
    if (press == nullptr && event.Key.Down && !is_modifier(event.Key.Key)) press = &event;
  }
  return nullptr;
}

/// Of a quick Ctrl+A, the A may arrive with the release of Ctrl: a field would get an A without
/// Ctrl, and of Alt+Left, the lanes would get an arrow that pans. ImGui takes no second event of a
/// key into a frame, so an event that tells again that the modifier is down leaves its release to
/// the next frame.
void hold_modifiers(ImVector<ImGuiInputEvent>& events) {
  const int held = ImGui::GetIO().KeyMods;
  for (const ImGuiKey modifier : {ImGuiMod_Ctrl, ImGuiMod_Shift, ImGuiMod_Alt, ImGuiMod_Super}) {
    if ((held & modifier) == 0) continue;
    const ImGuiInputEvent* press = press_before_release(events, modifier);
    if (press == nullptr) continue;
    ImGuiInputEvent still = *press;
    still.Key.Key = modifier;
    events.insert(press, still);
  }
}

void gather_text(ImGuiContext& g) {
  ImVector<ImGuiInputEvent> gathered;
  Typed typed;
  bool shortcut = g.IO.KeyCtrl || g.IO.KeyAlt || g.IO.KeySuper;
  for (const ImGuiInputEvent& event : g.InputEventsQueue) {
    const bool is_key = event.Type == ImGuiInputEventType_Key;
    if (is_key && makes_shortcuts(event.Key.Key)) shortcut = event.Key.Down;
    if (event.Type == ImGuiInputEventType_Text || (is_key && !shortcut && types(event.Key.Key))) {
      typed.add(event);
      continue;
    }
    typed.move_to(gathered);
    gathered.push_back(event);
  }
  typed.move_to(gathered);
  g.InputEventsQueue.swap(gathered);
}

}  // namespace

void gather_typing() {
  ImGuiContext& g = *ImGui::GetCurrentContext();
  if (g.InputEventsQueue.Size < 2) return;
  if (g.WantTextInputNextFrame == 1) gather_text(g);
  hold_modifiers(g.InputEventsQueue);
}

}  // namespace lanescope
