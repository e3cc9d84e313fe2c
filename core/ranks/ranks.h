// The ranks of one run: one clock for all, their collectives side by side, who holds the others up.
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
#include "core/ranks/shared_groups.h"
#include "core/ranks/stragglers.h"

namespace lanescope {

/// The finding about the rank that causes most waiting, when it is last in more than
/// `straggler_last` of its collectives and the other aligned ranks wait for it during more than
/// `straggler_wait` of their time together; else none. Its severity is a share of the others' time:
/// at most what they wait for it on average, at least what is left when the next to last rank stays
/// as late as it is. Pure. Cost: linear.
std::vector<Finding> find_straggler(const StragglerTable& table, const MatchedCollectives& matched,
                                    std::span<const RankTimes> times, const Thresholds& thresholds);

/// Collectives of one kind, group and size.
struct TransferRow {
  std::string kind, group;
  std::optional<std::int64_t> bytes;
  std::size_t count = 0;
  Ns transfer_ns = 0;  // the sum of the shortest parts
  Ns wait_ns = 0;      // of all ranks together
  Ns most_skew_ns = 0;
  // Over all of them; nullopt where size or kind is not known, or no time passes.
  std::optional<double> algorithm_gb_per_s, bus_gb_per_s;
};

/// Of the collectives that count, by transfer time, falling. Pure. Cost: linear.
std::vector<TransferRow> find_transfers(const SharedGroups& shared,
                                        const MatchedCollectives& matched);

/// All that is needed of each trace, in one order. It holds on to nothing of the snapshots, which
/// may go: so a run of many ranks need not be in memory at once.
struct RunFacts {
  std::vector<RankCollectives> collectives;
  std::vector<RankActivity> activities;
  std::vector<RankTimes> times;

  /// Traces are compared with the first that has collectives, so they should be by rank. Settled
  /// snapshots only. Cost: those of the analyses of idle time, GPU time and communication, and the
  /// text of each collective is read.
  void add(const RankTrace& trace);
  /// Takes those of other traces, behind its own: for traces that are read side by side.
  void take(RunFacts&& more);
  /// For ranks that are known when all traces are: gives each its rank and puts them in that order,
  /// equal ones as they were added. Returns which trace is now where.
  std::vector<std::size_t> give_ranks(std::span<const RankIdentity> ranks);
};

struct RunAnalysis {
  SharedGroups groups;
  std::vector<RankClock> clocks;  // by trace
  MatchedCollectives matched;
  StragglerTable stragglers;
  std::vector<TransferRow> transfers;
  std::vector<Finding> findings;  // F18, when a rank is a straggler
  std::string summary;  // see straggler_sentence; why there is none where ranks can not be compared
};

/// Pure. Cost: about that of sorting the collectives, 17 times.
RunAnalysis compare_ranks(const RunFacts& facts, const Thresholds& thresholds = {});

}  // namespace lanescope
