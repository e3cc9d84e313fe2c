#include <algorithm>
#include <cstdint>
#include <filesystem>
#include <system_error>
#include <utility>

#include <fmt/format.h>

#include "app/cli/output/exit_code.h"
#include "app/cli/output/json_output.h"
#include "app/cli/output/printable.h"
#include "app/cli/output/text_table.h"
#include "app/cli/traces/baselines.h"
#include "app/cli/verbs.h"
#include "core/analysis/events/statistics.h"
#include "core/base/check.h"
#include "core/base/threads/parallel.h"
#include "core/history/history_files.h"
#include "core/ranks/summary/summary_file.h"
#include "core/view/history/words.h"
#include "core/view/text/time_text.h"

namespace lanescope {
namespace {

namespace fs = std::filesystem;

/// What the summary says, or of the ranks of one run, those in a folder: see lowest_rank().
struct BaselineRun {
  HistoryRun run;
  std::string problem;  // why there is nothing to compare with; empty: there is
};

/// As a history has it: the lowest rank stands for the run. Its step time is the median over the
/// ranks.
HistoryRun lowest_rank(std::vector<HistoryRun> ranks) {
  LANESCOPE_CHECK(!ranks.empty(), "a run without ranks");
  std::vector<double> steps;
  for (const HistoryRun& rank : ranks) {
    if (rank.values[kStepTimeMetric]) steps.push_back(*rank.values[kStepTimeMetric]);
  }
  const auto lowest = std::ranges::min_element(
      ranks, {}, [](const HistoryRun& rank) { return rank.setup.rank.value_or(INT64_MAX); });
  HistoryRun run = std::move(*lowest);
  run.ranks = ranks.size();
  if (!steps.empty()) run.values[kStepTimeMetric] = median_of(std::move(steps));
  return run;
}

BaselineRun run_in_folder(const std::string& folder) {
  const std::vector<std::string> files = summaries_in_folder(folder);
  if (files.empty())
    return {{}, "has no summaries (.rank); `lanescope summarize TRACE... -o FOLDER` writes them"};
  HistoryFiles read = load_history(files, kernel_kind_of, hardware_threads());
  std::erase_if(read.runs, [](const HistoryRun& run) { return !run.failure.empty(); });
  if (!read.runs.empty()) return {lowest_rank(std::move(read.runs)), ""};
  return {{}, "none of its summaries can be compared; `lanescope ranks` says why"};
}

BaselineRun baseline_run(const std::string& path) {
  std::error_code unknown;
  if (fs::is_directory(path, unknown)) return run_in_folder(path);
  const auto summary = read_summary(path);
  if (!summary.ok()) return {{}, summary.error().message};
  return {history_run(summary.value(), path, kernel_kind_of), ""};
}

int set(const BaselineOptions& options) {
  if (options.name.empty()) return complain(kWrongUsage, "NAME", "is empty; give the baseline one");
  const BaselineRun found = baseline_run(options.summary);
  if (!found.problem.empty()) return complain(kUnusable, options.summary, found.problem);
  if (!found.run.failure.empty())
    return complain(kUnusable, options.summary,
                    "is of a trace that could not be read, so nothing can be compared with it");
  const auto before = find_baseline(options.name, folder_beside(options.summary));
  if (const auto problem = set_baseline(options.name, options.summary))
    return complain(kUnusable, options.name, problem->message);
  std::string line = fmt::format("{}: {}", printable(options.name), printable(options.summary));
  const auto now = find_baseline(options.name, folder_beside(options.summary));
  if (before.ok() && now.ok() && before.value() != now.value())
    line += "; was " + printable(before.value());
  print_lines(line + "\n");
  return kDone;
}

/// Nothing is known of the run of one that is gone or damaged.
struct ListedBaseline {
  std::string name, file;
  BaselineRun of;
};

std::vector<ListedBaseline> listed(const std::map<std::string, std::string>& all,
                                   const std::string& folder) {
  std::vector<ListedBaseline> out;
  for (const auto& [name, file] : all) {
    ListedBaseline& one = out.emplace_back();
    one.name = name;
    one.file = (fs::path(folder) / file).lexically_normal().string();
    one.of = baseline_run(one.file);
  }
  return out;
}

std::string listed_text(const std::vector<ListedBaseline>& all) {
  using Align = TextTable::Align;
  TextTable table({{"baseline", Align::Left},
                   {"summary", Align::Left},
                   {"date", Align::Left},
                   {"commit", Align::Left},
                   {"median step time"}});
  for (const ListedBaseline& one : all) {
    const HistoryRun& run = one.of.run;
    const auto& step = run.values[kStepTimeMetric];
    const std::string ranks = run.ranks > 1 ? ", " + counted(run.ranks, "rank") : "";
    table.add_row({printable(one.name), printable(one.file) + ranks, run_date(run),
                   printable(run.commit, 12), step ? metric_text(kStepTimeMetric, *step) : "n/a"});
  }
  return table.text();
}

Json listed_json(const ListedBaseline& one) {
  const HistoryRun& run = one.of.run;
  const auto& step = run.values[kStepTimeMetric];
  const bool known = one.of.problem.empty();
  Json out = {{"name", one.name},
              {"file", one.file},
              {"ranks", known ? Json(run.ranks) : Json()},
              {"recorded_ns", run.recorded ? Json(run.recorded->begin_ns) : Json()},
              {"commit", json_text_or_null(run.commit)},
              {"step_time_ns", step ? Json(static_cast<std::int64_t>(*step)) : Json()}};
  if (!known) out["why"] = one.of.problem;
  return out;
}

int list(const BaselineOptions& options) {
  const auto all = read_baselines(options.folder);
  if (!all.ok())
    return complain(kUnusable, (fs::path(options.folder) / kBaselinesFile).string(),
                    all.error().message);
  const std::vector<ListedBaseline> rows = listed(all.value(), options.folder);
  if (options.json) {
    print_document({{"baselines", json_list(rows, listed_json)}});
  } else {
    print_lines(listed_text(rows));
  }
  int code = kDone;
  for (const ListedBaseline& one : rows) {
    if (!one.of.problem.empty()) code = complain(kUnusable, one.file, one.of.problem);
  }
  return code;
}

}  // namespace

int run_baseline(const BaselineOptions& options) {
  const bool names_none = options.name.empty() && options.summary.empty();
  return names_none ? list(options) : set(options);
}

}  // namespace lanescope
