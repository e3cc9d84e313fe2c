// How many collectives of a group one rank recorded before or after the other's first: profilers do
// not start on all ranks at once, so the k-th of one need not be the k-th of the other.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "core/base/time.h"

namespace lanescope {

/// The first rank's collective k - lag is the second rank's collective k.
struct GroupLag {
  std::int64_t lag = 0;
  double deviation_ns = 0;             // median absolute, of the differences
  std::vector<double> differences_ns;  // first rank's end less second rank's
};

inline constexpr std::int64_t kMostLag = 8;
inline constexpr std::size_t kLeastLagPairs = 4;

/// The lag of -8 … 8 at which the differences of the ends spread least, of equals the one nearest
/// to 0. It must leave 4 pairs and half of what the smaller side has; nullopt when none does. Both
/// lists are in order. Cost: 17 * n.
std::optional<GroupLag> search_lag(std::span<const Ns> first_ends_ns,
                                   std::span<const Ns> second_ends_ns);

/// For groups too small for that, on clocks that are aligned already: the lag that brings the ends
/// nearest together, at the median; nullopt when that is further than `limit_ns`.
std::optional<GroupLag> nearest_lag(std::span<const Ns> first_ends_ns,
                                    std::span<const Ns> second_ends_ns, double limit_ns);

}  // namespace lanescope
