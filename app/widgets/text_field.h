// A one-line field to write in.
#pragma once

#include <string>
#include <string_view>

#include "app/widgets/draw/ui.h"

namespace lanescope {

struct FieldEvents {
  bool changed = false;
  bool entered = false;    // Enter was pressed
  bool active = false;     // it has the keyboard
  bool cancelled = false;  // Esc was pressed in it
};

/// `hint` is shown while it is empty; `icon` (may be empty) stands at its left. `take_focus` gives
/// it the keyboard.
FieldEvents text_field(const Ui& ui, const char* id, Rect rect, std::string& text, const char* hint,
                       std::string_view icon, bool take_focus, float reserved_px = 0);

}  // namespace lanescope
