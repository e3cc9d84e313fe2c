// Buttons with text or an icon, without a frame until the mouse is over them; check boxes;
// segmented controls.
#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <string_view>

#include "app/widgets/draw/rect.h"
#include "app/widgets/draw/ui.h"

namespace lanescope {

/// The width of a text button.
float text_button_width(const Ui& ui, std::string_view label);

/// A text button. `on` shows it as chosen.
bool text_button(const Ui& ui, WidgetName name, Rect rect, std::string_view label, bool on = false);

/// A text button that opens a menu, with an arrow that says so.
float menu_button_width(const Ui& ui, std::string_view label);
bool menu_button(const Ui& ui, WidgetName name, Rect rect, std::string_view label, bool on = false);

/// A framed button for the bottom of a dialog; Enter presses the primary one. If it is not
/// `enabled`, it is gray and does nothing.
bool action_button(const Ui& ui, WidgetName name, Rect rect, std::string_view label, bool primary,
                   bool enabled = true);

/// A large button with an icon and text, for the start page and dialogs. The shortcut is omitted if
/// it does not fit.
bool big_button(const Ui& ui, WidgetName name, Rect rect, std::string_view icon,
                std::string_view label, std::string_view shortcut, bool primary);

/// An icon button; `hint` is shown when the mouse rests on it.
bool icon_button(const Ui& ui, WidgetName name, Rect rect, std::string_view icon,
                 std::string_view hint, bool on = false);

/// The width of the box and its label.
float check_box_width(const Ui& ui, std::string_view label);

/// True if the box or its label was clicked; the caller keeps the state.
bool check_box(const Ui& ui, WidgetName name, Rect rect, std::string_view label, bool on);

// One of a few mutually exclusive choices, side by side on a common background; the chosen one is
// highlighted.

struct Segment {
  std::string_view label;
  std::string_view why_not;  // why it cannot be chosen; empty if it can
};

float segments_width(const Ui& ui, std::span<const Segment> segments);

/// The index that was clicked, other than the chosen one.
std::optional<std::size_t> draw_segments(const Ui& ui, std::string_view name, Rect rect,
                                         std::span<const Segment> segments, std::size_t chosen);

}  // namespace lanescope
