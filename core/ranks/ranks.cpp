#include "core/ranks/ranks.h"

#include <algorithm>
#include <iterator>
#include <numeric>
#include <optional>
#include <utility>

#include <fmt/format.h>

#include "core/base/check.h"

namespace lanescope {
namespace {

/// The length of the step that a trace has at the place of `step` among those of that name; all of
/// the trace's time if it has none, or outside steps.
Ns length_like(const RunFacts& facts, std::size_t trace, const std::vector<RankStep>& steps,
               std::optional<std::size_t> step) {
  const Ns span_ns = facts.times[trace].of(RankTime::Span);
  if (!step) return span_ns;
  const auto own = steps.begin() + static_cast<std::ptrdiff_t>(*step);
  auto before =
      std::count_if(steps.begin(), own, [&](const RankStep& one) { return one.name == own->name; });
  for (const RankStep& one : facts.collectives[trace].steps) {
    if (one.name == own->name && before-- == 0) return one.length_ns;
  }
  return span_ns;
}

/// Whether the others wait for it for `straggler_wait` of their time in any step, so that a single
/// stall in a long run is told, too.
bool delays_others(const StragglerRow& row, const RunFacts& facts, const Thresholds& thresholds) {
  const std::vector<RankStep>& steps = facts.collectives[row.trace].steps;
  const auto delays = [&](Ns caused_ns, std::optional<std::size_t> step) {
    if (caused_ns <= 0) return false;
    double sum = 0;
    for (std::size_t t = 0; t < facts.times.size(); ++t) {
      if (t != row.trace) sum += static_cast<double>(length_like(facts, t, steps, step));
    }
    return static_cast<double>(caused_ns) > thresholds.straggler_wait_pct / 100 * sum;
  };
  LANESCOPE_CHECK(row.caused_in_steps.size() == steps.size(), "{} of {} steps",
                  row.caused_in_steps.size(), steps.size());
  Ns outside_ns = row.wait_caused_ns;
  for (std::size_t i = 0; i < steps.size(); ++i) {
    if (delays(row.caused_in_steps[i], i)) return true;
    outside_ns = saturating_sub(outside_ns, row.caused_in_steps[i]);
  }
  return delays(outside_ns, std::nullopt);
}

std::string summary_of(const RunAnalysis& run, const RunFacts& facts, const Thresholds& thresholds,
                       const RankTitle& title_of) {
  if (run.clocks.size() < 2) return "only one trace; comparing needs the other ranks of the run";
  const auto count = [&](ClockState state) {
    return std::ranges::count_if(run.clocks,
                                 [&](const RankClock& clock) { return clock.state == state; });
  };
  if (count(ClockState::Aligned) != 0) {
    const StragglerRow* worst = run.stragglers.worst();
    if (worst == nullptr || delays_others(*worst, facts, thresholds))
      return straggler_sentence(run.stragglers, title_of);
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

RunAnalysis compare_ranks(const RunFacts& facts, const Thresholds& thresholds,
                          const RankTitle& title_of) {
  RunAnalysis out;
  out.groups = shared_groups(facts.collectives);
  out.clocks = align_clocks(facts.collectives, out.groups, thresholds);
  out.matched = match_collectives(facts.collectives, out.groups, out.clocks);
  out.stragglers = find_stragglers(facts.collectives, out.clocks, out.matched, facts.activities);
  out.transfers = find_transfers(out.groups, out.matched);
  out.findings = find_straggler(out.stragglers, out.matched, facts.times, thresholds, title_of);
  out.summary = summary_of(out, facts, thresholds, title_of);
  return out;
}

}  // namespace lanescope
