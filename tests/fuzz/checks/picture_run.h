// `screenshot` without a GPU: the window with a trace in it is laid out frame by frame as usual,
// but the triangles are not drawn.
#pragma once

#include "app/shell/window/run.h"

namespace lanescope {

/// Like run_screenshot(), but without pixels: the lanes are written as SVG whatever the output's
/// extension. The SVG must be well-formed, and for a PNG its triangles must be valid for a GPU;
/// otherwise a promise is broken. Single-threaded.
int run_picture(const ScreenshotOptions& options);

}  // namespace lanescope
