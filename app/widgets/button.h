// What is pressed: buttons with words or an icon, without a frame until the mouse is over them;
// boxes that are ticked or not, with words beside them; rows of words of which one is chosen.
#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <string_view>

#include "app/widgets/draw/rect.h"
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

/// Width of the box and its words.
float check_box_width(const Ui& ui, std::string_view label);

/// True when it was pressed, box or words; the caller keeps whether it is `on`.
bool check_box(const Ui& ui, WidgetName name, Rect rect, std::string_view label, bool on);

// One of a few choices, side by side on one ground; the chosen one is lit.

struct Segment {
  std::string_view label;
  std::string_view why_not;  // why it can not be chosen; empty: it can
};

float segments_width(const Ui& ui, std::span<const Segment> segments);

/// The index that was clicked; never the chosen one's.
std::optional<std::size_t> draw_segments(const Ui& ui, std::string_view name, Rect rect,
                                         std::span<const Segment> segments, std::size_t chosen);

}  // namespace lanescope
