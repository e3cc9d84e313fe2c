// The window's two ways to run: on a screen, and as a picture drawn off screen.
// Both print what went wrong as one line on stderr, "lanescope: FILE: what is wrong, what to do",
// and return the exit code of the process: 0 done, 2 wrong usage, 3 the input or the machine can
// not be used.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "core/base/files/log.h"
#include "core/view/colors/role_palette.h"
#include "core/view/results/comparison.h"
#include "core/view/text/time_span.h"

namespace lanescope {

/// Whether a window can be opened here: an X or Wayland display is named and answers. Cost: one
/// connection, no window.
bool has_display();

struct WindowOptions {
  std::vector<std::string> traces;  // none: the start page; several: ranks of one run
  std::string compare;              // run B beside it; empty: none
  AlignQuery align;                 // of both
  std::string log;                  // empty: the usual one
  LogLevel log_most = LogLevel::Info;
};

/// Opens the window and returns when it is closed. What was opened, what failed and why it ended is
/// in the log. Call it on the main thread.
int run_window(const WindowOptions& options);

struct ScreenshotOptions {
  std::string trace;               // a file, or a folder of ranks; empty: the start page
  std::string compare;             // run B beside it; empty: none
  bool beside = false;             // side by side
  std::string output;              // .svg: the lanes as such a picture; else the window as a PNG
  int width = 1600, height = 900;  // pixels
  std::optional<TimeSpan> range;   // nothing: all, or what `select` needs
  std::string select;              // expression, see cli.md; the first match; empty: nothing
  std::string tab;                 // title of a bottom tab, case ignored; empty: the usual one
  ThemeKind theme = ThemeKind::Dark;
  double scale = 1;  // of everything, as a monitor's content scale
};

/// Loads the trace to its end, draws the window and writes the picture. Needs no display.
int run_screenshot(const ScreenshotOptions& options);

}  // namespace lanescope
