// Finds how many collectives of a group one rank recorded before the other rank's first. Profilers
// do not start on all ranks at once, so the k-th collective of one rank may not be the k-th of the
// other.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "core/base/time.h"

namespace lanescope {

/// Collective k - lag of the first rank is collective k of the second.
struct GroupLag {
  std::int64_t lag = 0;
  double deviation_ns = 0;             // median absolute deviation of the differences
  std::vector<double> differences_ns;  // end on the first rank minus end on the second
};

inline constexpr std::int64_t kMostLag = 8;
inline constexpr std::size_t kLeastLagPairs = 4;

/// The lag from -8 to 8 with the smallest spread of the differences between ends; among equals, the
/// one closest to 0. It must leave at least 4 pairs and half of the shorter list, otherwise
/// nullopt. Both lists must be in order. Cost: 17 * n.
std::optional<GroupLag> search_lag(std::span<const Ns> first_ends_ns,
                                   std::span<const Ns> second_ends_ns);

/// For smaller groups, once the clocks are aligned: the lag with the smallest median distance
/// between ends; nullopt if that is more than `limit_ns`.
std::optional<GroupLag> nearest_lag(std::span<const Ns> first_ends_ns,
                                    std::span<const Ns> second_ends_ns, double limit_ns);

}  // namespace lanescope
