#include "app/cli/report.h"

#include <algorithm>

#include <fmt/format.h>

#include "app/cli/exit_code.h"
#include "app/cli/open_trace.h"
#include "app/cli/text_table.h"
#include "app/cli/verbs.h"

namespace lanescope {
namespace {

/// An analysis as the report sees it.
struct Analysis {
  const char* key;
  Json (*json)(const ReportInput&);
  std::string (*text)(const ReportInput&);
};

#define LANESCOPE_REPORT_LINE(key, Result, call)                                  \
  Analysis{#key, [](const ReportInput& in) { return to_json(in, Result(call)); }, \
           [](const ReportInput& in) { return to_text(in, Result(call)); }},
constexpr Analysis kAnalyses[] = {LANESCOPE_ANALYSES(LANESCOPE_REPORT_LINE)};
#undef LANESCOPE_REPORT_LINE

std::string known_keys() {
  std::string keys;
  for (const Analysis& analysis : kAnalyses) {
    keys += keys.empty() ? "" : ", ";
    keys += analysis.key;
  }
  return keys;
}

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
      return Error{Error::Kind::Invalid,
                   fmt::format("no analysis is called '{}', there are {}", key, known_keys())};
    }
  }
  return chosen;
}

/// A point in time as the text face prints it, or with a unit from the trace's start.
std::optional<Ns> parse_point(const Snapshot& trace, std::string_view text) {
  bool from_start = false;
  const auto time_ns = parse_duration(text, from_start);
  if (!time_ns) return std::nullopt;
  return from_start ? saturating_add(trace.extent.begin_ns, *time_ns)
                    : JsonTimes(trace).back(*time_ns);
}

Result<AnalysisWindow> parse_window(const Snapshot& trace, const std::string& text) {
  if (text == "whole") return whole_window();
  if (text == "hta") return hta_window(trace);
  if (text == "steps") {
    const auto steps = steps_window(trace);
    if (steps) return *steps;
    return Error{Error::Kind::Unsupported,
                 "the trace has no ProfilerStep ranges, use --window whole"};
  }
  const std::size_t colon = text.find(':');
  if (colon != std::string::npos) {
    const auto begin = parse_point(trace, std::string_view(text).substr(0, colon));
    const auto end = parse_point(trace, std::string_view(text).substr(colon + 1));
    if (begin && end && *begin < *end) return range_window({*begin, *end});
  }
  return Error{Error::Kind::Invalid,
               "'" + text + "' is no window, use whole, steps, hta or A:B such as 10ms:20ms"};
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
  if (!range) out["why"] = "the trace has no events with a length (ph X)";
  return out;
}

/// The rank the file says it is of; in a run of several files their order.
Json rank_of(const Snapshot& trace, std::size_t number, std::size_t files) {
  const JsonValue* rank = trace.info.distributed ? trace.info.distributed->find("rank") : nullptr;
  if (rank != nullptr && rank->as_int(-1) >= 0) return rank->as_int();
  return files > 1 ? Json(number) : Json();
}

class Reporter {
 public:
  Reporter(const ReportOptions& options, OpGroupBy group_by, std::vector<const Analysis*> analyses)
      : options_(options), group_by_(group_by), analyses_(std::move(analyses)) {}

  /// Adds one trace; returns its exit code.
  int add(const std::string& path, std::size_t number, std::size_t files) {
    const auto opened = open_trace(path);
    if (!opened.ok()) return complain(kUnusable, path, opened.error().message);
    const Snapshot& trace = *opened.value();
    auto window = parse_window(trace, options_.window);
    if (!window.ok()) {
      const bool usage = window.error().kind == Error::Kind::Invalid;
      return complain(usage ? kWrongUsage : kUnusable, usage ? "--window" : path,
                      window.error().message);
    }
    ReportInput input{trace, window.value(), event_reader(opened.value()), group_by_};
    input.window.device = options_.device;
    if (options_.json) {
      add_json(input, path, rank_of(trace, number, files));
    } else {
      print_text(input, path, files);
    }
    ++added_;
    return kDone;
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
    for (const Analysis* analysis : analyses_) one[analysis->key] = analysis->json(input);
    traces_.push_back(std::move(one));
  }

  void print_text(const ReportInput& input, const std::string& path, std::size_t files) const {
    if (files > 1) fmt::print("{}== {}\n\n", added_ == 0 ? "" : "\n", printable(path));
    for (const Analysis* analysis : analyses_) {
      fmt::print("{}{}\n{}", analysis == analyses_.front() ? "" : "\n", analysis->key,
                 analysis->text(input));
    }
  }

  const ReportOptions& options_;
  OpGroupBy group_by_;
  std::vector<const Analysis*> analyses_;
  Json traces_ = Json::array();
  std::size_t added_ = 0;
};

}  // namespace

std::string more_rows(std::size_t rows) {
  return rows > kMostRows ? fmt::format("and {} more, see --json\n", rows - kMostRows) : "";
}

int run_report(const ReportOptions& options) {
  auto analyses = chosen_analyses(options.only);
  if (!analyses.ok()) return complain(kWrongUsage, "--only", analyses.error().message);
  const auto group_by = op_group_by_of(options.group_by);
  if (!group_by) {
    return complain(kWrongUsage, "--group-by",
                    "'" + options.group_by + "' is no grouping, use name, shape, stack or module");
  }
  std::vector<std::string> files;
  bool from_folder = false;
  for (const std::string& name : options.traces) {
    auto paths = list_traces(name);
    if (!paths.ok()) return complain(kUnusable, name, paths.error().message);
    files.insert(files.end(), paths.value().files.begin(), paths.value().files.end());
    from_folder = from_folder || paths.value().from_folder;
  }
  Reporter reporter(options, *group_by, std::move(analyses).value());
  int worst = kDone;
  for (std::size_t i = 0; i < files.size(); ++i) {
    const int code = reporter.add(files[i], i, files.size());
    if (code == kWrongUsage) return code;
    worst = std::max(worst, code);
  }
  reporter.finish();
  // A folder may hold other things than traces.
  return from_folder && reporter.added() != 0 ? kDone : worst;
}

}  // namespace lanescope
