// Collectives that the ranks of a group do not call alike, as PyTorch's flight recorder analyzer
// tells them: those are why a run hangs, or what it computes is wrong.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <vector>

#include "core/ranks/fleet/communicators.h"
#include "core/ranks/fleet/fleet_rank.h"

namespace lanescope {

/// The first that a rank does otherwise than most of its group.
struct CollectiveMismatch {
  enum class What : std::uint8_t {
    Kind,     // calls another collective
    Size,     // calls it with another size
    Missing,  // does not call it, though it calls some before and after it
    Alone,    // is the only one that calls it
  };
  What what = What::Kind;
  std::uint32_t rank = 0;          // into the fleet's ranks
  std::uint32_t communicator = 0;  // into the communicators
  std::int64_t index = 0;          // sequence number
  std::string step;                // of the rank or, if it is missing, of another; may be empty
  CollectiveShape own, others;     // `own` is empty if it is missing, `others` if it is alone
  std::size_t count = 1;           // of mismatches of the rank, in all its groups
};

/// By rank. Of groups with sequence numbers only: those tell what belongs together. Sizes count
/// where they are the same on all ranks: in all-reduce, all-gather, reduce-scatter and broadcast.
/// What a truncated or damaged trace lacks does not count. Cost: linear in the collectives.
std::vector<CollectiveMismatch> collective_mismatches(std::span<const FleetRank> ranks,
                                                      std::span<const CollectiveShape> shapes,
                                                      std::span<const Communicator> communicators);

/// "rank 5 calls allreduce (64.00 MiB) where other ranks of 1 · TP call …".
std::string mismatch_sentence(const CollectiveMismatch& one, const Communicator& communicator,
                              const std::string& rank_title);

}  // namespace lanescope
