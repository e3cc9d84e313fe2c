// Takes the jumps of clocks out of what is compared exactly.
#include <algorithm>
#include <map>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "core/base/check.h"
#include "core/ranks/fleet/contradictions/clock_jumps.h"
#include "core/ranks/fleet/contradictions/mismatches.h"
#include "core/ranks/fleet/fleet.h"

namespace lanescope {
namespace {

/// Moves what is compared of one trace.
class FactsMover {
 public:
  FactsMover(RunFacts& facts, std::size_t trace, const JumpingClock& clock)
      : collectives_(facts.collectives[trace]),
        activity_(facts.activities[trace]),
        times_(facts.times[trace]),
        clock_(clock) {}

  void run() {
    LANESCOPE_CHECK(clock_.segments.size() == clock_.steps.size() + 1, "{} segments, {} jumps",
                    clock_.segments.size(), clock_.steps.size());
    std::map<std::uint32_t, std::vector<RankCollective*>> of_group;
    for (RankCollective& one : collectives_.collectives) of_group[one.group].push_back(&one);
    for (auto& [group, list] : of_group) {
      std::ranges::stable_sort(
          list, {}, [](const RankCollective* one) { return std::pair(one->index, one->repeat); });
      SteadyWalk walk(clock_, collectives_.base_ns);
      for (RankCollective* one : list) one->counts = walk.move(one->range) && one->counts;
    }
    std::ranges::stable_sort(collectives_.collectives, {},
                             [](const RankCollective& one) { return one.range.begin_ns; });
    move_range(collectives_.extent);
    for (std::size_t i = 0; i < clock_.steps.size(); ++i) shorten(i);
    for (DeviceActivity& device : activity_.devices) {
      for (auto* ranges : {&device.compute, &device.exposed_comm, &device.exposed_memory})
        move_all(
            *ranges, [](auto& one) -> auto& { return one; });
      move_all(
          device.idle, [](auto& one) -> auto& { return one.range; });
      for (auto* works : {&device.kernels, &device.copies}) {
        for (ActivityWork& one : *works) move_range(one.range);
        std::ranges::stable_sort(*works, {},
                                 [](const ActivityWork& one) { return one.range.begin_ns; });
      }
    }
  }

 private:
  bool move_range(TimeRange& range) const { return clock_.move(collectives_.base_ns, range); }

  /// Sorts them, without overlaps.
  template <typename Item, typename RangeOf>
  void move_all(std::vector<Item>& items, const RangeOf& range_of) const {
    for (Item& one : items) move_range(range_of(one));
    std::ranges::stable_sort(items, {}, [&](const Item& one) { return range_of(one).begin_ns; });
    Ns end_ns = kMinNs;
    for (Item& one : items) {
      TimeRange& range = range_of(one);
      range.begin_ns = std::max(range.begin_ns, end_ns);
      range.end_ns = end_ns = std::max(range.end_ns, range.begin_ns);
    }
  }

  /// Of what spans the jump, only the lengths are known: it is idle time in the most cases.
  void shorten(std::size_t jump) {
    const Ns by_ns =
        saturating_sub(clock_.segments[jump + 1].ahead_ns, clock_.segments[jump].ahead_ns);
    const auto shortened = [&](Ns& ns) { ns = std::max<Ns>(saturating_sub(ns, by_ns), 0); };
    const auto step = std::ranges::find(collectives_.steps, clock_.steps[jump], &RankStep::name);
    if (step != collectives_.steps.end()) shortened(step->length_ns);
    shortened(times_.ns[static_cast<std::size_t>(RankTime::Span)]);
    shortened(times_.ns[static_cast<std::size_t>(RankTime::Idle)]);
  }

  RankCollectives& collectives_;
  RankActivity& activity_;
  RankTimes& times_;
  const JumpingClock& clock_;
};

/// The ranks as a fleet has them, with the lengths of their steps only.
struct FactsFleet {
  explicit FactsFleet(const RunFacts& facts) {
    for (const RankCollectives& one : facts.collectives) {
      RankSummary summary;
      summary.collectives = one;
      for (const RankStep& step : one.steps) {
        StepFacts& own = summary.steps.emplace_back();
        own.name = step.name;
        own.range = {0, step.length_ns};
      }
      fleet.add(fleet_rank(std::move(summary), ""));
    }
    const std::vector<bool> taken(facts.collectives.size(), true);
    communicators = find_communicators(fleet.ranks(), fleet.shapes(), taken, 1);
  }
  Fleet fleet;
  std::vector<Communicator> communicators;
};

std::vector<std::string> undo_jumps(const FactsFleet& all, RunFacts& facts,
                                    const RankTitle& title_of) {
  std::vector<std::string> out;
  for (const auto& [trace, clock] : find_clock_jumps(all.fleet.ranks(), all.communicators)) {
    FactsMover(facts, trace, clock).run();
    const auto own = clock.sentences(rank_name(facts.collectives[trace].rank, title_of));
    out.insert(out.end(), own.begin(), own.end());
  }
  return out;
}

}  // namespace

std::vector<std::string> undo_clock_jumps(RunFacts& facts) {
  return undo_jumps(FactsFleet(facts), facts, {});
}

RunAnalysis compare_steady_ranks(RunFacts& facts, const Thresholds& thresholds,
                                 const RankTitle& title_of) {
  const FactsFleet all(facts);
  std::vector<std::string> remarks = undo_jumps(all, facts, title_of);
  for (const CollectiveMismatch& one :
       collective_mismatches(all.fleet.ranks(), all.fleet.shapes(), all.communicators)) {
    remarks.push_back(mismatch_sentence(one, all.communicators[one.communicator],
                                        rank_name(facts.collectives[one.rank].rank, title_of)));
  }
  RunAnalysis out = compare_ranks(facts, thresholds, title_of);
  constexpr std::size_t kMostRemarks = 4;
  for (std::size_t i = 0; i < std::min(remarks.size(), kMostRemarks); ++i)
    out.summary += ". " + remarks[i];
  if (remarks.size() > kMostRemarks)
    out.summary += fmt::format(". And {} more such remarks", remarks.size() - kMostRemarks);
  return out;
}

}  // namespace lanescope
