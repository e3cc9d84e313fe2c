// Puts the text face and the window together: the arguments say which of them runs.
#include <cstdio>
#include <exception>
#include <variant>

#include <fmt/core.h>

#include "app/cli/command_line.h"
#include "app/cli/exit_code.h"
#include "app/cli/verbs.h"
#include "app/shell/run.h"

namespace lanescope {
namespace {

int run(const NothingToDo& command) {
  return command.exit_code;
}
int run(const InfoOptions& options) {
  return run_info(options);
}
int run(const EventOptions& options) {
  return run_event(options);
}
int run(const SearchOptions& options) {
  return run_search(options);
}
int run(const ReportOptions& options) {
  return run_report(options);
}

int run(const ViewCommand& command) {
  if (has_display()) return run_window({command.trace});
  if (command.trace.empty()) {
    return complain(kUnusable, "window",
                    "there is no display, see `lanescope --help` for what works without one");
  }
  const int code = run_info({command.trace, false});
  if (code == kDone) {
    std::fflush(stdout);
    fmt::print(stderr,
               "There is no display for the window; `lanescope screenshot TRACE -o OUT.png` draws "
               "it without one.\n");
  }
  return code;
}

int run(const ScreenshotCommand& command) {
  ScreenshotOptions options;
  options.trace = command.trace;
  options.output = command.output;
  options.width = command.width;
  options.height = command.height;
  options.range = command.range;
  options.select = command.select;
  options.tab = command.tab;
  options.theme = command.theme;
  options.scale = command.scale;
  return run_screenshot(options);
}

}  // namespace
}  // namespace lanescope

int main(int argc, char** argv) {
  using namespace lanescope;
  try {
    const Command command = parse_command_line(argc, argv);
    const int code = std::visit([](const auto& chosen) { return run(chosen); }, command);
    // A full disk or a closed pipe must not pass for success.
    if (std::fflush(stdout) != 0 || std::ferror(stdout) != 0) {
      return complain(kUnusable, "stdout", "the output could not be written");
    }
    return code;
  } catch (const std::exception& error) {
    // Nothing of ours throws; the machine may run out of memory.
    return complain(kUnusable, "lanescope", error.what());
  }
}
