#include "app/cli/traces/runs_beside.h"

#include <filesystem>
#include <system_error>

#include "core/session/rank_files.h"

namespace lanescope {

std::optional<RunFiles> runs_beside(const std::string& a, const std::string& b,
                                    RunFilesProblem& problem) {
  // Said at once: the window would open first, and say so of B only once A is there.
  for (const std::string* path : {&a, &b}) {
    std::error_code unknown;
    if (std::filesystem::exists(*path, unknown) || unknown) continue;
    problem = {*path, "no such file; check the path"};
    return std::nullopt;
  }
  if (summaries_of_run({a}).empty()) return choose_run_files(a, b, problem);
  if (!summaries_of_run({b}).empty()) return RunFiles{a, b, std::nullopt};
  problem = {b, "has no summaries of ranks to compare with those of " + a};
  return std::nullopt;
}

}  // namespace lanescope
