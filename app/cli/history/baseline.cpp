#include <filesystem>

#include <fmt/format.h>

#include "app/cli/output/exit_code.h"
#include "app/cli/output/json_output.h"
#include "app/cli/output/printable.h"
#include "app/cli/output/text_table.h"
#include "app/cli/traces/baselines.h"
#include "app/cli/verbs.h"
#include "core/history/history_run.h"
#include "core/ranks/summary/summary_file.h"
#include "core/view/history/words.h"

namespace lanescope {
namespace {

namespace fs = std::filesystem;

int set(const BaselineOptions& options) {
  if (options.name.empty()) return complain(kWrongUsage, "NAME", "is empty; give the baseline one");
  const auto summary = read_summary(options.summary);
  if (!summary.ok()) return complain(kUnusable, options.summary, summary.error().message);
  if (!summary.value().failure.empty())
    return complain(kUnusable, options.summary,
                    "is of a trace that could not be read, so nothing can be compared with it");
  const auto before = find_baseline(options.name, fs::path(options.summary).parent_path().string());
  if (const auto problem = set_baseline(options.name, options.summary))
    return complain(kUnusable, options.name, problem->message);
  std::string line = fmt::format("{}: {}", printable(options.name), printable(options.summary));
  if (before.ok() && fs::path(before.value()).filename() != fs::path(options.summary).filename())
    line += "; was " + printable(before.value());
  print_lines(line + "\n");
  return kDone;
}

/// A baseline with what its summary says; nothing of one that is gone or damaged.
struct ListedBaseline {
  std::string name, file, problem;
  HistoryRun run;
};

std::vector<ListedBaseline> listed(const std::map<std::string, std::string>& all,
                                   const std::string& folder) {
  std::vector<ListedBaseline> out;
  for (const auto& [name, file] : all) {
    ListedBaseline& one = out.emplace_back();
    one.name = name;
    one.file = (fs::path(folder) / file).lexically_normal().string();
    const auto summary = read_summary(one.file);
    if (summary.ok())
      one.run = history_run(summary.value(), one.file, kernel_kind_of);
    else
      one.problem = summary.error().message;
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
    const auto& step = one.run.values[kStepTimeMetric];
    table.add_row({printable(one.name), printable(one.file), run_date(one.run),
                   printable(one.run.commit, 12),
                   step ? metric_text(kStepTimeMetric, *step) : "n/a"});
  }
  return table.text();
}

Json listed_json(const ListedBaseline& one) {
  const auto& step = one.run.values[kStepTimeMetric];
  Json out = {{"name", one.name},
              {"file", one.file},
              {"recorded_ns", one.run.recorded ? Json(one.run.recorded->begin_ns) : Json()},
              {"commit", json_text_or_null(one.run.commit)},
              {"step_time_ns", step ? Json(static_cast<std::int64_t>(*step)) : Json()}};
  if (!one.problem.empty()) out["why"] = one.problem;
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
    if (!one.problem.empty()) code = complain(kUnusable, one.file, one.problem);
  }
  return code;
}

}  // namespace

int run_baseline(const BaselineOptions& options) {
  const bool names_none = options.name.empty() && options.summary.empty();
  return names_none ? list(options) : set(options);
}

}  // namespace lanescope
