#include "app/cli/report/report.h"

#include <algorithm>
#include <optional>
#include <set>

#include <fmt/format.h>

#include "app/cli/output/exit_code.h"
#include "app/cli/output/window_output.h"
#include "app/cli/report/ranks.h"
#include "app/cli/report/thresholds.h"
#include "app/cli/traces/named_traces.h"
#include "app/cli/traces/open_trace.h"
#include "app/cli/verbs.h"
#include "core/analysis/host/recorder.h"
#include "core/base/process_memory.h"
#include "core/base/threads/parallel.h"
#include "core/store/lost_events.h"
#include "core/view/overview/load_report_model.h"

namespace lanescope {
namespace {

constexpr const char* kNoRank = "rank: the trace has no distributedInfo";

/// An analysis and how the report prints it.
struct Analysis {
  const char* key;
  void (*compute)(const ReportInput&);
  void (*json)(const ReportInput&, Json& trace);
  std::string (*text)(const ReportInput&);
};

#define LANESCOPE_REPORT_LINE(key, Result, call)                                                  \
  Analysis{                                                                                       \
      #key, [](const ReportInput& in) { static_cast<void>(in.of<Result>()); },                    \
      [](const ReportInput& in, Json& trace) { add_members(in, #key, *in.of<Result>(), trace); }, \
      [](const ReportInput& in) { return to_text(in, *in.of<Result>()); }},
constexpr Analysis kAnalyses[] = {LANESCOPE_ANALYSES(LANESCOPE_REPORT_LINE)};
#undef LANESCOPE_REPORT_LINE

/// What to print.
struct ChosenAnalyses {
  std::vector<const Analysis*> of_trace;  // in registry order
  bool ranks = false;                     // over all traces
};

/// Errors: Invalid for an unknown key.
Result<ChosenAnalyses> chosen_analyses(const std::vector<std::string>& only) {
  ChosenAnalyses chosen;
  const auto wanted = [&](const std::string& key) {
    return only.empty() || std::ranges::find(only, key) != only.end();
  };
  for (const Analysis& analysis : kAnalyses) {
    if (wanted(analysis.key)) chosen.of_trace.push_back(&analysis);
  }
  chosen.ranks = wanted(kRanksKey);
  for (const std::string& key : only) {
    const bool known =
        key == kRanksKey || std::ranges::any_of(kAnalyses, [&](const Analysis& analysis) {
          return analysis.key == key;
        });
    if (!known) {
      return Error{Error::Kind::Invalid, fmt::format("unknown analysis '{}'; the analyses are {}",
                                                     printable(key, 40), report_keys())};
    }
  }
  return chosen;
}

/// The requested part of the trace. Errors: Unsupported if there is no such part.
Result<AnalysisWindow> chosen_window(const Snapshot& trace, const ReportOptions& options,
                                     bool only_ranks) {
  const SharedThresholds thresholds(options.thresholds);
  auto window = options.window ? window_in_trace(*options.window, trace, thresholds)
                               : Result<AnalysisWindow>(usual_window(trace, thresholds));
  if (!window.ok() || !options.device) return window;
  std::set<std::int64_t> devices;
  for (const Track& track : trace.tracks) {
    if (track.device >= 0) devices.insert(track.device);
  }
  window.value().device = options.device;
  // Each rank of a run has its own GPU, and comparing ranks covers all GPUs.
  if (devices.contains(*options.device) || only_ranks) return window;
  return Error{
      Error::Kind::Unsupported,
      fmt::format("there is no GPU {}; {}", *options.device,
                  devices.empty() ? "the trace has no GPU events"
                                  : fmt::format("the trace has GPU {}", fmt::join(devices, ", ")))};
}

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
    const auto opened = open_trace(path, options_.execution_trace, options_.capture_trace);
    if (!opened.ok()) return opened.error();
    if (files == 1) keep_freed_memory();
    const Snapshot& trace = *opened.value();
    const auto window = chosen_window(trace, options_, analyses_.of_trace.empty());
    if (!window.ok()) return window.error();
    if (!trace.report.complete)
      complain(kDone, path, "the file is truncated, so the end of the run is missing here");
    const ReportInput input(trace, window.value(), event_reader(opened.value()), {},
                            options_.group_by);
    if (!options_.markdown) compute(input);  // Markdown has only some of them
    if (options_.markdown) {
      print_lines((added_ == 0 ? "" : "\n") + report_markdown(input, path));
    } else if (options_.json) {
      add_json(input, path);
    } else {
      print_text(input, path, files);
    }
    ranks_.add(input, path, analyses_.ranks && files > 1);
    ++added_;
    return change_of(opened.value());
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
  /// What is asked for, several at a time; what they share is computed once and waited for.
  void compute(const ReportInput& input) const {
    parallel_for(analyses_.of_trace.size(), hardware_threads(),
                 [&](std::size_t i, unsigned) { analyses_.of_trace[i]->compute(input); });
  }

  void add_json(const ReportInput& input, const std::string& path) {
    Json one = {{"file", path}, {"rank", nullptr}, {"why", kNoRank}};  // until all are known
    one["window"] = window_json(input);
    const LoadReport& report = input.trace.report;
    if (report.set_aside != 0)
      one["set_aside"] = {{"events", report.set_aside},
                          {"text", set_aside_sentence(report, input.trace.info.format)}};
    const LostEvents lost = lost_events(report);
    if (!lost.text.empty())
      one["lost_events"] = {
          {"events", lost.unusable}, {"missing_records", lost.missing}, {"text", lost.text}};
    const Json changed = changed_thresholds_json(options_.thresholds);
    if (!changed.empty()) one["thresholds"] = changed;
    for (const Analysis* analysis : analyses_.of_trace) analysis->json(input, one);
    traces_.push_back(std::move(one));
  }

  void finish_json() {
    const RunRanks known = ranks_.ranks();
    for (std::size_t i = 0; i < traces_.size(); ++i) {
      const RankIdentity& identity = known.traces[i];
      if (!ranks_.has_several() && identity.source == RankSource::FileOrder) continue;
      traces_[i]["rank"] = identity.rank;
      traces_[i].erase("why");
    }
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
    if (input.window.kind == WindowKind::Steps) fmt::print("{}\n\n", window_line(input));
    const auto changed = changed_thresholds(options_.thresholds);
    for (const Threshold* one : changed) {
      fmt::print("threshold: {}\n",
                 changed_threshold_text(*one, one->value_in(options_.thresholds)));
    }
    if (!changed.empty()) fmt::print("\n");
    for (const Analysis* analysis : analyses_.of_trace) {
      print_lines(fmt::format("{}{}\n{}", analysis == analyses_.of_trace.front() ? "" : "\n",
                              analysis->key, analysis->text(input)));
    }
  }

  const ReportOptions& options_;
  ChosenAnalyses analyses_;
  RanksReport ranks_;
  bool has_printed_ = false;
  Json traces_ = Json::array();
  std::size_t added_ = 0;
};

}  // namespace

std::string report_keys() {
  std::string keys;
  for (const Analysis& analysis : kAnalyses) {
    keys += keys.empty() ? "" : ", ";
    keys += analysis.key;
  }
  return keys + ", " + kRanksKey;
}

int run_report(const ReportOptions& options) {
  if (options.lists_thresholds) return run_threshold_list(options);
  auto analyses = chosen_analyses(options.only);
  if (!analyses.ok()) return complain(kWrongUsage, "--only", analyses.error().message);
  share_freed_memory();
  std::vector<NamedTrace> traces;
  TraceProblems problems;
  for (const std::string& name : options.traces) {
    auto named = list_traces(name);
    if (!named.ok()) return complain(kUnusable, name, named.error().message);
    problems.add_others(named.value());
    traces.insert(traces.end(), named.value().traces.begin(), named.value().traces.end());
  }
  Reporter reporter(options, std::move(analyses).value());
  for (std::size_t i = 0; i < traces.size(); ++i) {
    const auto error = reporter.add(traces[i].path, traces.size());
    if (error) problems.add(traces[i], *error);
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
