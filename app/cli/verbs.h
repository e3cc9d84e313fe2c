// The verbs of the text face. Each prints its result on stdout, a complaint as one line on stderr,
// and returns the exit code of the process. The options are as command_line.h has checked them.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "app/cli/arguments/window.h"
#include "core/analysis/events/thresholds.h"
#include "core/analysis/ops/groups.h"
#include "core/base/files/log.h"
#include "core/compare/gates.h"
#include "core/view/text/time_span.h"

namespace lanescope {

/// Where a window that is opened tells what it does.
struct LogOptions {
  std::string file;  // empty: the usual one
  LogLevel most = LogLevel::Info;
};

/// What is in the file, and the load report.
struct InfoOptions {
  std::string trace;  // a file, or a folder: each of its traces
  bool json = false;
};
int run_info(const InfoOptions& options);

/// Everything the details panel shows for one event.
struct EventOptions {
  std::string trace;
  std::string find;      // an expression; or
  std::int64_t nth = 1;  // which match, from 1 on
  std::optional<std::int64_t> id;
  bool json = false;
};
int run_event(const EventOptions& options);

/// The events that match an expression.
struct SearchOptions {
  std::string trace;
  std::string expression;
  std::optional<std::int64_t> limit;  // JSON: all, text: a screenful
  std::int64_t offset = 0;
  bool json = false;
};
int run_search(const SearchOptions& options);

/// Analyses, each under its key.
struct ReportOptions {
  std::vector<std::string> traces;     // files and folders
  bool lists_thresholds = false;       // instead of analyses
  std::vector<std::string> only;       // keys; empty: all
  std::optional<WindowChoice> window;  // the usual one
  std::optional<std::int64_t> device;
  OpGroupBy group_by = OpGroupBy::Name;
  bool json = false;
  bool markdown = false;  // a page with the most important of it
  Thresholds thresholds;  // that are judged by
};
int run_report(const ReportOptions& options);
/// The thresholds, with the values that the options give them.
int run_threshold_list(const ReportOptions& options);

/// Two runs.
struct CompareOptions {
  std::string a, b;
  PartLevel by = PartLevel::Kernel;
  AlignQuery align;
  std::vector<Gate> gates;
  bool json = false;
  bool markdown = false;
  LogOptions log;
};
int run_compare(const CompareOptions& options);

/// A trace, or a part of one, as torch.profiler would have written it.
struct ConvertOptions {
  std::string trace;
  std::string output;  // .json or .json.gz
  std::optional<TimeSpan> range;
  bool counters = false;  // queue length and copy bandwidth beside what the trace holds
};
int run_convert(const ConvertOptions& options);

/// A command that is started and captured.
struct RecordOptions {
  std::vector<std::string> command;  // program and arguments
  std::string output;                // empty: named after the command, in the current folder
  bool force = false;                // replace what is there
  bool shared = false;               // others may read it
  std::string folder;                // to start it in; empty: the current one
  std::int64_t level = 1;            // 0: kernels and copies, 1: the usual, 2: all there is
  bool stacks = true;                // Python stacks at launches
  bool shapes = false;               // operators with the shapes of their inputs
  bool memory = false;               // what PyTorch's allocator holds
  bool view = false;                 // open the window on the file
  std::int64_t duration_ns = 0;      // 0: until the command ends
  std::int64_t keep_last_ns = 0;     // 0: all
};
/// Ends as the command does. Says on stderr what came of it. `view` opens the window on the file
/// once it is complete, where the options ask for it; the command may still run then. Returns the
/// command's exit code, 128 + the signal that killed it, or what complain() returned. Takes the
/// process's signals over: call it once, on the main thread.
int run_record(const RecordOptions& options, const std::function<int(const std::string&)>& view);

/// A trace of a PyTorch process that runs already.
struct AttachOptions {
  std::optional<std::int64_t> pid;  // nothing: list those that can be asked
  std::string output;               // empty: named after the process, in the current folder
  std::int64_t duration_ns = 500'000'000;
  std::optional<std::int64_t> iterations;  // steps of the optimizer, instead of the duration
  bool shapes = false, stacks = false, memory = false, flops = false, modules = false;
  bool view = false;
  bool json = false;
};
/// With a process: has it record a trace, says on stderr how far it is and on stdout where the
/// trace lies; `view` opens the window on it, where the options ask for it. Without: lists the
/// processes that can be asked, and why others can not. Ctrl-C ends the attempt and leaves nothing
/// behind.
int run_attach(const AttachOptions& options, const std::function<int(const std::string&)>& view);

}  // namespace lanescope
