// Rows for the dialogs that start recordings.
#pragma once

#include <string_view>

#include "app/widgets/draw/ui.h"

namespace lanescope {

/// Of a choice that can be made but changes nothing now.
enum class Effect : bool { None, Usual };

/// Cuts a row with a label on the left off the top of `inner`; returns the area for its field.
Rect labelled_row(const Ui& ui, Rect& inner, std::string_view label, Effect effect = Effect::Usual);

/// Cuts a line of small text below a field off the top.
void note_row(const Ui& ui, Rect& inner, std::string_view text);

/// One of several mutually exclusive text buttons, cut off the left of `row`. True if it was
/// clicked.
bool choice_word(const Ui& ui, Rect& row, WidgetName name, std::string_view label, bool on,
                 Effect effect = Effect::Usual);

/// A check box with a line about its cost, cut off the top. True if it was clicked.
bool option_row(const Ui& ui, Rect& inner, WidgetName name, std::string_view label,
                std::string_view cost, bool on);

/// A check box in a row of them, cut off the left. True if it was clicked.
bool option_word(const Ui& ui, Rect& row, WidgetName name, std::string_view label, bool on);

/// An option that a check box turns on.
template <typename Choices>
struct SwitchOption {
  bool Choices::*on;
  const char* id;
  std::string_view label, cost;
};

struct FootChoice {
  bool start = false, cancel = false;
};
/// The buttons, and before them the reason if something cannot be done. Enter also starts, unless a
/// field or a control has the keyboard focus.
FootChoice draw_dialog_foot(const Ui& ui, Rect foot, std::string_view id, std::string_view start,
                            bool enabled, std::string_view problem);

}  // namespace lanescope
