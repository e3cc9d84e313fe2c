// The progress of an attachment.
#pragma once

#include "app/widgets/draw/ui.h"
#include "app/workspace/attach/attachment.h"

namespace lanescope {

struct AttachStripChoice {
  bool cancel = false;
  float begin_x = 0;  // left edge of what was drawn
};

/// In the top bar; ends at `right_x`.
AttachStripChoice draw_attach_strip(const Ui& ui, Rect bar, float right_x,
                                    const Attachment& attachment);

/// All stages, for a window without a trace. True if the user cancels.
bool draw_attach_page(const Ui& ui, Rect area, const Attachment& attachment);

}  // namespace lanescope
