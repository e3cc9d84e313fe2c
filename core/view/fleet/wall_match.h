// Two runs that are known by summaries of their ranks, on one wall: which ranks and steps of them
// belong together, and what changed on the whole.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "core/view/fleet/fleet_picture.h"
#include "core/view/fleet/wall_measure.h"

namespace lanescope {

/// Ranks belong together by their number, steps by their order.
struct WallMatch {
  static constexpr std::uint32_t kNone = UINT32_MAX;

  std::vector<std::uint32_t> rank_of;  // by rank of A, the one of B, or kNone
  std::size_t ranks = 0, steps = 0;    // in both: the first `steps` of each
  std::size_t only_a = 0, only_b = 0;  // ranks
  std::size_t steps_of_a = 0, steps_of_b = 0;
};

/// Summaries that repeat a rank, are of another run or of an unreadable trace are in neither.
/// Cost: linear in the ranks.
WallMatch match_walls(const FleetPicture& a, const FleetPicture& b);

/// "B is slower: steps take 84.65 ms on average, 5.2 % more than 80.47 ms in A. Largest change:
/// exposed communication, +3.100 ms per step on average.", then who causes it: see
/// wall_culprits_text. Only steps that count in both are taken, and ranks that are in both. Says
/// why if there are none. Cost: ranks × steps.
std::string wall_change_sentence(const FleetPicture& a, const FleetPicture& b,
                                 const WallMatch& match);

/// "A: before, 32 ranks · 10 steps. B: after, 31 ranks · 8 steps. 1 rank is only in A. …"
std::string wall_match_facts(const FleetPicture& a, const FleetPicture& b, const WallMatch& match,
                             const std::string& name_a, const std::string& name_b);

/// Of a rank of A and the same rank of B, over the steps that count in both and have a value.
struct WallSums {
  double a = 0, b = 0;
  std::size_t steps = 0;
};
/// Cost: linear in the steps.
WallSums sums_of_rank(const FleetPicture& a, const FleetPicture& b, const WallMatch& match,
                      WallMeasure measure, std::size_t rank);

/// Whether the step of both counts; the rank is one of A.
bool both_count(const FleetPicture& a, const FleetPicture& b, const WallMatch& match,
                std::size_t rank, std::size_t step);

}  // namespace lanescope
