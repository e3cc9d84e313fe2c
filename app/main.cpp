// The entry point: runs the command line or the window, depending on the arguments.
#include <cerrno>
#include <cstdio>
#include <exception>
#include <functional>
#include <optional>
#include <string>
#include <system_error>
#include <tuple>
#include <utility>
#include <variant>
#include <vector>

#include <fmt/core.h>

#include "app/cli/arguments/command_line.h"
#include "app/cli/info/laid.h"
#include "app/cli/output/exit_code.h"
#include "app/cli/output/last_resort.h"
#include "app/cli/output/standard_streams.h"
#include "app/cli/traces/named_traces.h"
#include "app/cli/traces/run_files.h"
#include "app/cli/traces/runs_beside.h"
#include "app/cli/verbs.h"
#include "app/shell/window/run.h"
#include "app/workspace/files/examples.h"
#include "core/base/process_memory.h"
#include "core/session/laid_trace.h"
#include "core/session/rank_files.h"

namespace lanescope {
namespace {

int run(const AlreadyAnswered& command) {
  return command.exit_code;
}
/// Passes on the trace with the profile beside it.
int with_profile(const std::string& trace, const LaidProfile& profile,
                 const std::function<int(const LaidTrace&)>& use) {
  const auto one = single_trace(trace);
  if (!one.ok()) return complain(kUnusable, trace, one.error().message);
  const auto laid = LaidTrace::make(one.value(), profile);
  if (laid.ok()) return use(laid.value());
  const std::string& message = laid.error().message;
  const std::size_t colon = message.find(": ");
  if (colon == std::string::npos) return complain(kUnusable, "--profile", message);
  return complain(kUnusable, message.substr(0, colon), message.substr(colon + 2));
}

int run(const InfoOptions& options) {
  if (options.profile.file.empty()) return run_info(options);
  return with_profile(options.traces.front(), options.profile,
                      [&](const LaidTrace& laid) { return run_laid_info(laid, options); });
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
/// For --view: opens the recording in the window.
int view_recorded(const std::string& file) {
  if (has_display()) return run_window({{file}, {}, {}, {}, {}});
  return complain(kDone, "--view", "there is no display to open the window on");
}
int run(const RecordOptions& options) {
  return run_record(options, view_recorded);
}
int run(const AttachOptions& options) {
  return run_attach(options, view_recorded);
}
int run(const ConvertOptions& options) {
  return run_convert(options);
}
int run(const SummarizeOptions& options) {
  return run_summarize(options);
}
int run(const RanksOptions& options) {
  return run_ranks(options);
}
int run(const HistoryOptions& options) {
  return run_history(options);
}
int run(const BaselineOptions& options) {
  return run_baseline(options);
}
int run(const ShareOptions& options) {
  return run_share(options);
}
int run(const CompareOptions& options) {
  const bool prints = options.json || options.markdown || !options.gates.empty() ||
                      output_is_kept() || compares_summaries(options);
  if (prints || !has_display()) return run_compare(options);
  RunFilesProblem problem;
  const auto files = choose_run_files(options.a, options.b, problem);
  if (!files) return complain(kUnusable, problem.argument, problem.message);
  BesideTrace beside;
  beside.capture_trace = options.capture_trace;
  beside.steps = options.steps;
  return run_window(
      {{files->a}, files->b, options.align, options.log.file, options.log.most, {}, beside});
}

/// A folder with a single trace is opened as that trace.
std::vector<std::string> traces_to_open(const std::vector<std::string>& named) {
  if (named.size() != 1 || !summaries_of_run(named).empty()) return named;
  const auto one = single_trace(named.front());
  return {one.ok() ? one.value() : named.front()};
}

bool is_run_of_ranks(const std::vector<std::string>& traces) {
  return !summaries_of_run(traces).empty() ||
         (traces.size() == 1 && !rank_traces_of_run(traces.front()).empty());
}

int view_in_window(const ViewCommand& command) {
  WindowOptions options;
  options.traces = traces_to_open(command.traces);
  if (!command.compare.empty()) {
    RunFilesProblem problem;
    const auto files = runs_beside(command.traces.front(), command.compare, problem);
    if (!files) return complain(kUnusable, problem.argument, problem.message);
    options.traces = {files->a};
    options.compare = files->b;
  }
  if (!command.steps.empty() && is_run_of_ranks(options.traces))
    return complain(kUnusable, options.traces.front(),
                    "is a run of several ranks; --steps is for one trace");
  options.log = command.log.file;
  options.log_most = command.log.most;
  options.shown = {command.range, command.select, command.tab};
  options.beside = {.execution_trace = command.execution_trace,
                    .profile = command.profile,
                    .capture_trace = command.capture_trace,
                    .steps = command.steps};
  return run_window(options);
}

int run(const ViewCommand& command) {
  if (!command.profile.file.empty()) {
    const std::string& trace = command.traces.front();
    const auto one = single_trace(trace);
    if (!one.ok()) return complain(kUnusable, trace, one.error().message);
  }
  if (has_display()) return view_in_window(command);
  if (command.traces.empty()) {
    return complain(kUnusable, "window",
                    "there is no display; see `lanescope --help` for what works without one");
  }
  if (!command.compare.empty()) {
    return complain(
        kUnusable, "--compare",
        "there is no display; `lanescope compare A B` prints how two traces differ, and "
        "`lanescope screenshot A --compare B -o OUT.png` draws the window without one");
  }
  if (const int code = run(InfoOptions{command.traces, false, command.profile, command.steps});
      code != kDone)
    return code;
  std::fflush(stdout);
  return complain(kDone, "window",
                  "there is no display, so this is the summary; `lanescope screenshot TRACE -o "
                  "OUT.png` draws the window without one");
}

int list_examples(const std::vector<Example>& examples) {
  if (examples.empty())
    return complain(kUnusable, "example", "no examples found next to the program");
  for (const Example& example : examples) {
    fmt::print("{:<8}{:<48}{:<11}{}\n", example.name, example.what,
               example.generated ? "generated" : "recorded", example.path);
  }
  return kDone;
}

int run(const ExampleCommand& command) {
  const std::vector<Example> examples = find_examples();
  if (command.name.empty()) return list_examples(examples);
  const Example* example = find_example(examples, command.name);
  if (example == nullptr) {
    return complain(kUnusable, command.name,
                    "there is no such example; `lanescope example` lists them");
  }
  if (!command.prints_path) return run(ViewCommand{{example->path}, {}});
  fmt::print("{}\n", example->path);
  return kDone;
}

int run(const ScreenshotCommand& command) {
  if (!command.profile.file.empty()) {
    return with_profile(command.trace, command.profile, [&](const LaidTrace& laid) {
      ScreenshotCommand shown = command;
      shown.trace = laid.path();
      shown.profile = {};
      return run(shown);
    });
  }
  ScreenshotOptions options;
  options.capture_trace = command.capture_trace;
  options.steps = command.steps;
  if (!command.compare.empty()) {
    RunFilesProblem problem;
    const auto files = runs_beside(command.trace, command.compare, problem);
    if (!files) return complain(kUnusable, problem.argument, problem.message);
    options.trace = files->a;
    options.compare = files->b;
  } else {
    const auto trace = single_trace(command.trace);
    if (!trace.ok() && !is_run_of_ranks({command.trace}))
      return complain(kUnusable, command.trace, trace.error().message);
    options.trace = trace.ok() && !is_run_of_ranks({command.trace}) ? trace.value() : command.trace;
  }
  const bool ranks = is_run_of_ranks({options.trace});
  for (const auto& [option, given] : {std::pair("--capture-trace", !command.capture_trace.empty()),
                                      std::pair("--steps", !command.steps.empty())}) {
    if (ranks && given)
      return complain(kUnusable, command.trace,
                      fmt::format("is a run of several ranks; {} is for one trace", option));
  }
  options.beside = command.beside;
  options.output = command.output;
  std::tie(options.width, options.height) = command.size_px;
  options.range = command.range;
  options.select = command.select;
  options.tab = command.tab;
  options.theme = command.theme;
  options.scale = command.scale;
  return run_screenshot(options);
}

/// A full disk is an error; a reader that closed the pipe has read enough.
int output_lost(int reason) {
  if (means_reader_left(reason)) return kDone;
  return complain(kUnusable, "stdout",
                  "cannot be written: " + std::generic_category().message(reason));
}

int run_command_line(int argc, char** argv) {
  try {
    const CliCommand command = parse_command_line(argc, argv);
    const int code = std::visit([](const auto& chosen) { return run(chosen); }, command);
    if (std::fflush(stdout) != 0) return output_lost(errno);
    const int lost = why_output_was_lost();
    return lost == 0 ? code : output_lost(lost);
  } catch (const std::system_error& error) {
    // Thrown by fmt::print, or by a thread that could not start.
    if (std::ferror(stdout) != 0) return output_lost(error.code().value());
    return complain_of(error);
  } catch (const std::exception& error) {
    return complain_of(error);
  }
}

}  // namespace
}  // namespace lanescope

int main(int argc, char** argv) {
  lanescope::prepare_for_the_worst();
  lanescope::map_large_blocks();
  lanescope::prepare_standard_streams();
  return lanescope::run_command_line(argc, argv);
}
