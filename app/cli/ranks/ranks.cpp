#include <filesystem>
#include <string>
#include <system_error>
#include <vector>

#include "app/cli/output/exit_code.h"
#include "app/cli/output/json_output.h"
#include "app/cli/output/printable.h"
#include "app/cli/output/standard_streams.h"
#include "app/cli/ranks/fleet_output.h"
#include "app/cli/verbs.h"
#include "core/base/threads/parallel.h"
#include "core/history/is_history.h"
#include "core/ranks/fleet/fleet_files.h"

namespace lanescope {

namespace {

/// Adds the summaries that a name stands for. Sets `code` where some of them may be lost; false if
/// there are none.
bool add_summaries(const std::string& name, std::vector<std::string>& paths, int& code) {
  std::error_code unknown;
  if (!std::filesystem::is_directory(name, unknown)) {
    paths.push_back(name);
    return true;
  }
  const FolderSummaries found = summaries_of_folders(name);
  for (const auto& [lost, why] : found.lost) code = complain(kUnusable, lost, why);
  paths.insert(paths.end(), found.files.begin(), found.files.end());
  if (found.files.empty())
    complain(kUnusable, name,
             "has no summaries (.rank); `lanescope summarize TRACE... -o FOLDER` writes them, and "
             "`lanescope report FOLDER --only ranks` compares a few traces");
  return !found.files.empty();
}

}  // namespace

int run_ranks(const RanksOptions& options) {
  std::vector<std::string> paths;
  int code = kDone;
  for (const std::string& name : options.summaries) {
    if (!add_summaries(name, paths, code)) return kUnusable;
  }
  FleetFiles files = load_fleet(paths, hardware_threads());
  std::size_t told = 0;
  const auto tell_problems = [&] {
    for (; told < files.problems.size(); ++told)
      complain(kUnusable, files.problems[told].file, files.problems[told].what);
  };
  tell_problems();
  if (files.fleet.ranks().empty()) return kUnusable;
  if (is_history(files.fleet.ranks()))
    complain(kDone, options.summaries.front(),
             "the summaries are of many runs, of which one is compared; `lanescope history` shows "
             "how all of them changed");
  const FleetAnalysis found = analyze_files(files, {}, hardware_threads());
  tell_problems();
  if (options.json)
    print_document(fleet_json(files, found));
  else
    print_lines(fleet_text(files, found));
  return files.problems.empty() ? code : kUnusable;
}

}  // namespace lanescope
