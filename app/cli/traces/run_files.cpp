#include "app/cli/traces/run_files.h"

#include <filesystem>
#include <map>
#include <system_error>
#include <utility>

#include "app/cli/traces/named_traces.h"
#include "core/ranks/rank_identity.h"
#include "core/readers/trace_loader.h"

namespace lanescope {
namespace {

/// Does not read pipes: what is read from one is gone.
std::optional<std::int64_t> rank_of_file(const std::string& path) {
  std::error_code ignored;
  if (std::filesystem::is_regular_file(path, ignored)) {
    const auto head = read_trace_head(path);
    if (head.ok() && head.value().rank) return head.value().rank;
  }
  return rank_in_file_name(path);
}

/// Files by rank; the first file of each rank.
std::map<std::int64_t, std::string> files_by_rank(const TraceList& list) {
  std::map<std::int64_t, std::string> files;
  for (const NamedTrace& trace : list.traces) {
    const auto rank = trace.folder.empty() ? rank_of_file(trace.path) : trace.rank;
    if (rank) files.try_emplace(*rank, trace.path);
  }
  return files;
}

}  // namespace

std::optional<RunFiles> choose_run_files(const std::string& a, const std::string& b,
                                         RunFilesProblem& problem) {
  const auto list_a = list_traces(a), list_b = list_traces(b);
  for (const auto& [path, list] : {std::pair(&a, &list_a), std::pair(&b, &list_b)}) {
    if (list->ok()) continue;
    problem = {*path, list->error().message};
    return std::nullopt;
  }
  tell_left_out(list_a.value());
  if (a != b) tell_left_out(list_b.value());
  const auto file_a = single_trace(list_a.value()), file_b = single_trace(list_b.value());
  if (file_a.ok() && file_b.ok()) return RunFiles{file_a.value(), file_b.value(), std::nullopt};
  const auto ranks_a = files_by_rank(list_a.value()), ranks_b = files_by_rank(list_b.value());
  for (const auto& [rank, file] : ranks_a) {
    const auto other = ranks_b.find(rank);
    if (other != ranks_b.end()) return RunFiles{file, other->second, rank};
  }
  problem = file_a.ok() ? RunFilesProblem{b, file_b.error().message}
                        : RunFilesProblem{a, file_a.error().message};
  return std::nullopt;
}

}  // namespace lanescope
