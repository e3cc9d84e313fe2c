#include "core/ranks/fleet/fleet.h"

#include <algorithm>
#include <array>
#include <tuple>
#include <utility>

#include "core/base/check.h"
#include "core/ranks/fleet/contradictions/clock_jumps.h"
#include "core/ranks/fleet/fleet_identity.h"
#include "core/ranks/fleet/run_warm_up.h"

namespace lanescope {
namespace {

constexpr std::array<std::string_view, 5> kStateNames = {"compared", "unaligned", "unreadable",
                                                         "repeated", "other_run"};

/// Less than this share of a step, in all steps together, is not worth a look.
constexpr double kLeastStragglePct = 5;

std::vector<FleetStraggler> find_fleet_stragglers(std::span<const FleetRank> ranks,
                                                  const FleetAnalysis& all) {
  std::vector<FleetStraggler> out;
  const std::size_t steps = all.work.steps.size();
  const double least_ns = kLeastStragglePct / 100 * static_cast<double>(all.work.step_ns);
  for (std::uint32_t r = 0; r < ranks.size(); ++r) {
    if (all.states[r] != FleetRankState::Compared) continue;
    FleetStraggler one;
    one.rank = r;
    for (std::uint32_t s = 0; s < steps; ++s) {
      const std::size_t at = all.work.at(r, s);
      if (!all.work.works[at].notable) continue;
      one.steps.push_back(s);
      one.more_ns = saturating_add(one.more_ns, all.work.works[at].more_ns);
      one.wait_caused_ns = saturating_add(one.wait_caused_ns, all.blame.caused_ns[at]);
    }
    if (static_cast<double>(one.more_ns) < least_ns) continue;
    one.times_last = all.blame.times_last[r];
    one.collectives = all.blame.collectives[r];
    // Nobody can be seen to wait for a rank that only exchanges messages.
    if (one.steps.empty() || (one.wait_caused_ns == 0 && one.collectives != 0)) continue;
    one.cause.more_ns = more_than_others(ranks, all.work, r, one.steps);
    one.cause.more_ns[kCommTerm] = 0;  // waiting itself
    const auto most = std::ranges::max_element(one.cause.more_ns);
    if (*most > 0) one.cause.term = static_cast<std::size_t>(most - one.cause.more_ns.begin());
    out.push_back(std::move(one));
  }
  std::ranges::stable_sort(out, std::greater(), [](const FleetStraggler& one) {
    return std::pair(one.wait_caused_ns, one.more_ns);
  });
  return out;
}

std::vector<FleetLink> find_fleet_links(const UsualTransfers& transfers, const WaitBlame& blame) {
  std::vector<FleetLink> out;
  for (const SlowLink& link : transfers.links) {
    FleetLink& one = out.emplace_back(FleetLink{link, 0});
    for (const std::uint32_t c : link.communicators)
      one.wait_caused_ns = saturating_add(one.wait_caused_ns, blame.link_caused_ns[c]);
  }
  return out;
}

/// One clock, without its jumps, for the ranks that are compared, whose states are Compared or
/// Unaligned then. Returns which these are.
std::vector<bool> align_run(std::vector<FleetRank>& ranks, std::span<const CollectiveShape> shapes,
                            const Thresholds& thresholds, unsigned threads, FleetAnalysis& out) {
  std::vector<bool> taken;
  for (const FleetRankState state : out.states) taken.push_back(is_of_run(state));
  out.communicators = find_communicators(ranks, shapes, taken, threads);
  for (auto& [r, clock] : find_clock_jumps(ranks, out.communicators)) {
    if (ranks[r].jumps.segments.empty()) undo_clock_jumps(ranks[r], std::move(clock));
  }
  const auto edges = clock_edges(ranks, out.communicators, thresholds, threads);
  out.clocks = align_fleet(ranks, taken, out.communicators, edges);
  for (std::size_t r = 0; r < ranks.size(); ++r) {
    if (!taken[r]) continue;
    out.states[r] = out.clocks[r].aligned() ? FleetRankState::Compared : FleetRankState::Unaligned;
  }
  return taken;
}

/// Of ranks whose clock is refused, another summary, if there is one: that of another run, which
/// was recorded at the same time by its base time, has collectives that end at other times. Returns
/// whether there is any.
bool take_others(FleetAnalysis& all) {
  bool any = false;
  for (std::size_t r = 0; r < all.states.size(); ++r) {
    if (all.states[r] != FleetRankState::Unaligned || all.clocks[r].state != ClockState::Refused)
      continue;
    for (std::size_t other = 0; other < all.states.size(); ++other) {
      if (all.states[other] != FleetRankState::Repeated ||
          all.identity.traces[other].rank != all.identity.traces[r].rank)
        continue;
      all.states[r] = FleetRankState::Repeated;
      all.states[other] = FleetRankState::Compared;
      any = true;
      break;
    }
  }
  return any;
}

}  // namespace

std::string_view fleet_rank_state_name(FleetRankState state) {
  return kStateNames[static_cast<std::size_t>(state)];
}

std::size_t FleetAnalysis::count(FleetRankState state) const {
  return static_cast<std::size_t>(std::ranges::count(states, state));
}

double FleetAnalysis::most_error_ns() const {
  double most = 0;
  for (std::size_t r = 0; r < states.size(); ++r) {
    if (states[r] == FleetRankState::Compared) most = std::max(most, clocks[r].error_ns);
  }
  return most;
}

void Fleet::add(FleetRank rank) {
  std::vector<std::uint32_t> numbers;
  for (CollectiveShape& shape : rank.shapes) {
    const auto [at, fresh] =
        shape_numbers_.try_emplace(shape, static_cast<std::uint32_t>(shapes_.size()));
    if (fresh) shapes_.push_back(shape);
    numbers.push_back(at->second);
  }
  for (FleetPart& part : rank.parts) {
    LANESCOPE_CHECK(part.shape < numbers.size(), "shape {} of {}", part.shape, numbers.size());
    part.shape = numbers[part.shape];
  }
  rank.shapes.clear();
  ranks_.push_back(std::move(rank));
}

FleetAnalysis Fleet::analyze(const Thresholds& thresholds, unsigned threads) {
  FleetAnalysis out;
  sort_by_rank(ranks_);
  FleetIdentity identity = identify_fleet(ranks_, shapes_);
  out.identity = std::move(identity.ranks);
  out.states = std::move(identity.states);
  const auto align = [&] { return align_run(ranks_, shapes_, thresholds, threads, out); };
  std::vector<bool> taken = align();
  if (take_others(out)) taken = align();
  review_warm_up(ranks_, taken, thresholds);
  const FleetWaits waits = find_waits(ranks_, out.communicators, out.clocks, threads);
  out.work = compare_own_work(ranks_, taken, out.communicators, waits.communicator_of, thresholds,
                              threads);
  const Ns steps_ns = out.work.step_ns * static_cast<Ns>(out.work.steps.size());
  const UsualTransfers transfers =
      find_slow_links(ranks_, shapes_, out.communicators, waits, steps_ns);
  out.blame = blame_waits(ranks_, out.communicators, out.clocks, waits, out.work, transfers);
  out.group_waits = find_group_waits(ranks_, out.communicators, waits, out.work, threads);
  for (std::size_t c = 0; c < out.communicators.size(); ++c) {
    if (!out.communicators[c].has_messages) {
      out.collectives += static_cast<std::size_t>(
          std::ranges::count_if(waits.collectives[c], &FleetCollective::counts));
    }
    out.communicators[c].cells = std::vector<std::uint32_t>();  // frees it
  }
  out.stragglers = find_fleet_stragglers(ranks_, out);
  out.links = find_fleet_links(transfers, out.blame);
  return out;
}

}  // namespace lanescope
