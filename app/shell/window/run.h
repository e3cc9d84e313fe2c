// The two ways to run the window: on the screen, and offscreen for a screenshot. Both print errors
// as one line on stderr, "lanescope: FILE: PROBLEM, ADVICE", and return the exit code of the
// process: 0 done, 2 wrong usage, 3 the input or the machine cannot be used.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "core/base/files/log.h"
#include "core/session/beside_trace.h"
#include "core/view/colors/role_palette.h"
#include "core/view/results/comparison.h"
#include "core/view/text/time_span.h"

namespace lanescope {

/// Whether a window can be opened: the environment names an X or Wayland display and it responds.
/// Cost: one connection, no window.
bool has_display();

/// What is shown of a trace once it is loaded.
struct ShownPart {
  std::optional<TimeSpan> range;  // nullopt: everything, or what `select` needs
  std::string select, tab;        // as in ScreenshotOptions

  [[nodiscard]] bool empty() const { return !range && select.empty() && tab.empty(); }
};

struct WindowOptions {
  std::vector<std::string> traces;  // none: the start page; several: ranks of one run
  std::string compare;              // run B; empty: none
  AlignQuery align;                 // of A and B
  std::string log;                  // empty: the default file
  LogLevel log_most = LogLevel::Info;
  ShownPart shown = {};
  BesideTrace beside =
      {};  // of a single trace; of two runs, its capture trace and steps are of both
};

/// Opens the window and returns when it is closed. Logs what was opened, what failed and why it
/// ended. Call it on the main thread.
int run_window(const WindowOptions& options);

struct ScreenshotOptions {
  std::string trace;               // a file, or a folder of ranks; empty: the start page
  std::string compare;             // run B; empty: none
  bool beside = false;             // side by side
  std::string output;              // .svg: the lanes as SVG; else the window as a PNG
  int width = 1600, height = 900;  // in pixels
  std::optional<TimeSpan> range;   // nullopt: everything, or what `select` needs
  std::string select;              // expression, see event_query.h; the first match; empty: nothing
  std::string tab;                 // title of a bottom tab, ignoring case; empty: the default
  ThemeKind theme = ThemeKind::Dark;
  double scale = 1;                // of everything, like a monitor's content scale
  std::string capture_trace = {};  // of a single trace, or of both runs; empty: one next to each
  std::string steps = {};          // the same, as in BesideTrace
};

/// Loads the entire trace, draws the window and writes the picture. Needs no display.
int run_screenshot(const ScreenshotOptions& options);

}  // namespace lanescope
