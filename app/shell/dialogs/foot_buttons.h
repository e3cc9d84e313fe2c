// The order of the buttons at the bottom of dialogs, the same in all of them: at the right end what
// the dialog is for, Cancel to the left of it.
#pragma once

#include "app/widgets/draw/ui.h"

namespace lanescope {

struct FootButtons {
  Rect accept, cancel;
};

/// Cuts both off the right end of `foot`, with their gap. Widths in pixels of the screen.
inline FootButtons cut_foot_buttons(const Ui& ui, Rect& foot, float accept_px, float cancel_px) {
  constexpr float kBetweenPx = 8;
  FootButtons buttons;
  buttons.accept = foot.cut_right(accept_px);
  foot.cut_right(ui.px(kBetweenPx));
  buttons.cancel = foot.cut_right(cancel_px);
  return buttons;
}

}  // namespace lanescope
