#include "core/ranks/fleet/run_warm_up.h"

#include <map>
#include <string>
#include <string_view>

#include "core/analysis/events/statistics.h"
#include "core/base/check.h"

namespace lanescope {
namespace {

/// What the ranks say of a step that some call warm-up.
struct WarmUpVotes {
  std::size_t longer = 0, all = 0;
  [[nodiscard]] bool is_warm_up() const { return 2 * longer > all; }
};
using VotesByStep = std::map<std::string, WarmUpVotes, std::less<>>;

double usual_own_ns(const FleetRank& rank) {
  std::vector<double> own;
  for (const FleetStep& step : rank.steps)
    if (step.usable && !step.warm_up) own.push_back(static_cast<double>(step.own_ns()));
  return median_of(std::move(own));
}

void vote(const FleetRank& rank, const Thresholds& thresholds, VotesByStep& votes) {
  const double usual_ns = usual_own_ns(rank);
  for (const FleetStep& step : rank.steps) {
    const auto at = votes.find(step.name);
    if (at == votes.end() || !step.usable) continue;
    ++at->second.all;
    const double least_ns =
        thresholds.straggler_wait_pct / 100 * static_cast<double>(step.range.length_ns());
    if (static_cast<double>(step.own_ns()) > usual_ns + least_ns) ++at->second.longer;
  }
}

void take_votes(FleetRank& rank, const VotesByStep& votes) {
  bool any = false;
  for (FleetStep& step : rank.steps) {
    if (!step.warm_up || !step.usable) continue;
    const auto at = votes.find(step.name);
    step.steady = at != votes.end() && !at->second.is_warm_up();
    any = true;
  }
  if (!any) return;
  for (FleetPart& part : rank.parts) {
    if (part.step == kNoFleetStep) continue;
    LANESCOPE_SLOW_CHECK(part.step < rank.steps.size(), "step {} of {}", part.step,
                         rank.steps.size());
    const FleetStep& step = rank.steps[part.step];
    if (step.warm_up && step.usable) part.counts = step.steady ? 1 : 0;
  }
}

}  // namespace

void review_warm_up(std::vector<FleetRank>& ranks, const std::vector<bool>& taken,
                    const Thresholds& thresholds) {
  LANESCOPE_CHECK(ranks.size() == taken.size(), "{} of {} ranks", taken.size(), ranks.size());
  VotesByStep votes;
  for (std::size_t r = 0; r < ranks.size(); ++r) {
    if (!taken[r]) continue;
    for (const FleetStep& step : ranks[r].steps)
      if (step.warm_up) votes.try_emplace(step.name);
  }
  if (votes.empty()) return;
  for (std::size_t r = 0; r < ranks.size(); ++r)
    if (taken[r]) vote(ranks[r], thresholds, votes);
  for (std::size_t r = 0; r < ranks.size(); ++r)
    if (taken[r]) take_votes(ranks[r], votes);
}

}  // namespace lanescope
