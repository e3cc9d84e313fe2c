#include <filesystem>
#include <optional>
#include <string>
#include <system_error>
#include <vector>

#include "app/cli/history/history_output.h"
#include "app/cli/output/exit_code.h"
#include "app/cli/output/printable.h"
#include "app/cli/verbs.h"
#include "core/base/files/replace_file.h"
#include "core/base/threads/parallel.h"
#include "core/view/history/chart.h"
#include "core/view/history/words.h"

namespace lanescope {
namespace {

/// The summaries that are named; nullopt after a complaint about a folder without any.
std::optional<std::vector<std::string>> named_summaries(const std::vector<std::string>& names) {
  std::vector<std::string> paths;
  for (const std::string& name : names) {
    std::error_code unknown;
    if (!std::filesystem::is_directory(name, unknown)) {
      paths.push_back(name);
      continue;
    }
    const std::vector<std::string> found = summaries_below(name);
    if (found.empty()) {
      complain(kUnusable, name,
               "has no summaries (.rank); `lanescope summarize TRACE... -o FOLDER` writes them");
      return std::nullopt;
    }
    paths.insert(paths.end(), found.begin(), found.end());
  }
  return paths;
}

/// Nobody may read in the picture what they may not read in a summary.
std::optional<Error> write_picture(const HistoryOptions& options, const History& history,
                                   const std::vector<std::string>& summaries) {
  HistoryChart chart = usual_chart(options.metric);
  chart.theme = options.theme;
  return replace_file(options.svg, history_svg(history, chart), rights_of_sources(summaries));
}

}  // namespace

int run_history(const HistoryOptions& options) {
  const auto paths = named_summaries(options.summaries);
  if (!paths) return kUnusable;
  HistoryFiles files = load_history(*paths, kernel_kind_of, hardware_threads());
  for (const HistoryFiles::Problem& problem : files.problems)
    complain(kUnusable, problem.file, problem.what);
  if (files.runs.empty()) return kUnusable;
  const History history = make_history(std::move(files.runs), hardware_threads());
  const PrintedHistory printed{history, files.problems, options.metric.value_or(kStepTimeMetric),
                               options.metric.has_value()};
  if (options.json) {
    print_document(history_json(printed));
  } else {
    print_lines(options.markdown ? history_markdown(printed) : history_text(printed));
  }
  if (history.series.empty())
    return complain(kUnusable, "history", "no run says when it was recorded, so none has a place");
  if (!options.svg.empty()) {
    if (const auto problem = write_picture(options, history, *paths))
      return complain(kUnusable, options.svg, "cannot be written: " + problem->message);
  }
  return files.problems.empty() ? kDone : kUnusable;
}

}  // namespace lanescope
