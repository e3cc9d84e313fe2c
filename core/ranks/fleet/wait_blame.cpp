#include "core/ranks/fleet/wait_blame.h"

#include <algorithm>
#include <optional>
#include <utility>

#include "core/analysis/events/statistics.h"
#include "core/ranks/fleet/exposed_waits.h"

namespace lanescope {
namespace {

constexpr double kLeastRest = 0.05;
constexpr std::size_t kMostLinks = 4096;
/// Latenesses below this share of a step are not followed.
constexpr double kLeastLateness = 0.0005;

/// One rank's part in a collective.
struct Place {
  std::uint32_t rank = 0, part = 0;
};

class Blamer {
 public:
  Blamer(std::span<const FleetRank> ranks, std::span<const Communicator> communicators,
         std::span<const RankClock> clocks, const FleetWaits& waits, const OwnWorkTable& work,
         const UsualTransfers& links)
      : ranks_(ranks),
        communicators_(communicators),
        clocks_(clocks),
        waits_(waits),
        work_(work),
        links_(links),
        exposed_(find_exposed_waits(ranks, communicators, clocks, waits, work)),
        by_end_(ranks.size()) {
    out_.caused_ns.resize(work.works.size());
    out_.waited_ns.resize(work.works.size());
    for (const Ns ns : exposed_.waited_ns) out_.exposed_ns = saturating_add(out_.exposed_ns, ns);
    out_.link_caused_ns.resize(communicators.size());
    out_.times_last.resize(ranks.size());
    out_.collectives.resize(ranks.size());
    something_notable_ = !links.links.empty() || std::ranges::any_of(work.works, &OwnWork::notable);
  }

  WaitBlame run() {
    for (std::size_t r = 0; r < ranks_.size(); ++r) add_rank(r);
    for (std::size_t c = 0; c < communicators_.size(); ++c) {
      if (communicators_[c].has_messages) continue;
      for (std::size_t row = 0; row < communicators_[c].rows; ++row) {
        const FleetCollective& one = waits_.collectives[c][row];
        if (!one.counts) continue;
        out_.total_ns = saturating_add(out_.total_ns, one.wait_ns);
        if (one.lateness_ns > 0) ++out_.times_last[communicators_[c].members[one.last]];
        if (something_notable_) follow(c, row);
      }
    }
    return std::move(out_);
  }

 private:
  /// What the rank waited itself.
  void add_rank(std::size_t r) {
    const FleetRank& rank = ranks_[r];
    if (!clocks_[r].aligned()) return;
    for (std::uint32_t i = 0; i < rank.parts.size(); ++i) {
      const FleetPart& part = rank.parts[i];
      const auto [communicator, one] = collective_of({static_cast<std::uint32_t>(r), i});
      if (one == nullptr || !one->counts || communicators_[communicator].has_messages) continue;
      ++out_.collectives[r];
      if (part.step == kNoFleetStep) continue;
      Ns& waited_ns = out_.waited_ns[work_.at(r, work_.step_of[r][part.step])];
      waited_ns = saturating_add(waited_ns, wait_of(part, clocks_[r].common(part.begin_ns), *one));
    }
  }

  /// The part of a collective's waits that no computation hides, summed over members.
  [[nodiscard]] double exposed_wait(std::size_t communicator, std::size_t row) const {
    const Communicator& group = communicators_[communicator];
    const FleetCollective& one = waits_.collectives[communicator][row];
    double sum = 0;
    for (std::size_t m = 0; m < group.members.size(); ++m) {
      const std::uint32_t cell = group.cell(row, m), member = group.members[m];
      if (cell == kNoFleetPart) continue;
      const FleetPart& part = ranks_[member].parts[cell];
      if (part.step == kNoFleetStep) continue;
      const auto wait_ns =
          static_cast<double>(wait_of(part, clocks_[member].common(part.begin_ns), one));
      sum += wait_ns * exposed_.share[work_.at(member, work_.step_of[member][part.step])];
    }
    return sum;
  }

  [[nodiscard]] std::pair<std::uint32_t, const FleetCollective*> collective_of(
      const Place& place) const {
    const FleetPart& part = ranks_[place.rank].parts[place.part];
    const std::uint32_t communicator = waits_.communicator_of[place.rank][part.group];
    const std::uint32_t row = waits_.row_of[place.rank][place.part];
    if (communicator == kNoFleetPart || row == kNoFleetPart) return {communicator, nullptr};
    return {communicator, &waits_.collectives[communicator][row]};
  }

