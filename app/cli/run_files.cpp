#include "app/cli/run_files.h"

#include <map>

#include "app/cli/open_trace.h"
#include "core/ranks/rank_identity.h"

namespace lanescope {
namespace {

/// Files by the rank that their names say; of several of one rank the first.
std::map<std::int64_t, std::string> files_by_rank(const std::string& run) {
  std::map<std::int64_t, std::string> files;
  const auto traces = list_traces(run);
  if (!traces.ok()) return files;
  for (const NamedTrace& trace : traces.value()) {
    if (const auto rank = rank_in_file_name(trace.path)) files.try_emplace(*rank, trace.path);
  }
  return files;
}

}  // namespace

std::optional<RunFiles> choose_run_files(const std::string& a, const std::string& b,
                                         RunFilesProblem& problem) {
  const auto file_a = single_trace(a), file_b = single_trace(b);
  if (file_a.ok() && file_b.ok()) return RunFiles{file_a.value(), file_b.value(), std::nullopt};
  const auto ranks_a = files_by_rank(a), ranks_b = files_by_rank(b);
  for (const auto& [rank, file] : ranks_a) {
    const auto other = ranks_b.find(rank);
    if (other != ranks_b.end()) return RunFiles{file, other->second, rank};
  }
  problem = file_a.ok() ? RunFilesProblem{b, file_b.error().message}
                        : RunFilesProblem{a, file_a.error().message};
  return std::nullopt;
}

}  // namespace lanescope
