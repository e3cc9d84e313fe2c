// Rows of the dialogs that start recordings.
#pragma once

#include <string_view>

#include "app/widgets/draw/ui.h"

namespace lanescope {

/// A row with its name at the left, taken off the top of `inner`; returns where its field goes.
Rect labelled_row(const Ui& ui, Rect& inner, std::string_view label);

/// A line in small letters under a field, taken off the top.
void note_row(const Ui& ui, Rect& inner, std::string_view text);

/// Words beside each other of which one is chosen: takes one off the left of `row`. True: pressed.
bool choice_word(const Ui& ui, Rect& row, WidgetName name, std::string_view label, bool on);

/// A ticked or empty box with a line on what it costs, taken off the top. True: pressed.
bool option_row(const Ui& ui, Rect& inner, WidgetName name, std::string_view label,
                std::string_view cost, bool on);

/// A box in a row of them, taken off the left. True: pressed.
bool option_word(const Ui& ui, Rect& row, WidgetName name, std::string_view label, bool on);

/// A wish that a box switches on.
template <typename Choices>
struct SwitchOption {
  bool Choices::*on;
  const char* id;
  std::string_view label, cost;
};

struct FootChoice {
  bool start = false, cancel = false;
};
/// The buttons, and before them why something can not be done. Enter starts too, where no field and
/// no control has the keyboard.
FootChoice draw_dialog_foot(const Ui& ui, Rect foot, std::string_view id, std::string_view start,
                            bool enabled, std::string_view problem);

}  // namespace lanescope
