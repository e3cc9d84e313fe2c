// Is the network to blame when a rank arrives last? Collectives of the same kind, group and size
// move the same number of bytes, so they should take equally long whoever is last, unless the
// network is slow at that time.
#pragma once

#include <cstddef>
#include <cstdint>

#include "core/ranks/matched_collectives.h"

namespace lanescope {

enum class TransferVerdict : std::uint8_t {
  Unknown,  // too few comparable collectives where the rank was last, or was not
  AsFast,
  Slower,
};

struct TransferSpeed {
  TransferVerdict verdict = TransferVerdict::Unknown;
  std::size_t compared = 0;  // collectives where the rank was last
  // Transfer time (without waiting) of these, and of others of the same kind, group and size:
  // medians, weighted by how often the rank was last in each kind.
  double own_ns = 0, others_ns = 0;
};

/// Slower by this factor than comparable collectives counts as slow.
inline constexpr double kSlowTransfer = 1.25;
/// Of each kind, at least this many are needed both with and without the rank being last.
inline constexpr std::size_t kLeastAlike = 3;

/// Only collectives with `counts` and a known size. Pure. Cost: collectives * log(collectives).
TransferSpeed transfer_speed(const MatchedCollectives& matched, std::size_t trace);

}  // namespace lanescope
