#include "app/shell/keys/page_keys.h"

#include <algorithm>
#include <array>

namespace lanescope {
namespace {

constexpr int kCtrl = ImGuiMod_Ctrl;
constexpr int kShift = ImGuiMod_Shift;
constexpr int kAlt = ImGuiMod_Alt;

struct KeptKey {
  Chord kept;
  Chord instead = {};  // empty: nothing
};

constexpr Chord key(ImGuiKey which, int mods = 0) {
  return {which, mods, 0, false};
}

/// Of Chrome, Edge, Firefox and Safari, on every system; Ctrl is Command on a Mac. Firefox alone
/// also keeps Ctrl+Shift+P. Alt+W is in no menu of an English browser, and types nothing that a
/// command would be confused with where Option types signs. app/web/input.js names those that the
/// page itself leaves to the browser, and the letters used with Alt.
constexpr std::array kKeptKeys{
    // Closes the tab, or all of them, without a question.
    KeptKey{key(ImGuiKey_W, kCtrl), key(ImGuiKey_W, kAlt)},
    KeptKey{key(ImGuiKey_W, kCtrl | kShift), key(ImGuiKey_W, kAlt | kShift)},
    KeptKey{key(ImGuiKey_F4, kCtrl)},
    KeptKey{key(ImGuiKey_F4, kAlt)},
    KeptKey{key(ImGuiKey_Q, kCtrl)},
    KeptKey{key(ImGuiKey_Q, kCtrl | kShift)},
    // Shows another tab.
    KeptKey{key(ImGuiKey_PageDown, kCtrl), key(ImGuiKey_PageDown, kAlt)},
    KeptKey{key(ImGuiKey_PageUp, kCtrl), key(ImGuiKey_PageUp, kAlt)},
    KeptKey{key(ImGuiKey_PageDown, kCtrl | kShift)},
    KeptKey{key(ImGuiKey_PageUp, kCtrl | kShift)},
    KeptKey{key(ImGuiKey_Tab, kCtrl)},
    KeptKey{key(ImGuiKey_Tab, kCtrl | kShift)},
    // Opens a tab or a window.
    KeptKey{key(ImGuiKey_N, kCtrl)},
    KeptKey{key(ImGuiKey_N, kCtrl | kShift)},
    KeptKey{key(ImGuiKey_T, kCtrl)},
    KeptKey{key(ImGuiKey_T, kCtrl | kShift)},
    // Left to the browser: reload, address, pasting, full screen, its developer tools.
    KeptKey{key(ImGuiKey_R, kCtrl)},
    KeptKey{key(ImGuiKey_L, kCtrl)},
    KeptKey{key(ImGuiKey_V, kCtrl)},
    KeptKey{key(ImGuiKey_I, kCtrl | kShift)},
    KeptKey{key(ImGuiKey_J, kCtrl | kShift)},
    KeptKey{key(ImGuiKey_F5)},
    KeptKey{key(ImGuiKey_F11)},
    KeptKey{key(ImGuiKey_F12)},
};

const KeptKey* find_kept(const Chord& chord) {
  const auto found = std::ranges::find_if(kKeptKeys, [&](const KeptKey& one) {
    return chord.character == 0 && one.kept.key == chord.key && one.kept.mods == chord.mods;
  });
  return found == kKeptKeys.end() ? nullptr : &*found;
}

}  // namespace

bool browsers_keep(const Chord& chord) {
  return find_kept(chord) != nullptr;
}

Chord page_chord(const Chord& chord) {
  const KeptKey* kept = find_kept(chord);
  if (kept == nullptr) return chord;
  Chord instead = kept->instead;
  instead.repeats = !instead.empty() && chord.repeats;
  return instead;
}

}  // namespace lanescope
