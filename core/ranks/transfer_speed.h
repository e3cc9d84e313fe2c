// Are the wires to blame for a rank that comes last? Collectives of one kind, group and size move
// the same bytes, so they take as long whoever comes last, unless the network is slow just then.
#pragma once

#include <cstddef>
#include <cstdint>

#include "core/ranks/matched_collectives.h"

namespace lanescope {

enum class TransferVerdict : std::uint8_t {
  Unknown,  // too few collectives alike that it was last in, and that it was not
  AsFast,
  Slower,
};

struct TransferSpeed {
  TransferVerdict verdict = TransferVerdict::Unknown;
  std::size_t compared = 0;  // collectives that the rank was last in
  // How long these took when nobody waited any more, and others of the same kind, group and size:
  // medians, summed over the kinds as often as the rank was last in each.
  double own_ns = 0, others_ns = 0;
};

/// Collectives that take this much longer than others alike are slow.
inline constexpr double kSlowTransfer = 1.25;
/// Of each kind so many are needed, with the rank last and without.
inline constexpr std::size_t kLeastAlike = 3;

/// Of the collectives that count and whose size is known. Pure. Cost: collectives *
/// log(collectives).
TransferSpeed transfer_speed(const MatchedCollectives& matched, std::size_t trace);

}  // namespace lanescope
