#include "app/cli/report/report.h"

#include <optional>
#include <utility>

#include <fmt/format.h>

#include "app/cli/output/exit_code.h"
#include "app/cli/output/window_output.h"
#include "app/cli/report/document/chosen.h"
#include "app/cli/report/document/report_text.h"
#include "app/cli/report/document/trace_json.h"
#include "app/cli/report/ranks.h"
#include "app/cli/report/thresholds.h"
#include "app/cli/traces/named_traces.h"
#include "app/cli/traces/open_trace.h"
#include "app/cli/verbs.h"
#include "core/analysis/host/recorder.h"
#include "core/base/process_memory.h"
#include "core/view/overview/load_report_model.h"

namespace lanescope {
namespace {

class Reporter {
 public:
  Reporter(const ReportOptions& options, ChosenAnalyses analyses)
      : options_(options), analyses_(std::move(analyses)) {}

  /// Adds one of `files` traces. Only one trace is in memory at a time.
  std::optional<Error> add(const std::string& path, std::size_t files) {
    if (files > 1 && !options_.execution_trace.empty())
      return Error{Error::Kind::Invalid, "is one of several; --execution-trace is for one trace"};
    if (files > 1 && !options_.capture_trace.empty())
      return Error{Error::Kind::Invalid, "is one of several; --capture-trace is for one trace"};
    const auto opened = open_trace(path, {.execution_trace = options_.execution_trace,
                                          .capture_trace = options_.capture_trace,
                                          .steps = options_.steps});
    if (!opened.ok()) return opened.error();
    if (files == 1) keep_freed_memory();
    const Snapshot& trace = *opened.value();
    const auto window = chosen_window(trace, options_, analyses_.of_trace.empty());
    if (!window.ok()) return window.error();
    tell_if_incomplete(trace, path);
    const ReportInput input(trace, window.value(), event_reader(opened.value()), {},
                            options_.group_by);
    if (!options_.markdown) compute_results(analyses_, input);  // Markdown has only some of them
    if (options_.markdown) {
      print_lines((added_ == 0 ? "" : "\n") + report_markdown(input, path));
    } else if (options_.json) {
      traces_.push_back(trace_report_json(input, path, options_.thresholds, analyses_));
    } else {
      print_text(input, path, files);
    }
    ranks_.add(input, path, analyses_.ranks && files > 1);
    ++added_;
    return change_of(opened.value());
  }

  /// Of a folder, whose ranks then include it.
  void add_unreadable(const NamedTrace& trace, const Error& error) {
    if (!trace.folder.empty() && trace.oddity.empty())
      ranks_.add_unreadable(trace.path, error.message);
  }

  [[nodiscard]] std::size_t added() const { return added_; }

  void finish() {
    if (added_ == 0) return;
    if (options_.markdown) {
      if (ranks_.has_several()) print_lines("\n" + ranks_.markdown());
    } else if (options_.json) {
      finish_json();
    } else if (analyses_.ranks) {
      if (has_printed_) fmt::print("\n");
      if (ranks_.has_several()) {
        print_lines(fmt::format("== {} traces\n\n{}\n{}", added_, kRanksKey, ranks_.text()));
      } else {
        fmt::print("{}\nn/a: {}\n", kRanksKey, kOneTrace);
      }
    }
  }

 private:
  void finish_json() {
    const RunRanks known = ranks_.ranks();
    for (std::size_t i = 0; i < traces_.size(); ++i)
      set_rank(known.traces[i], ranks_.has_several(), traces_[i]);
    Json document = {{"traces", std::move(traces_)}};
    if (analyses_.ranks) {
      document[kRanksKey] = ranks_.has_several() ? ranks_.json() : Json();
      if (!ranks_.has_several()) document["why"] = fmt::format("{}: {}", kRanksKey, kOneTrace);
    }
    print_document(document);
  }

  void print_text(const ReportInput& input, const std::string& path, std::size_t files) {
    const std::string left_out = left_out_sentence(input.trace.report, input.trace.info.format);
    if (analyses_.of_trace.empty()) {  // only the ranks, which are printed after the last trace
      if (!left_out.empty())
        fmt::print("{}: {}; see `lanescope info`\n", printable(path), printable(left_out));
      has_printed_ |= !left_out.empty();
      return;
    }
    has_printed_ = true;
    if (files > 1) fmt::print("{}== {}\n\n", added_ == 0 ? "" : "\n", printable(path));
    if (!left_out.empty()) fmt::print("{}; see `lanescope info`\n\n", printable(left_out));
    fmt::print("{}", scope_text(input));
    print_lines(options_.only.empty() ? full_report_text(analyses_, input)
                                      : report_text(analyses_, input));
  }

  const ReportOptions& options_;
  ChosenAnalyses analyses_;
  RanksReport ranks_;
  bool has_printed_ = false;
  Json traces_ = Json::array();
  std::size_t added_ = 0;
};

}  // namespace

int run_report(const ReportOptions& options) {
  if (options.lists_thresholds) return run_threshold_list(options);
  auto analyses = chosen_analyses(options.only);
  if (!analyses.ok()) return complain(kWrongUsage, "--only", analyses.error().message);
  share_freed_memory();
  Reporter reporter(options, std::move(analyses).value());
  std::vector<NamedTrace> traces;
  TraceProblems problems;
  for (const std::string& name : options.traces) {
    auto named = list_traces(name);
    if (!named.ok()) return complain(kUnusable, name, named.error().message);
    problems.add_others(named.value());
    for (const auto& [other, error] : named.value().others) reporter.add_unreadable(other, error);
    traces.insert(traces.end(), named.value().traces.begin(), named.value().traces.end());
  }
  for (std::size_t i = 0; i < traces.size(); ++i) {
    const std::size_t before = reporter.added();
    const auto error = reporter.add(traces[i].path, traces.size());
    if (!error) continue;
    problems.add(traces[i], *error);
    if (reporter.added() == before) reporter.add_unreadable(traces[i], *error);
  }
  reporter.finish();
  return problems.finish(reporter.added());
}

bool advises_profiler(const Snapshot& trace) {
  return recorder_of(trace) == Recorder::TorchProfiler;
}

std::string no_memory(const Snapshot& trace) {
  if (advises_profiler(trace)) return kNoMemory;
  return "the trace has no allocations; " +
         std::string(record_advice(trace, Recordable::Allocations));
}

std::string no_python(const Snapshot& trace) {
  if (advises_profiler(trace)) return kNoPython;
  return "source: the trace has no Python frames; " +
         std::string(record_advice(trace, Recordable::PythonFrames));
}

std::string shapes_words(const Snapshot& trace, std::string words) {
  if (advises_profiler(trace)) return words;
  return words.substr(0, words.rfind("; ") + 2) +
         std::string(record_advice(trace, Recordable::Shapes));
}

}  // namespace lanescope
