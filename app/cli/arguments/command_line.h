// What the arguments ask for.
#pragma once

#include <optional>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "app/cli/verbs.h"
#include "core/view/colors/role_palette.h"
#include "core/view/text/time_span.h"

namespace lanescope {

/// No verb: the window, or without a display the summary of `info`.
struct ViewCommand {
  std::vector<std::string> traces;  // none: the start page; several: ranks of one run
  LogOptions log;
};

/// The window's picture.
struct ScreenshotCommand {
  std::string trace, output;
  std::pair<int, int> size_px{1600, 900};
  std::optional<TimeSpan> range;  // nothing: all
  std::string select, tab;
  std::string compare;  // another trace; empty: none
  bool beside = false;  // both side by side
  ThemeKind theme = ThemeKind::Dark;
  double scale = 1;
};

/// Help, the version or a complaint has been printed: the process ends with this code.
struct AlreadyAnswered {
  int exit_code = 0;
};

using Command = std::variant<AlreadyAnswered, ViewCommand, ScreenshotCommand, InfoOptions,
                             EventOptions, SearchOptions, ReportOptions, CompareOptions,
                             ConvertOptions, RecordOptions, AttachOptions>;

/// Prints help and the version where they are asked for, and complaints about wrong usage.
Command parse_command_line(int argc, const char* const* argv);

}  // namespace lanescope
