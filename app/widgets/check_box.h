// A box that is ticked or not, with words beside it.
#pragma once

#include <string_view>

#include "app/widgets/draw/ui.h"

namespace lanescope {

/// Width of the box and its words.
float check_box_width(const Ui& ui, std::string_view label);

/// True when it was pressed, box or words; the caller keeps whether it is `on`.
bool check_box(const Ui& ui, WidgetName name, Rect rect, std::string_view label, bool on);

}  // namespace lanescope
