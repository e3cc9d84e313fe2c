// Compares the ranks of a run: aligned clocks, matched collectives, stragglers.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "core/analysis/events/thresholds.h"
#include "core/analysis/findings/findings.h"
#include "core/ranks/matched_collectives.h"
#include "core/ranks/rank_activity.h"
#include "core/ranks/rank_clocks.h"
#include "core/ranks/rank_collectives.h"
#include "core/ranks/rank_identity.h"
#include "core/ranks/rank_times.h"
#include "core/ranks/rank_trace.h"
#include "core/ranks/rank_words.h"
#include "core/ranks/shared_groups.h"
#include "core/ranks/stragglers.h"

namespace lanescope {

/// The finding about the rank that causes the most waiting, if it is last in more than
/// `straggler_last` of its collectives and the other aligned ranks spend more than `straggler_wait`
/// of their total time waiting for it; otherwise none. The potential gain is a share of the others'
/// time: at most what they wait for it on average, at least what remains if the second-to-last rank
/// does not get faster. Pure. Cost: linear.
std::vector<Finding> find_straggler(const StragglerTable& table, const MatchedCollectives& matched,
                                    std::span<const RankTimes> times, const Thresholds& thresholds,
                                    const RankTitle& title_of = {});

/// Collectives of the same kind, group and size.
struct TransferRow {
  std::string kind, group;
  std::optional<std::int64_t> bytes;
  std::size_t count = 0;
  Ns transfer_ns = 0;  // sum of the shortest parts
  Ns wait_ns = 0;      // summed over all ranks
  Ns most_skew_ns = 0;
  // Averages over all of them; nullopt if size or kind is unknown, or the time is 0.
  std::optional<double> algorithm_gb_per_s, bus_gb_per_s;
};

/// Only collectives with `counts`; longest transfer time first. Pure. Cost: linear.
std::vector<TransferRow> find_transfers(const SharedGroups& shared,
                                        const MatchedCollectives& matched);

/// What the comparison needs from each trace, in the same order in each list. It does not reference
/// the snapshots, so the traces of a large run need not be in memory at the same time.
struct RunFacts {
  std::vector<RankCollectives> collectives;
  std::vector<RankActivity> activities;
  std::vector<RankTimes> times;

  /// The first trace with collectives becomes the reference, so add traces in order of rank.
  /// Complete snapshots only. Cost: the analyses of idle time, GPU time and communication, and
  /// reading the arguments of each collective.
  void add(const RankTrace& trace);
  /// Appends the facts of other traces, for traces that are loaded in parallel.
  void take(RunFacts&& more);
  /// For ranks that are known only once all traces are added: sets each trace's rank and sorts by
  /// it (stable). Returns the old index for each new one.
  std::vector<std::size_t> give_ranks(std::span<const RankIdentity> ranks);
};

struct RunAnalysis {
  SharedGroups groups;
  std::vector<RankClock> clocks;  // by trace
  MatchedCollectives matched;
  StragglerTable stragglers;
  std::vector<TransferRow> transfers;
  std::vector<Finding> findings;  // F18 if a rank is a straggler
  std::string summary;            // straggler_sentence, or why the ranks cannot be compared
};

/// `title_of`: what the summary and the findings call the ranks, by rank as the facts have it.
/// Pure. Cost: about that of sorting the collectives 17 times.
RunAnalysis compare_ranks(const RunFacts& facts, const Thresholds& thresholds = {},
                          const RankTitle& title_of = {});

}  // namespace lanescope
