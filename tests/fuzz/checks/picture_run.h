// `screenshot` without a GPU: the window with a trace in it is laid out frame by frame as always,
// only nobody takes the triangles.
#pragma once

#include "app/shell/window/run.h"

namespace lanescope {

/// As run_screenshot(), but without pixels: the lanes as SVG are written whatever the output's
/// ending. The SVG must be well-formed, and for a PNG the triangles that it would be painted of
/// must be such as a GPU can take, else a promise is broken. One thread.
int run_picture(const ScreenshotOptions& options);

}  // namespace lanescope
