// The window's two ways to run: on a screen, and as a picture drawn off screen.
// Both print what went wrong as one line on stderr, "lanescope: FILE: what is wrong, what to do",
// and return the exit code of the process: 0 done, 2 wrong usage, 3 the input or the machine can
// not be used.
#pragma once

#include <string>

namespace lanescope {

/// Whether a window can be opened here: an X or Wayland display is named and answers. Cost: one
/// connection, no window.
bool has_display();

struct WindowOptions {
  std::string trace;  // empty: the start page
};

/// Opens the window and returns when it is closed. Call it on the main thread.
int run_window(const WindowOptions& options);

struct ScreenshotOptions {
  std::string trace;   // empty: the start page
  std::string output;  // a .png file
  int width = 1600;    // pixels
  int height = 900;
  std::string range;   // "A:B" from the trace's start, with units ("412ms:0.612s"; bare numbers are
                       // ms); empty: all
  std::string select;  // expression, see cli.md; the first match is selected; empty: nothing
  std::string
      tab;  // title of a bottom tab, case ignored: "selection", "load report"; empty: the usual one
  std::string theme;  // "dark" or "light"; empty: dark
  double scale = 1;   // of everything, as a monitor's content scale
};

/// Loads the trace to its end, draws the window and writes the picture. Needs no display.
int run_screenshot(const ScreenshotOptions& options);

}  // namespace lanescope
