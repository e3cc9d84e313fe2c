#include "core/ranks/fleet/small_run.h"

#include <algorithm>
#include <map>
#include <utility>

#include "core/base/check.h"
#include "core/ranks/fleet/contradictions/clock_jumps.h"
#include "core/ranks/fleet/fleet_words.h"
#include "core/ranks/ranks.h"
#include "core/ranks/summary/summary_file.h"

namespace lanescope {
namespace {

/// The ranks that are compared, in order.
std::vector<std::uint32_t> taken_ranks(const FleetAnalysis& analysis) {
  std::vector<std::uint32_t> out;
  for (std::uint32_t r = 0; r < analysis.states.size(); ++r) {
    if (is_of_run(analysis.states[r])) out.push_back(r);
  }
  return out;
}

/// What the fleet says of its waits stands beside none of the others'.
void leave_out(FleetAnalysis& out, std::uint32_t r) {
  out.states[r] = FleetRankState::Unreadable;
  out.clocks[r] = {};
  out.blame.times_last[r] = out.blame.collectives[r] = 0;
  for (std::size_t s = 0; s < out.work.steps.size(); ++s)
    out.blame.caused_ns[out.work.at(r, s)] = 0;
}

class SmallRun {
 public:
  SmallRun(FleetAnalysis& out, std::vector<std::uint32_t> ranks)
      : out_(out), ranks_(std::move(ranks)) {
    for (std::uint32_t s = 0; s < out.work.steps.size(); ++s) steps_[out.work.steps[s]] = s;
  }

  void take(const RunFacts& facts, RunAnalysis&& run) {
    LANESCOPE_CHECK(run.clocks.size() == ranks_.size(), "{} of {}", run.clocks.size(),
                    ranks_.size());
    for (std::size_t t = 0; t < ranks_.size(); ++t) take_clock(ranks_[t], run.clocks[t]);
    for (const StragglerRow& row : run.stragglers.rows) take_row(row);
    take_waits(facts, run.matched);
    take_group_waits(facts, run.matched);
    out_.blame.total_ns = run.stragglers.wait_ns;
    out_.blame.exposed_ns = run.stragglers.caused_ns();
    out_.collectives = run.stragglers.collectives;
    out_.exact_summary = std::move(run.summary);
    out_.stragglers.clear();
    if (!run.findings.empty()) out_.stragglers.push_back(straggler_of(*run.stragglers.worst()));
  }

 private:
  void take_clock(std::uint32_t r, const RankClock& clock) {
    out_.clocks[r] = clock;
    out_.clocks[r].partner = clock.state == ClockState::Aligned ? ranks_[clock.partner] : 0;
    out_.states[r] = clock.aligned() ? FleetRankState::Compared : FleetRankState::Unaligned;
  }

  void take_row(const StragglerRow& row) {
    const std::uint32_t r = ranks_[row.trace];
    out_.blame.times_last[r] = row.times_last;
    out_.blame.collectives[r] = row.collectives;
    for (const StragglerStep& step : row.steps) {
      const auto at = steps_.find(step.name);
      if (at != steps_.end())
        out_.blame.caused_ns[out_.work.at(r, at->second)] = step.wait_caused_ns;
    }
  }

  void take_waits(const RunFacts& facts, const MatchedCollectives& matched) {
    std::ranges::fill(out_.blame.waited_ns, 0);
    for (const MatchedCollective& one : matched.collectives) {
      if (!one.blames_last()) continue;
      for (const CollectivePart& part : one.parts) {
        const RankCollectives& own = facts.collectives[part.trace];
        const auto step = own.collectives[part.collective].step;
        const auto at = step ? steps_.find(own.steps[*step].name) : steps_.end();
        if (at == steps_.end()) continue;
        Ns& waited_ns = out_.blame.waited_ns[out_.work.at(ranks_[part.trace], at->second)];
        waited_ns = saturating_add(waited_ns, part.wait_ns);
      }
    }
  }

