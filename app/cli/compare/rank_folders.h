// `lanescope compare` where both runs are folders with the summaries of their ranks.
#pragma once

#include <string>
#include <vector>

#include "app/cli/output/json_output.h"
#include "app/cli/verbs.h"
#include "core/view/fleet/wall_match.h"

namespace lanescope {

/// Means of a measure over the steps that count in both runs, in ns.
struct RankChange {
  double a = 0, b = 0;
  [[nodiscard]] double delta() const { return b - a; }
};

/// A rank that is in both runs.
struct ComparedRank {
  std::int64_t rank = 0;
  std::string host;  // in A; empty: unknown
  std::size_t steps = 0;
  RankChange step, compute, exposed_comm, idle;

  /// What the rank takes longer by itself: without waiting in collectives.
  [[nodiscard]] double own_delta() const { return compute.delta() + idle.delta(); }
};

/// Everything that is printed about two runs of many ranks.
struct PrintedFolders {
  std::string a, b;             // folders
  std::string sentence, facts;  // as in the window
  WallMatch match;
  std::vector<ComparedRank> ranks;  // the largest change of what the rank does itself first
};
/// Cost: ranks × steps.
PrintedFolders compare_folders(const FleetPicture& a, const FleetPicture& b, std::string name_a,
                               std::string name_b);

Json folders_json(const PrintedFolders& printed);
std::string folders_text(const PrintedFolders& printed);
std::string folders_markdown(const PrintedFolders& printed);

/// Whether both are folders that have summaries and no traces.
bool compares_folders(const CompareOptions& options);
/// Loads the summaries of both and prints. Returns the exit code.
int run_folder_compare(const CompareOptions& options);

}  // namespace lanescope
