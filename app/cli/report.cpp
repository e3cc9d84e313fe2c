#include "app/cli/report.h"

#include <algorithm>
#include <optional>
#include <set>

#include <fmt/format.h>

#include "app/cli/exit_code.h"
#include "app/cli/open_trace.h"
#include "app/cli/report_thresholds.h"
#include "app/cli/text_table.h"
#include "app/cli/verbs.h"

namespace lanescope {
namespace {

/// An analysis as the report sees it.
struct Analysis {
  const char* key;
  void (*json)(const ReportInput&, Json& trace);
  std::string (*text)(const ReportInput&);
};

#define LANESCOPE_REPORT_LINE(key, Result, call)                                                   \
  Analysis{#key,                                                                                   \
           [](const ReportInput& in, Json& trace) { add_members(in, #key, Result(call), trace); }, \
           [](const ReportInput& in) { return to_text(in, Result(call)); }},
constexpr Analysis kAnalyses[] = {LANESCOPE_ANALYSES(LANESCOPE_REPORT_LINE)};
#undef LANESCOPE_REPORT_LINE

/// Those asked for, in the order of the registry. Errors: Invalid for a key that is none.
Result<std::vector<const Analysis*>> chosen_analyses(const std::vector<std::string>& only) {
  std::vector<const Analysis*> chosen;
  for (const Analysis& analysis : kAnalyses) {
    const bool wanted = std::find(only.begin(), only.end(), analysis.key) != only.end();
    if (wanted || only.empty()) chosen.push_back(&analysis);
  }
  for (const std::string& key : only) {
    const bool known = std::any_of(std::begin(kAnalyses), std::end(kAnalyses),
                                   [&](const Analysis& analysis) { return analysis.key == key; });
    if (!known) {
      return Error{Error::Kind::Invalid, fmt::format("no analysis is called '{}', there are {}",
                                                     printable(key, 40), report_keys())};
    }
  }
  return chosen;
}

/// The part of the trace that was asked for. Errors: Unsupported when there is no such part.
Result<AnalysisWindow> chosen_window(const Snapshot& trace, const ReportOptions& options) {
  const SharedThresholds thresholds(options.thresholds);
  auto window = options.window ? window_in_trace(*options.window, trace, thresholds)
                               : Result<AnalysisWindow>(usual_window(trace, thresholds));
  if (!window.ok() || !options.device) return window;
  std::set<std::int64_t> devices;
  for (const Track& track : trace.tracks) {
    if (track.device >= 0) devices.insert(track.device);
  }
  window.value().device = options.device;
  if (devices.contains(*options.device)) return window;
  return Error{
      Error::Kind::Unsupported,
      fmt::format("there is no GPU {}, {}", *options.device,
                  devices.empty() ? "the trace has no GPU events"
                                  : fmt::format("the trace has GPU {}", fmt::join(devices, ", ")))};
}

/// Where the window lies, for people who compare: that of the GPU's work where it has no ends.
std::optional<TimeRange> shown_range(const Snapshot& trace, const AnalysisWindow& window) {
  if (window.is_bounded()) return window.range;
  TimeRange range{kMaxNs, kMinNs};
  for (const GpuTimeDevice& device : analyse_gpu_time(trace, window).devices) {
    range.begin_ns = std::min(range.begin_ns, device.window.begin_ns);
    range.end_ns = std::max(range.end_ns, device.window.end_ns);
  }
  if (range.begin_ns <= range.end_ns) return range;
  if (trace.counts.by_phase.contains("X")) return trace.x_extent;
  return std::nullopt;
}

Json window_json(const Snapshot& trace, const AnalysisWindow& window) {
  const JsonTimes times(trace);
  const auto range = shown_range(trace, window);
  Json out = {{"kind", window_kind_name(window.kind)},
              {"start_ns", range ? Json(times(range->begin_ns)) : Json()},
              {"end_ns", range ? Json(times(range->end_ns)) : Json()}};
  if (window.kind == WindowKind::Steps) out["warm_up_steps"] = window.warm_up_steps;
  if (!range) out["why"] = "the trace has no events with a length (ph X)";
  return out;
}

/// The rank the file says it is of; in a run of several files their order.
Json rank_of(const Snapshot& trace, std::size_t number, std::size_t files) {
  const JsonValue* rank = trace.info.distributed ? trace.info.distributed->find("rank") : nullptr;
  if (rank != nullptr && rank->as_int(-1) >= 0) return rank->as_int();
  return files > 1 ? Json(number) : Json();
}

/// What the usual window leaves out, and how to have it.
std::string steps_line(const ReportInput& input) {
  const std::size_t steps = input.trace.steps.size();
  const std::size_t warm_up = input.window.warm_up_steps;
  return fmt::format("window: {} {}{}; --window whole takes all of the trace in", steps - warm_up,
                     steps - warm_up == 1 ? "step" : "steps",
                     warm_up == 0 ? "" : fmt::format(", {} of warm-up left out", warm_up));
}

class Reporter {
 public:
  Reporter(const ReportOptions& options, std::vector<const Analysis*> analyses)
      : options_(options), analyses_(std::move(analyses)) {}

  /// Adds one trace, the one with that number of so many files.
  std::optional<Error> add(const std::string& path, std::size_t number, std::size_t files) {
    const auto opened = open_trace(path);
    if (!opened.ok()) return opened.error();
    const Snapshot& trace = *opened.value();
    const auto window = chosen_window(trace, options_);
    if (!window.ok()) return window.error();
    const ReportInput input{trace, window.value(), event_reader(opened.value()), options_.group_by};
    if (options_.markdown) {
      fmt::print("{}{}", added_ == 0 ? "" : "\n", report_markdown(input, path));
    } else if (options_.json) {
      add_json(input, path, rank_of(trace, number, files));
    } else {
      print_text(input, path, files);
    }
    ++added_;
    return std::nullopt;
  }

  [[nodiscard]] std::size_t added() const { return added_; }

  void finish() const {
    if (options_.json && added_ != 0) print_document({{"traces", traces_}});
  }

 private:
  void add_json(const ReportInput& input, const std::string& path, Json rank) {
    Json one = {{"file", path}, {"rank", std::move(rank)}};
    if (one["rank"].is_null()) one["why"] = "rank: the trace has no distributedInfo";
    one["window"] = window_json(input.trace, input.window);
    const Json changed = changed_thresholds_json(options_.thresholds);
    if (!changed.empty()) one["thresholds"] = changed;
    for (const Analysis* analysis : analyses_) analysis->json(input, one);
    traces_.push_back(std::move(one));
  }

  void print_text(const ReportInput& input, const std::string& path, std::size_t files) const {
    if (files > 1) fmt::print("{}== {}\n\n", added_ == 0 ? "" : "\n", printable(path));
    if (input.window.kind == WindowKind::Steps) fmt::print("{}\n\n", steps_line(input));
    const auto changed = changed_thresholds(options_.thresholds);
    for (const Threshold* one : changed) {
      fmt::print("threshold: {}\n",
                 changed_threshold_text(*one, one->value_in(options_.thresholds)));
    }
    if (!changed.empty()) fmt::print("\n");
    for (const Analysis* analysis : analyses_) {
      fmt::print("{}{}\n{}", analysis == analyses_.front() ? "" : "\n", analysis->key,
                 analysis->text(input));
    }
  }

  const ReportOptions& options_;
  std::vector<const Analysis*> analyses_;
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
  return keys;
}

std::string more_rows(std::size_t rows) {
  return rows > kMostRows ? fmt::format("and {} more, see --json\n", rows - kMostRows) : "";
}

int run_report(const ReportOptions& options) {
  if (options.lists_thresholds) return run_threshold_list(options);
  auto analyses = chosen_analyses(options.only);
  if (!analyses.ok()) return complain(kWrongUsage, "--only", analyses.error().message);
  std::vector<NamedTrace> traces;
  for (const std::string& name : options.traces) {
    auto named = list_traces(name);
    if (!named.ok()) return complain(kUnusable, name, named.error().message);
    traces.insert(traces.end(), named.value().begin(), named.value().end());
  }
  Reporter reporter(options, std::move(analyses).value());
  TraceProblems problems;
  for (std::size_t i = 0; i < traces.size(); ++i) {
    const auto error = reporter.add(traces[i].path, i, traces.size());
    if (error) problems.add(traces[i], *error);
  }
  reporter.finish();
  return problems.finish(reporter.added());
}

}  // namespace lanescope
