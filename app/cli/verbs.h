// The verbs of the command line. Each prints its result on stdout and errors as one line on stderr,
// and returns the exit code of the process. Options have been checked by command_line.h.
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
#include "core/export/profiles/profile_format.h"
#include "core/session/laid_profile.h"
#include "core/view/colors/role_palette.h"
#include "core/view/text/time_span.h"

namespace lanescope {

/// Where a window writes its log.
struct LogOptions {
  std::string file;  // empty: the default file
  LogLevel most = LogLevel::Info;
};

// `execution_trace` in these: the file named by --execution-trace; empty: one next to the trace, if
// there is one. `capture_trace` is the same for --capture-trace. `steps`: the names of the ranges
// that are the steps, see with_steps(); empty: those that are found.

/// The content of the file, and the load report.
struct InfoOptions {
  std::vector<std::string> traces;  // files, folders for all their traces, summaries of ranks
  bool json = false;
  LaidProfile profile = {};  // laid beside the one trace by the caller; no file: none
  std::string steps = {};
};
int run_info(const InfoOptions& options);

/// Everything that the details pane shows for an event.
struct EventOptions {
  std::string trace;
  std::string find;      // an expression, unless `id` is set
  std::int64_t nth = 1;  // which match, starting at 1
  std::optional<std::int64_t> id;
  bool json = false;
  std::string execution_trace = {};
  std::string capture_trace = {};
  std::string steps = {};
};
int run_event(const EventOptions& options);

/// The events that match an expression.
struct SearchOptions {
  std::string trace;
  std::string expression;
  std::optional<std::int64_t> limit;  // default: all in JSON, a screenful in text
  std::int64_t offset = 0;
  bool json = false;
  std::string execution_trace = {};
  std::string capture_trace = {};
  std::string steps = {};
};
int run_search(const SearchOptions& options);

/// Runs analyses and prints each under its key.
struct ReportOptions {
  std::vector<std::string> traces;     // files and folders
  bool lists_thresholds = false;       // print the thresholds instead of running analyses
  std::vector<std::string> only;       // keys; empty: all
  std::optional<WindowChoice> window;  // nullopt: the default window
  std::optional<std::int64_t> device;
  OpGroupBy group_by = OpGroupBy::Name;
  bool json = false;
  bool markdown = false;  // a page with the most important results
  Thresholds thresholds;  // used by analyses and findings
  std::string execution_trace = {};
  std::string capture_trace = {};
  std::string steps = {};
};
int run_report(const ReportOptions& options);
/// Prints the thresholds, with the values that the options set.
int run_threshold_list(const ReportOptions& options);

/// Compares two runs: traces, summaries of ranks, or named baselines ("baseline:main").
struct CompareOptions {
  std::string a, b;
  PartLevel by = PartLevel::Kernel;
  AlignQuery align;
  std::vector<Gate> gates;
  bool json = false;
  bool markdown = false;
  LogOptions log;
  std::string capture_trace = {};  // of both
  std::string steps = {};          // of both
  std::string baselines = {};      // the folder of the named ones; empty: that of the other run
};
int run_compare(const CompareOptions& options);
/// Whether a run is a summary, a named baseline or a folder of summaries, which are compared as
/// text only.
bool compares_summaries(const CompareOptions& options);

/// Writes a trace, or part of one, in the format of torch.profiler, or its stacks as a profile.
struct ConvertOptions {
  std::string trace;
  std::string output;
  std::optional<TimeSpan> range;
  bool counters = false;  // add queue length and copy bandwidth to the trace's counters
  bool redact = false;    // replace names, and print what was replaced
  std::optional<TraceFormat> format = std::nullopt;  // nullopt: by the ending of the output
  LaidProfile profile = {};                          // written with the trace; no file: none
  std::string steps = {};
};
int run_convert(const ConvertOptions& options);

/// Writes a summary of each trace, for comparing the ranks of a large run.
struct SummarizeOptions {
  std::vector<std::string> traces;  // files and folders
  std::string output;               // a file, if it ends in .rank, else a folder
  std::string steps = {};
};
int run_summarize(const SummarizeOptions& options);

/// Compares the ranks of a run by their summaries.
struct RanksOptions {
  std::vector<std::string> summaries;  // files, and folders of them
  bool json = false;
};
int run_ranks(const RanksOptions& options);

/// Follows runs by the summaries of their ranks, and says where what they measure changed.
struct HistoryOptions {
  std::vector<std::string> summaries;  // files, and folders of them
  std::optional<std::size_t> metric;   // nullopt: all, and the sentence is about the step time
  bool json = false;
  bool markdown = false;
  std::string svg;  // the picture to write; empty: none
  ThemeKind theme = ThemeKind::Light;
};
int run_history(const HistoryOptions& options);

/// Names summaries that runs are compared with, or lists them.
struct BaselineOptions {
  std::string name, summary;  // to set; both empty: list
  std::string folder;         // whose baselines are listed
  bool json = false;
};
int run_baseline(const BaselineOptions& options);

/// Writes one HTML file with the program, a trace and a view of it.
struct ShareOptions {
  std::string trace;
  std::string output;  // empty: named after the trace (redacted: "trace"), in the current folder
  std::optional<TimeSpan> range;
  std::string select, tab;
  std::string compare;  // another trace, or empty
  std::string steps = {};
  bool redact = false;
  bool force = false;    // replace an existing file
  bool dry_run = false;  // print the same, and write nothing
};
int run_share(const ShareOptions& options);

/// Starts a command and records it.
struct RecordOptions {
  std::vector<std::string> command;  // program and arguments
  std::string output;                // empty: named after the command, in the current folder
  bool force = false;                // replace an existing file
  bool shared = false;               // let other users read it
  std::string folder;                // working directory of the command; empty: the current folder
  std::int64_t level = 1;            // 0: kernels and copies, 1: standard, 2: everything
  bool stacks = true;                // Python stacks at launches
  bool shapes = false;               // operators with their input shapes
  bool memory = false;               // the memory of PyTorch's allocator
  bool attachable = false;           // its PyTorch can be asked for a trace afterwards
  std::int64_t sample_hz = 200;      // how often each thread is sampled from outside; 0: never
  std::string native = "on";         // with samples: native stacks and context switches as well;
                                     // "off", "on", "dwarf" or "frames"
  bool view = false;                 // open the file in the window
  std::int64_t duration_ns = 0;      // 0: until the command ends
  std::int64_t keep_last_ns = 0;     // 0: everything
  std::string when;                  // condition that saves the last seconds; empty: none
  std::int64_t times = 1;            // files to save, then the recording ends
  std::int64_t after_ns = 1'000'000'000;  // how much of what follows is saved, too
};
/// Runs until the command ends, and prints a summary on stderr. If the options request it, `view`
/// opens the file in the window once it is complete, possibly before the command ends. Returns the
/// command's exit code, 128 + the signal that killed it, or the result of complain(). Takes over
/// the process's signals: call it once, on the main thread.
int run_record(const RecordOptions& options, const std::function<int(const std::string&)>& view);

/// Records a running process: samples of its threads, and a trace if it can be asked for one.
struct AttachOptions {
  std::optional<std::int64_t> pid;  // nullopt: list the processes that can be attached to
  std::string output;               // empty: named after the process, in the current folder
  std::int64_t duration_ns = 0;     // 0: 500 ms of a trace; samples alone end when told or with it
  std::optional<std::int64_t> iterations;  // optimizer steps, instead of the duration
  bool shapes = false, stacks = false, memory = false, flops = false, modules = false;
  std::int64_t sample_hz = 200;  // 0: no samples
  std::string native = "off";    // with samples alone: also native stacks and context switches
  bool view = false;
  bool json = false;
};
/// With a PID: makes the process record a trace, joined with samples of it, or samples it if it
/// cannot be asked; prints progress on stderr and the path of the file on stdout; `view` opens it
/// in the window if the options request it. Without: lists the processes that can be asked for a
/// trace, and why others cannot. Ctrl-C cancels a trace and leaves nothing behind; it ends samples,
/// which are kept.
int run_attach(const AttachOptions& options, const std::function<int(const std::string&)>& view);

}  // namespace lanescope
