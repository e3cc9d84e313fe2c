// The collectives of a run, each with what every rank did in it, on one clock: when it came, how
// long it waited for the others, which came last.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "core/ranks/rank_clocks.h"
#include "core/ranks/rank_collectives.h"
#include "core/ranks/shared_groups.h"

namespace lanescope {

/// One rank's part in a collective.
struct CollectivePart {
  std::size_t trace = 0;       // which of the traces
  std::size_t collective = 0;  // into its RankCollectives::collectives
  EventId event = EventId::None;
  Ns arrival_ns = 0, end_ns = 0;  // on the common clock
  Ns wait_ns = 0;                 // from its arrival to the last one's, as far as it ran then
  [[nodiscard]] Ns length_ns() const { return saturating_sub(end_ns, arrival_ns); }
};

struct MatchedCollective {
  std::uint32_t group = 0;            // into SharedGroups::groups
  std::int64_t index = 0;             // the number all ranks know it by
  std::string kind;                   // "allreduce"
  std::vector<CollectivePart> parts;  // by trace, rising
  std::vector<std::size_t> missing;   // aligned traces of the group that do not have it
  /// Whether it tells who came last: all of its ranks are here, two at least.
  bool complete = false;
  bool counts = false;   // complete, and in the window of each rank
  std::size_t last = 0;  // into `parts`; of several the first
  Ns skew_ns = 0;        // first to last arrival
  Ns transfer_ns = 0;    // the shortest part: what is left when nobody waits
  std::string step;      // of the last one to come; empty outside of steps
  std::optional<std::int64_t> bytes;
  std::optional<double> bus_factor;

  [[nodiscard]] const CollectivePart& last_part() const { return parts[last]; }
  /// How many came last together; 0 when all came at once, so that nobody was late.
  [[nodiscard]] std::size_t last_together() const;
  /// Whether this part of it was last, alone or with others.
  [[nodiscard]] bool was_last(const CollectivePart& part) const {
    return skew_ns > 0 && part.arrival_ns == last_part().arrival_ns;
  }
  [[nodiscard]] Ns first_arrival_ns() const {
    return saturating_sub(last_part().arrival_ns, skew_ns);
  }
  /// The part of a trace; null when it has none.
  [[nodiscard]] const CollectivePart* part_of(std::size_t trace) const;
};

struct MatchedCollectives {
  std::vector<MatchedCollective> collectives;  // by last arrival, then group and number
  std::vector<std::size_t> missing;            // by trace: collectives of its groups that it lacks
  std::vector<std::size_t> unmatched;  // by trace: its collectives that could not be matched
};

/// Traces that are not aligned take no part. Pure. Cost: collectives * log(collectives).
MatchedCollectives match_collectives(std::span<const RankCollectives> traces,
                                     const SharedGroups& shared, std::span<const RankClock> clocks);

}  // namespace lanescope
