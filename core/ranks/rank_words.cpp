#include "core/ranks/rank_words.h"

#include <filesystem>

#include <fmt/format.h>

namespace lanescope {

std::string doubtful_rank_title(const std::string& path, bool name_is_shared) {
  const std::filesystem::path file(path);
  if (!name_is_shared) return file.filename().string();
  return (file.parent_path().filename() / file.filename()).string();
}

std::string unrelated_sentence(const RunRanks& ranks, bool recorded_far_apart) {
  if (ranks.is_one_run() && !recorded_far_apart) return "";
  std::string why = "Nothing in these traces tells their ranks";
  if (ranks.is_one_run()) why = "These traces were recorded far apart in time";
  if (!ranks.duplicates.empty()) {
    why = fmt::format("Several of these traces are from rank {}", ranks.duplicates.front());
  } else if (ranks.world_sizes_differ) {
    why = "These traces are from runs of different sizes";
  } else if (ranks.backends_differ) {
    why = "These traces are from runs with different communication backends";
  } else if (ranks.recorded_apart) {
    why = "These traces have different names and were not recorded at the same time";
  }
  return why + ", so they may not be ranks of one run.";
}

}  // namespace lanescope
