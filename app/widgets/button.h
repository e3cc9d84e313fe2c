// Buttons: words or an icon, without a frame until the mouse is over them.
#pragma once

#include <string_view>

#include "app/widgets/draw/ui.h"

namespace lanescope {

/// Width that a word button needs.
float text_button_width(const Ui& ui, std::string_view label);

/// A word. `on` shows it as the chosen one.
bool text_button(const Ui& ui, WidgetName name, Rect rect, std::string_view label, bool on = false);

/// A word on a frame, for the foot of a dialog; the primary one is what Enter does. One that is not
/// `enabled` is grey and does nothing.
bool action_button(const Ui& ui, WidgetName name, Rect rect, std::string_view label, bool primary,
                   bool enabled = true);

/// A large button with an icon before its words, for the start page and dialogs. The shortcut is
/// left out where it does not fit.
bool big_button(const Ui& ui, WidgetName name, Rect rect, std::string_view icon,
                std::string_view label, std::string_view shortcut, bool primary);

/// One icon; `hint` is shown when the mouse rests on it.
bool icon_button(const Ui& ui, WidgetName name, Rect rect, std::string_view icon,
                 std::string_view hint, bool on = false);

}  // namespace lanescope
