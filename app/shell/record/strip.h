// The progress of a recording: in the top bar, and on the page shown before it has events.
#pragma once

#include "app/widgets/draw/ui.h"
#include "app/workspace/record/recording.h"

namespace lanescope {

struct RecordStripChoice {
  bool pause = false, stop = false;
  float begin_x = 0;  // left edge of what was drawn
};

/// Ends at `right_x`; omits what does not fit to the right of `from_x`.
RecordStripChoice draw_record_strip(const Ui& ui, Rect bar, float from_x, float right_x,
                                    const Recording& recording);

/// The least it needs at the right end of the bar: the clock and the buttons.
float record_strip_least_px(const Ui& ui, const Recording& recording);

/// Includes the program's output.
void draw_record_page(const Ui& ui, Rect area, const Recording& recording);

}  // namespace lanescope
