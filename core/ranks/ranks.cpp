#include "core/ranks/ranks.h"

#include <algorithm>
#include <iterator>
#include <numeric>
#include <utility>

namespace lanescope {
namespace {

std::string summary_of(const RunAnalysis& run) {
  if (run.clocks.size() < 2) return "only one trace; comparing needs the other ranks of the run";
  const auto count = [&](ClockState state) {
    return std::ranges::count_if(run.clocks,
                                 [&](const RankClock& clock) { return clock.state == state; });
  };
  if (count(ClockState::Aligned) != 0) return straggler_sentence(run.stragglers);
  if (count(ClockState::Refused) != 0) {
    return "the ends of the collectives do not fit any clock offset";
  }
  return count(ClockState::Reference) == 0 ? "no trace has collectives"
                                           : "no two traces have enough collectives in common";
}

template <typename Item>
void reorder(std::vector<Item>& items, std::span<const std::size_t> order) {
  std::vector<Item> out;
  out.reserve(items.size());
  for (const std::size_t i : order) out.push_back(std::move(items[i]));
  items = std::move(out);
}

}  // namespace

void RunFacts::add(const RankTrace& trace) {
  collectives.push_back(rank_collectives(trace));
  activities.push_back(rank_activity(trace));
  times.push_back(rank_times(trace));
}

void RunFacts::take(RunFacts&& more) {
  const auto move_all = [](auto& from, auto& to) {
    to.insert(to.end(), std::make_move_iterator(from.begin()), std::make_move_iterator(from.end()));
    from.clear();
  };
  move_all(more.collectives, collectives);
  move_all(more.activities, activities);
  move_all(more.times, times);
}

std::vector<std::size_t> RunFacts::give_ranks(std::span<const RankIdentity> ranks) {
  std::vector<std::size_t> order(ranks.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::ranges::stable_sort(
      order, [&](std::size_t a, std::size_t b) { return ranks[a].rank < ranks[b].rank; });
  for (std::size_t i = 0; i < ranks.size(); ++i) {
    collectives[i].rank = ranks[i].rank;
    times[i].rank = ranks[i].rank;
  }
  reorder(collectives, order);
  reorder(activities, order);
  reorder(times, order);
  return order;
}

RunAnalysis compare_ranks(const RunFacts& facts, const Thresholds& thresholds) {
  RunAnalysis out;
  out.groups = shared_groups(facts.collectives);
  out.clocks = align_clocks(facts.collectives, out.groups, thresholds);
  out.matched = match_collectives(facts.collectives, out.groups, out.clocks);
  out.stragglers = find_stragglers(facts.collectives, out.clocks, out.matched, facts.activities);
  out.transfers = find_transfers(out.groups, out.matched);
  out.findings = find_straggler(out.stragglers, out.matched, facts.times, thresholds);
  out.summary = summary_of(out);
  return out;
}

}  // namespace lanescope
