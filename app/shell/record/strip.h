// How a recording does: in the top bar, and on the page before there is anything to be seen of it.
#pragma once

#include "app/widgets/draw/ui.h"
#include "app/workspace/record/recording.h"

namespace lanescope {

struct RecordStripChoice {
  bool pause = false, stop = false;
  float begin_x = 0;  // how far left it reaches
};

/// Ends at `right_x`, leaves out what does not fit right of `from_x`.
RecordStripChoice draw_record_strip(const Ui& ui, Rect bar, float from_x, float right_x,
                                    const Recording& recording);

/// With what the program writes.
void draw_record_page(const Ui& ui, Rect area, const Recording& recording);

}  // namespace lanescope
