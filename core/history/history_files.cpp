#include "core/history/history_files.h"

#include <algorithm>
#include <filesystem>
#include <optional>
#include <system_error>
#include <utility>

#include "core/base/threads/parallel.h"
#include "core/ranks/summary/summary_file.h"

namespace lanescope {

namespace fs = std::filesystem;

HistoryFiles load_history(std::span<const std::string> files, const KernelKindOf& kind_of,
                          unsigned threads, FleetProgress* progress) {
  std::vector<std::optional<HistoryRun>> runs(files.size());
  std::vector<std::string> whats(files.size());
  parallel_for(files.size(), threads, [&](std::size_t i, unsigned) {
    if (progress != nullptr && progress->cancel) return;
    const auto summary = read_summary(files[i]);
    if (summary.ok())
      runs[i] = history_run(summary.value(), files[i], kind_of);
    else
      whats[i] = summary.error().message;
    if (progress != nullptr) ++progress->done;
  });
  HistoryFiles out;
  for (std::size_t i = 0; i < files.size(); ++i) {
    if (runs[i])
      out.runs.push_back(std::move(*runs[i]));
    else if (!whats[i].empty())
      out.problems.push_back({files[i], whats[i]});
  }
  return out;
}

std::vector<std::string> summaries_below(const std::string& folder) {
  std::vector<std::string> out;
  std::error_code problem;
  constexpr auto kOptions = fs::directory_options::skip_permission_denied;
  for (fs::recursive_directory_iterator at(folder, kOptions, problem), end; !problem && at != end;
       at.increment(problem)) {
    const std::string name = at->path().filename().string();
    if (name.starts_with('.')) {
      at.disable_recursion_pending();
    } else if (name.ends_with(kSummaryEnding)) {
      out.push_back(at->path().string());
    }
  }
  std::ranges::sort(out);
  return out;
}

}  // namespace lanescope
