// The ranks of one run: one clock for all, their collectives side by side, who holds the others up.
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <vector>

#include "core/ranks/matched_collectives.h"
#include "core/ranks/rank_activity.h"
#include "core/ranks/rank_clocks.h"
#include "core/ranks/rank_collectives.h"
#include "core/ranks/rank_identity.h"
#include "core/ranks/rank_times.h"
#include "core/ranks/rank_trace.h"
#include "core/ranks/shared_groups.h"
#include "core/ranks/straggler_finding.h"
#include "core/ranks/stragglers.h"
#include "core/ranks/transfers.h"

namespace lanescope {

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
