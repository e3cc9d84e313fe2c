// How a trace that a running process was asked for comes along.
#pragma once

#include "app/widgets/draw/ui.h"
#include "app/workspace/attach/attachment.h"

namespace lanescope {

struct AttachStripChoice {
  bool cancel = false;
  float begin_x = 0;  // how far left it reaches
};

/// In the top bar; ends at `right_x`.
AttachStripChoice draw_attach_strip(const Ui& ui, Rect bar, float right_x,
                                    const Attachment& attachment);

/// In a window without a trace: all stages. True when it is to be given up.
bool draw_attach_page(const Ui& ui, Rect area, const Attachment& attachment);

}  // namespace lanescope
