// The collectives of a run across ranks, on a common clock: when each rank arrived, how long it
// waited for the others, and who was last.
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
  std::size_t trace = 0;       // index of the trace
  std::size_t collective = 0;  // into its RankCollectives::collectives
  EventId event = EventId::None;
  Ns arrival_ns = 0, end_ns = 0;  // on the common clock
  Ns wait_ns = 0;                 // from its arrival to the last one's, at most its own length
  [[nodiscard]] Ns length_ns() const { return saturating_sub(end_ns, arrival_ns); }
};

struct MatchedCollective {
  std::uint32_t group = 0;            // into SharedGroups::groups
  std::int64_t index = 0;             // common to all ranks
  std::string kind;                   // "allreduce"
  std::vector<CollectivePart> parts;  // in order of trace
  std::vector<std::size_t> missing;   // aligned traces of the group that lack it
  /// All ranks of the group are present, at least two, so the last to arrive is known. Ranks whose
  /// trace ends before, as that of a truncated file, do not matter if they are the fewer.
  bool complete = false;
  bool counts = false;   // complete, and in the analysis window of every rank that still has one
  std::size_t last = 0;  // into `parts`; the first of several
  Ns skew_ns = 0;        // from first to last arrival
  Ns transfer_ns = 0;    // the shortest part: the time without waiting
  std::string step;      // of the last rank to arrive; empty outside steps
  std::optional<std::int64_t> bytes;
  std::optional<double> bus_factor;

  [[nodiscard]] const CollectivePart& last_part() const { return parts[last]; }
  /// How much later than the median other part the last one arrived; 0 if it is alone.
  [[nodiscard]] Ns late_ns() const;
  /// Whether its waits are the fault of who arrived last.
  [[nodiscard]] bool blames_last() const { return counts && !is_message(kind); }
  /// How many ranks arrived last together; 0 if all arrived at once, so nobody was late.
  [[nodiscard]] std::size_t last_together() const;
  /// Whether this part arrived last, alone or with others.
  [[nodiscard]] bool was_last(const CollectivePart& part) const {
    return skew_ns > 0 && part.arrival_ns == last_part().arrival_ns;
  }
  [[nodiscard]] Ns first_arrival_ns() const {
    return saturating_sub(last_part().arrival_ns, skew_ns);
  }
  /// A trace's part, or null.
  [[nodiscard]] const CollectivePart* part_of(std::size_t trace) const;
};

struct MatchedCollectives {
  std::vector<MatchedCollective> collectives;  // by last arrival, group, then index
  std::vector<std::size_t> missing;            // by trace: collectives of its groups that it lacks
  std::vector<std::size_t> unmatched;  // by trace: its collectives that could not be matched
};

/// Traces that are not aligned are left out. Pure. Cost: collectives * log(collectives).
MatchedCollectives match_collectives(std::span<const RankCollectives> traces,
                                     const SharedGroups& shared, std::span<const RankClock> clocks);

}  // namespace lanescope
