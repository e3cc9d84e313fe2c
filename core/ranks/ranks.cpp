#include "core/ranks/ranks.h"

#include <algorithm>

namespace lanescope {
namespace {

std::string summary_of(const RunAnalysis& run) {
  if (run.clocks.size() < 2) return "one trace only: other ranks of the run are needed to compare";
  const auto count = [&](ClockState state) {
    return std::count_if(run.clocks.begin(), run.clocks.end(),
                         [&](const RankClock& clock) { return clock.state == state; });
  };
  if (count(ClockState::Aligned) != 0) return straggler_sentence(run.stragglers);
  if (count(ClockState::Refused) != 0) {
    return "the ends of the collectives do not agree with any offset of the clocks";
  }
  return count(ClockState::Reference) == 0 ? "no trace has collectives"
                                           : "no two traces have enough collectives in common";
}

}  // namespace

void RunFacts::add(const RankTrace& trace) {
  collectives.push_back(rank_collectives(trace));
  activities.push_back(rank_activity(trace));
  times.push_back(rank_times(trace));
}

RunAnalysis analyse_run(const RunFacts& facts) {
  RunAnalysis out;
  out.groups = shared_groups(facts.collectives);
  out.clocks = align_clocks(facts.collectives, out.groups);
  out.matched = match_collectives(facts.collectives, out.groups, out.clocks);
  out.stragglers = find_stragglers(facts.collectives, out.clocks, out.matched, facts.activities);
  out.transfers = find_transfers(out.groups, out.matched);
  out.summary = summary_of(out);
  return out;
}

}  // namespace lanescope
