#include <filesystem>
#include <system_error>

#include "app/cli/output/exit_code.h"
#include "app/cli/output/json_output.h"
#include "app/cli/output/printable.h"
#include "app/cli/output/standard_streams.h"
#include "app/cli/ranks/fleet_output.h"
#include "app/cli/verbs.h"
#include "core/base/threads/parallel.h"
#include "core/history/is_history.h"

namespace lanescope {

int run_ranks(const RanksOptions& options) {
  std::vector<std::string> paths;
  for (const std::string& name : options.summaries) {
    std::error_code unknown;
    if (!std::filesystem::is_directory(name, unknown)) {
      paths.push_back(name);
      continue;
    }
    const std::vector<std::string> found = summaries_of_folders(name);
    if (found.empty())
      return complain(kUnusable, name,
                      "has no summaries (.rank); `lanescope summarize TRACE... -o FOLDER` writes "
                      "them, and `lanescope report FOLDER --only ranks` compares a few traces");
    paths.insert(paths.end(), found.begin(), found.end());
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
  return files.problems.empty() ? kDone : kUnusable;
}

}  // namespace lanescope
