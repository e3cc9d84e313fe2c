#include "core/ranks/ranks.h"

#include <algorithm>
#include <iterator>
#include <numeric>
#include <utility>

#include <fmt/format.h>

namespace lanescope {
namespace {

/// The time that a wait is a share of: that of the other ranks, in a step or in all of their trace.
double others_ns(const RunFacts& facts, std::size_t trace, const std::string& step) {
  double sum = 0;
  for (std::size_t t = 0; t < facts.times.size(); ++t) {
    if (t == trace) continue;
    const auto& steps = facts.collectives[t].steps;
    const auto own = std::ranges::find(steps, step, &RankStep::name);
    const Ns length_ns = own != steps.end() ? own->length_ns : facts.times[t].of(RankTime::Span);
    sum += static_cast<double>(length_ns);
  }
  return sum;
}

/// Whether the others wait for it for `straggler_wait` of their time in any step, so that a single
/// stall in a long run is told, too.
bool delays_others(const StragglerRow& row, const RunFacts& facts, const Thresholds& thresholds) {
  return std::ranges::any_of(row.steps, [&](const StragglerStep& step) {
    const double least_ns =
        thresholds.straggler_wait_pct / 100 * others_ns(facts, row.trace, step.name);
    return step.wait_caused_ns > 0 && static_cast<double>(step.wait_caused_ns) > least_ns;
  });
}

std::string summary_of(const RunAnalysis& run, const RunFacts& facts,
                       const Thresholds& thresholds) {
  if (run.clocks.size() < 2) return "only one trace; comparing needs the other ranks of the run";
  const auto count = [&](ClockState state) {
    return std::ranges::count_if(run.clocks,
                                 [&](const RankClock& clock) { return clock.state == state; });
  };
  if (count(ClockState::Aligned) != 0) {
    const StragglerRow* worst = run.stragglers.worst();
    if (worst == nullptr || delays_others(*worst, facts, thresholds))
      return straggler_sentence(run.stragglers);
    return fmt::format("no rank delays the others notably in {} collectives",
                       run.stragglers.collectives);
  }
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
  out.summary = summary_of(out, facts, thresholds);
  return out;
}

void call_ranks(RunAnalysis& run, const RankTitle& title_of) {
  const auto call = [&](std::string& text) { text = with_rank_titles(text, title_of); };
  call(run.summary);
  for (Finding& finding : run.findings) {
    for (std::string* text : {&finding.title, &finding.fix, &finding.confirm}) call(*text);
  }
}

}  // namespace lanescope
