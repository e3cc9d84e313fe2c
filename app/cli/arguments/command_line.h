// The parsed command line.
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

/// No verb: opens the window, or prints the summary of `info` if there is no display.
struct ViewCommand {
  std::vector<std::string> traces;  // empty: the start page; several: ranks of one run
  LogOptions log;
  LaidProfile profile = {};            // laid beside the only trace; no file: none
  std::string execution_trace = {};    // of a single trace; empty: one next to it, if there is one
  std::string capture_trace = {};      // the same
  std::string steps = {};              // as in InfoOptions
  std::optional<TimeSpan> range = {};  // nullopt: all, or what `select` needs
  std::string select = {}, tab = {};   // empty: nothing, the usual one
  std::string compare = {};            // run B beside the only one; empty: none
};

/// A screenshot of the window.
struct ScreenshotCommand {
  std::string trace, output;
  std::pair<int, int> size_px{1600, 900};
  std::optional<TimeSpan> range;  // nullopt: the entire trace
  std::string select, tab;
  std::string compare;  // another trace, or empty
  bool beside = false;  // both side by side
  ThemeKind theme = ThemeKind::Dark;
  double scale = 1;
  LaidProfile profile = {};        // laid beside the trace; no file: none
  std::string capture_trace = {};  // empty: one next to the trace, if there is one
  std::string steps = {};          // as in InfoOptions
};

/// The traces that come with the program.
struct ExampleCommand {
  std::string name;          // empty: lists them
  bool prints_path = false;  // instead of opening it
};

/// Help, the version or an error has been printed; the process exits with this code.
struct AlreadyAnswered {
  int exit_code = 0;
};

using CliCommand =
    std::variant<AlreadyAnswered, ViewCommand, ScreenshotCommand, ExampleCommand, InfoOptions,
                 EventOptions, SearchOptions, ReportOptions, CompareOptions, ConvertOptions,
                 SummarizeOptions, RanksOptions, HistoryOptions, BaselineOptions, ShareOptions,
                 RecordOptions, AttachOptions>;

/// Prints help and the version on request, and errors about wrong usage.
CliCommand parse_command_line(int argc, const char* const* argv);

}  // namespace lanescope