  void take_group_waits(const RunFacts& facts, const MatchedCollectives& matched) {
    std::map<std::pair<std::uint32_t, std::uint32_t>, std::size_t> communicators;
    for (std::size_t c = 0; c < out_.communicators.size(); ++c) {
      const Communicator& one = out_.communicators[c];
      for (std::size_t m = 0; m < one.members.size(); ++m)
        communicators[{one.members[m], one.groups[m]}] = c;
      out_.group_waits[c].clear();
    }
    for (const MatchedCollective& one : matched.collectives) {
      if (!one.counts) continue;
      const CollectivePart& last = one.last_part();
      const RankCollectives& own = facts.collectives[last.trace];
      const RankCollective& collective = own.collectives[last.collective];
      const auto step = steps_.find(one.step);
      const auto group = communicators.find({ranks_[last.trace], collective.group});
      if (step == steps_.end() || group == communicators.end()) continue;
      const bool sends = own.kinds[collective.kind] == "send";
      if (out_.communicators[group->second].has_messages && !sends) continue;
      out_.group_waits[group->second].push_back(
          {step->second, ranks_[last.trace], 1, wait_in(one), one.late_ns()});
    }
    for (std::vector<GroupWait>& waits : out_.group_waits) join_group_waits(waits);
  }

  [[nodiscard]] static Ns wait_in(const MatchedCollective& one) {
    Ns sum_ns = 0;
    for (const CollectivePart& part : one.parts) sum_ns = saturating_add(sum_ns, part.wait_ns);
    return sum_ns;
  }

  [[nodiscard]] FleetStraggler straggler_of(const StragglerRow& row) const {
    FleetStraggler one;
    one.rank = ranks_[row.trace];
    for (const StragglerStep& step : row.steps) {
      const auto at = steps_.find(step.name);
      if (at != steps_.end() && step.times_last != 0) one.steps.push_back(at->second);
    }
    std::ranges::sort(one.steps);
    one.more_ns = row.cause.net_late_ns();
    one.wait_caused_ns = row.wait_caused_ns;
    one.times_last = row.times_last;
    one.collectives = row.collectives;
    one.cause = row.cause;
    return one;
  }

  FleetAnalysis& out_;
  std::vector<std::uint32_t> ranks_;  // by trace of the comparison
  std::map<std::string, std::uint32_t, std::less<>> steps_;
};

}  // namespace

bool is_small_run(const FleetAnalysis& analysis) {
  const std::vector<std::uint32_t> taken = taken_ranks(analysis);
  if (taken.size() < 2 || taken.size() > kMostOfSmallRun) return false;
  std::map<std::uint32_t, std::size_t> of_role;
  for (const std::uint32_t r : taken) ++of_role[analysis.work.roles[r]];
  std::size_t alone = 0;
  for (const auto& [role, ranks] : of_role) alone += ranks <= kLeastMates ? ranks : 0;
  return 2 * alone > taken.size();
}

std::vector<std::pair<std::uint32_t, std::string>> compare_small_run(const Fleet& fleet,
                                                                     FleetAnalysis& analysis,
                                                                     const Thresholds& thresholds) {
  std::vector<std::uint32_t> ranks;
  std::vector<std::pair<std::uint32_t, std::string>> unreadable;
  RunFacts facts;
  std::vector<RankIdentity> identities;
  for (const std::uint32_t r : taken_ranks(analysis)) {
    const auto summary = read_summary(fleet.ranks()[r].file);
    if (!summary.ok()) {
      unreadable.emplace_back(r, summary.error().message);
      continue;
    }
    ranks.push_back(r);
    facts.take(facts_of(summary.value()));
    identities.push_back(analysis.identity.traces[r]);
  }
  if (ranks.size() < 2) return {};
  for (const auto& [r, why] : unreadable) leave_out(analysis, r);
  const std::vector<std::size_t> order = facts.give_ranks(identities);
  // The notes tell them, of the fleet.
  (void)undo_clock_jumps(facts);
  std::vector<std::uint32_t> sorted;
  for (const std::size_t old : order) sorted.push_back(ranks[old]);
  RunAnalysis run = compare_ranks(facts, thresholds, [&](std::int64_t number) -> std::string {
    for (const std::uint32_t r : sorted) {
      if (analysis.identity.traces[r].rank == number && !tells_rank(analysis, r))
        return rank_or_file(fleet, analysis, r);
    }
    return "";
  });
  SmallRun(analysis, std::move(sorted)).take(facts, std::move(run));
  return unreadable;
}

}  // namespace lanescope
