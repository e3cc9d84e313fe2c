// The word beside the tabs that says what the panes are about, and the menu behind it.
#pragma once

#include "app/panes/pane/pane.h"

namespace lanescope {

/// What the button needs at least, whatever is chosen.
float window_choice_room(const Ui& ui);

/// Cuts the button off the right end of `row`, as long as it does not reach left of `from_x`. It is
/// the short word where `words_px` of other words have room beside it only then, or where the whole
/// one has none; nothing where neither has.
void draw_window_choice(const PaneFrame& frame, Rect& row, float from_x, float words_px);

}  // namespace lanescope
