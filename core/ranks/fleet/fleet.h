// Fleet: the ranks of a run of thousands, by their summaries: aligned, who makes the others wait
// and why, which links are slow, which ranks are missing, repeated or of another run.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/analysis/events/thresholds.h"
#include "core/ranks/fleet/clock_graph.h"
#include "core/ranks/fleet/fleet_rank.h"
#include "core/ranks/fleet/group_waits.h"
#include "core/ranks/fleet/own_work.h"
#include "core/ranks/fleet/slow_links.h"
#include "core/ranks/fleet/wait_blame.h"
#include "core/ranks/rank_identity.h"

namespace lanescope {

enum class FleetRankState : std::uint8_t {
  Compared,
  Unaligned,   // see its clock
  Unreadable,  // its trace could not be read
  Repeated,    // another summary of the same rank is compared
  OtherRun,    // says another world size or backend than most, or was recorded at another time
};
/// "compared", "unaligned", "unreadable", "repeated", "other_run".
std::string_view fleet_rank_state_name(FleetRankState state);
/// Whether its trace is one of the run, on the common clock or not.
constexpr bool is_of_run(FleetRankState state) {
  return state == FleetRankState::Compared || state == FleetRankState::Unaligned;
}

/// A rank that takes notably longer than those of its role, by 5 % of a step in all steps together,
/// and that others wait for.
struct FleetStraggler {
  std::uint32_t rank = 0;            // into Fleet::ranks()
  std::vector<std::uint32_t> steps;  // into OwnWorkTable::steps, in which it is notable
  Ns more_ns = 0;                    // own work beyond the others', summed over these steps
  Ns wait_caused_ns = 0;             // summed over the other ranks and these steps
  std::size_t times_last = 0;        // in all steps
  std::size_t collectives = 0;       // in which it takes part and which count; messages do not
  /// Which term exceeds the others' the most in these steps. Of its members, `term` and `more_ns`
  /// are set; name_culprits() adds the culprit.
  LatenessCause cause;
};

struct FleetLink {
  SlowLink link;
  Ns wait_caused_ns = 0;  // in collectives of others, summed over ranks
};

struct FleetAnalysis {
  RunRanks identity;  // of the ranks that are not OtherRun or Repeated; `traces` of all
  std::vector<FleetRankState> states;  // by rank, as all that follows
  std::vector<RankClock> clocks;
  OwnWorkTable work;
  WaitBlame blame;
  std::vector<Communicator> communicators;  // without their cells
  std::size_t collectives = 0;              // that count; messages do not
  std::vector<FleetStraggler> stragglers;   // those that cause the most waiting first
  std::vector<FleetLink> links;             // those that lose the most time first
  /// Of small runs only: what compare_ranks says of them, see small_run.h. A straggler is then who
  /// arrives last.
  std::string exact_summary;
  std::vector<std::vector<GroupWait>> group_waits;  // by communicator; joined

  [[nodiscard]] std::size_t count(FleetRankState state) const;
  /// The largest RankClock::error_ns of the compared ranks.
  [[nodiscard]] double most_error_ns() const;
};

/// Not for several threads at once.
class Fleet {
 public:
  /// Ranks may be added at any time, also between two analyses. Cost: linear in the rank.
  void add(FleetRank rank);

  /// In the order added, until analyze() sorts them by rank and file.
  [[nodiscard]] const std::vector<FleetRank>& ranks() const { return ranks_; }
  /// Kinds and sizes of collectives: FleetPart::shape of these ranks is one of them.
  [[nodiscard]] const std::vector<CollectiveShape>& shapes() const { return shapes_; }

  /// Compares all ranks added so far; the result's numbers of ranks hold until the next add().
  /// Cost: linear in collectives, ranks and steps, but for sorting; memory of about a fifth of the
  /// ranks' own on top of them, freed at the end.
  FleetAnalysis analyze(const Thresholds& thresholds = {}, unsigned threads = 1);

 private:
  std::vector<FleetRank> ranks_;
  std::vector<CollectiveShape> shapes_;
  std::map<CollectiveShape, std::uint32_t> shape_numbers_;
};

}  // namespace lanescope
