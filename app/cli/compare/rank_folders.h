// `lanescope compare` where both runs are folders with the summaries of their ranks.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "app/cli/output/json_output.h"
#include "app/cli/verbs.h"
#include "core/compare/gates.h"
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

struct ComparedFolders {
  std::string a, b;
};
/// Nullopt unless both runs are folders that have summaries and no traces, or baselines that are.
std::optional<ComparedFolders> compared_folders(const CompareOptions& options);

/// Everything that is printed about two runs of many ranks.
struct PrintedFolders {
  ComparedFolders folders;
  std::string sentence, facts;  // as in the window
  WallMatch match;
  std::vector<ComparedRank> ranks;  // the largest change of what the rank does itself first
  std::vector<GateResult> gates;
};
/// Cost: ranks × steps, and a permutation test for each gate.
PrintedFolders compare_folders(const FleetPicture& a, const FleetPicture& b,
                               const ComparedFolders& folders, std::span<const Gate> gates = {});

Json folders_json(const PrintedFolders& printed);
std::string folders_text(const PrintedFolders& printed);
std::string folders_markdown(const PrintedFolders& printed);

/// Loads the summaries of both and prints. Returns the exit code.
int run_folder_compare(const CompareOptions& options, const ComparedFolders& folders);

}  // namespace lanescope