  /// The collective that kept the rank the longest before this one; a message that it sends does
  /// not keep it.
  std::optional<Place> before(const Place& place) {
    const FleetRank& rank = ranks_[place.rank];
    std::vector<std::uint32_t>& order = by_end_[place.rank];
    if (order.empty()) {
      for (std::uint32_t i = 0; i < rank.parts.size(); ++i) {
        if (rank.parts[i].is_send == 0) order.push_back(i);
      }
      std::ranges::stable_sort(order, {}, [&](std::uint32_t i) { return rank.parts[i].end_ns; });
    }
    const Ns begin_ns = rank.parts[place.part].begin_ns;
    auto at = std::ranges::upper_bound(order, begin_ns, {},
                                       [&](std::uint32_t i) { return rank.parts[i].end_ns; });
    while (at != order.begin()) {
      --at;
      if (*at != place.part) return Place{place.rank, *at};
    }
    return std::nullopt;
  }

  void follow(std::size_t communicator, std::size_t row) {
    const FleetCollective& one = waits_.collectives[communicator][row];
    const auto lateness = static_cast<double>(one.lateness_ns);
    if (lateness <= kLeastLateness * static_cast<double>(work_.step_ns)) return;
    const Communicator& group = communicators_[communicator];
    Place place{group.members[one.last], group.cell(row, one.last)};
    const Ns oldest_ns = saturating_sub(one.arrival_ns, 2 * work_.step_ns);
    const double wait = exposed_wait(communicator, row);
    double rest = lateness;
    blamed_.clear();
    const auto take = [&](double most, Ns& sum_ns) {
      const double part = std::min(rest, most);
      rest -= part;
      sum_ns = saturating_add(sum_ns, rounded_ns(wait * part / lateness));
    };
    for (std::size_t i = 0; i < kMostLinks && rest > kLeastRest * lateness; ++i) {
      take_own(place, take);
      const auto earlier = before(place);
      if (!earlier) return;
      const auto [other, met] = collective_of(*earlier);
      if (met == nullptr || !met->complete || met->arrival_ns < oldest_ns) return;
      take_link(other, *met, take);
      const Communicator& others = communicators_[other];
      const std::size_t met_row = waits_.row_of[earlier->rank][earlier->part];
      place = {others.members[met->last], others.cell(met_row, met->last)};
    }
  }

  template <typename Take>
  void take_own(const Place& place, const Take& take) {
    const std::uint32_t own_step = ranks_[place.rank].parts[place.part].step;
    if (own_step == kNoFleetStep) return;
    const std::size_t at = work_.at(place.rank, work_.step_of[place.rank][own_step]);
    if (!work_.works[at].notable || std::ranges::find(blamed_, at) != blamed_.end()) return;
    blamed_.push_back(at);
    take(static_cast<double>(work_.works[at].more_ns), out_.caused_ns[at]);
  }

  template <typename Take>
  void take_link(std::uint32_t communicator, const FleetCollective& one, const Take& take) {
    for (const auto& [shape, usual_ns] : links_.slow[communicator]) {
      if (shape != one.shape || one.transfer_ns <= usual_ns) continue;
      take(static_cast<double>(saturating_sub(one.transfer_ns, usual_ns)),
           out_.link_caused_ns[communicator]);
    }
  }

  std::span<const FleetRank> ranks_;
  std::span<const Communicator> communicators_;
  std::span<const RankClock> clocks_;
  const FleetWaits& waits_;
  const OwnWorkTable& work_;
  const UsualTransfers& links_;
  const ExposedWaits exposed_;
  bool something_notable_ = false;
  std::vector<std::vector<std::uint32_t>> by_end_;  // by rank: its parts but sends; when needed
  std::vector<std::size_t> blamed_;                 // on the way back from one collective
  WaitBlame out_;
};

}  // namespace

WaitBlame blame_waits(std::span<const FleetRank> ranks, std::span<const Communicator> communicators,
                      std::span<const RankClock> clocks, const FleetWaits& waits,
                      const OwnWorkTable& work, const UsualTransfers& links) {
  return Blamer(ranks, communicators, clocks, waits, work, links).run();
}

}  // namespace lanescope
