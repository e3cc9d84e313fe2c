// What each rank did by itself in each step, compared with the ranks that have the same role.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "core/analysis/events/thresholds.h"
#include "core/ranks/fleet/communicators.h"

namespace lanescope {

/// Of fewer others the median says little.
inline constexpr std::size_t kLeastMates = 4;

/// One rank in one step.
struct OwnWork {
  bool known = false;  // a steady step, and at least 4 others to compare it with
  bool notable = false;
  Ns more_ns = 0;           // own time beyond the median of the others, per GPU
  double deviation_ns = 0;  // standard deviation of the others, by their median deviation
};

/// Rows of ranks, columns of steps.
struct OwnWorkTable {
  std::vector<std::string> steps;  // of all ranks, in order of first appearance
  std::vector<bool> warm_up;       // by step: on most ranks that have it, so it does not count
  std::vector<std::vector<std::uint32_t>> step_of;  // by rank, its step: into `steps`
  std::vector<std::uint32_t> own_step;  // by rank, step: into its steps, or kNoFleetStep
  std::vector<std::uint32_t> roles;     // by rank; those with the same do the same work
  std::vector<OwnWork> works;           // by rank, step
  Ns step_ns = 0;                       // length of the median steady step

  /// Those that are no warm-up.
  [[nodiscard]] std::size_t counted_steps() const;
  [[nodiscard]] std::size_t at(std::size_t rank, std::size_t step) const {
    return rank * steps.size() + step;
  }
};

/// For roles see find_fleet_roles; they tell the stages of a pipeline apart where these differ. If
/// the ranks of one fall into two groups, they are compared with the faster, see faster_group. A
/// rank with less than 4 others of its role is compared with its own other steps instead, which
/// shows what happens once, not what is always so.
///
/// Notable: more than `straggler_wait` of the step, and more than 8 standard deviations of the
/// others: of a hundred thousand normal deviates none is beyond 5, and times of kernels have longer
/// tails. Or, in all steps, if it exceeds the others in each by 3 deviations, and on average by 6
/// and by half of `straggler_wait`. Waiting in collectives is not part of it, so a rank that waits
/// for a slow one is not notable itself. Cost: linear in collectives, ranks and steps; `threads`
/// share the steps.
OwnWorkTable compare_own_work(std::span<const FleetRank> ranks, const std::vector<bool>& taken,
                              std::span<const Communicator> communicators,
                              const std::vector<std::vector<std::uint32_t>>& communicator_of,
                              const Thresholds& thresholds, unsigned threads);

/// By how much each term of a rank's steps exceeds the median of the others, summed over these
/// steps. Cost: ranks of its role, for each step.
LatenessTerms more_than_others(std::span<const FleetRank> ranks, const OwnWorkTable& table,
                               std::size_t rank, std::span<const std::uint32_t> steps);

}  // namespace lanescope
