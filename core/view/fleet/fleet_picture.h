// FleetPicture: all that the window shows of a run that is known by the summaries of its ranks.
#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "core/ranks/fleet/fleet_files.h"

namespace lanescope {

/// Does not change once made. Ranks are numbered as in Fleet::ranks(), steps as in
/// OwnWorkTable::steps.
struct FleetPicture {
  FleetFiles files;
  FleetAnalysis analysis;
  std::string sentence;            // "Rank 15 (node0001) is late in 10 of 10 steps, …"
  std::vector<std::string> notes;  // what else there is to say, a sentence each
  bool stopped = false;            // the user stopped the load; the figures are of what was read
  bool any_steady = false;         // any rank has a step that is FleetStep::steady

  [[nodiscard]] const std::vector<FleetRank>& ranks() const { return files.fleet.ranks(); }
  [[nodiscard]] std::span<const std::string> steps() const { return analysis.work.steps; }
  /// Null if the rank has no such step.
  [[nodiscard]] const FleetStep* step_of(std::size_t rank, std::size_t step) const;
  /// Whether the step counts: whole, no warm-up, with GPU work; all do where none is such.
  [[nodiscard]] bool counts(const FleetStep& step) const { return step.steady || !any_steady; }
  /// The straggler that this rank is; null: none. Cost: the stragglers.
  [[nodiscard]] const FleetStraggler* straggler_of(std::size_t rank) const;
  /// The same if it is late in that step.
  [[nodiscard]] const FleetStraggler* straggler_in(std::size_t rank, std::size_t step) const;
};

/// Compares the ranks and names what delays them. Cost: that of analyze_files.
FleetPicture make_fleet_picture(FleetFiles files, unsigned threads);

/// "rank 12"; the name of the file where the rank is not known, and after it where several
/// summaries say to be of that rank.
std::string fleet_rank_name(const FleetPicture& run, std::size_t rank);
/// "64 ranks · 12 steps · clocks within 7.294 µs": one line about the run.
std::string fleet_facts(const FleetPicture& run);

}  // namespace lanescope
