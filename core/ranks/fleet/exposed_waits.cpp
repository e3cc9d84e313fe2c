#include "core/ranks/fleet/exposed_waits.h"

#include <algorithm>
#include <map>
#include <utility>

#include "core/base/check.h"

namespace lanescope {
namespace {

class ExposedWaitFinder {
 public:
  ExposedWaitFinder(std::span<const FleetRank> ranks, std::span<const Communicator> communicators,
                    std::span<const RankClock> clocks, const FleetWaits& waits,
                    const OwnWorkTable& work)
      : ranks_(ranks),
        communicators_(communicators),
        clocks_(clocks),
        waits_(waits),
        work_(work),
        all_waits_ns_(work.works.size()),
        transfers_ns_(work.works.size()) {
    LANESCOPE_CHECK(ranks.size() == clocks.size(), "{} ranks, {} clocks", ranks.size(),
                    clocks.size());
  }

  ExposedWaits run() {
    for (std::size_t r = 0; r < ranks_.size(); ++r) {
      if (clocks_[r].aligned()) add(r);
    }
    ExposedWaits out;
    out.waited_ns.resize(work_.works.size());
    out.share.resize(work_.works.size());
    for (std::size_t r = 0; r < ranks_.size(); ++r) {
      for (std::size_t s = 0; s < work_.steps.size(); ++s) {
        const std::size_t at = work_.at(r, s);
        if (all_waits_ns_[at] == 0) continue;
        const auto least = least_ns_.find({work_.roles[r], s});
        const Ns least_ns = least == least_ns_.end() ? comm_ns(r, s) : least->second;
        const Ns transfers_ns = std::min(least_ns, transfers_ns_[at]);
        out.waited_ns[at] =
            std::clamp<Ns>(saturating_sub(comm_ns(r, s), transfers_ns), 0, all_waits_ns_[at]);
        out.share[at] =
            static_cast<double>(out.waited_ns[at]) / static_cast<double>(all_waits_ns_[at]);
      }
    }
    return out;
  }

 private:
  [[nodiscard]] Ns comm_ns(std::size_t r, std::size_t s) const {
    const std::uint32_t own = work_.own_step[work_.at(r, s)];
    return own == kNoFleetStep ? 0 : ranks_[r].steps[own].terms[kCommTerm];
  }

  void add(std::size_t r) {
    const FleetRank& rank = ranks_[r];
    for (std::uint32_t i = 0; i < rank.parts.size(); ++i) {
      const FleetPart& part = rank.parts[i];
      const std::uint32_t c = waits_.communicator_of[r][part.group], row = waits_.row_of[r][i];
      if (part.step == kNoFleetStep || c == kNoFleetPart || row == kNoFleetPart) continue;
      const FleetCollective& one = waits_.collectives[c][row];
      const bool is_message = communicators_[c].has_messages;
      if (!one.counts || (is_message && part.is_send != 0)) continue;
      const std::size_t at = work_.at(r, work_.step_of[r][part.step]);
      // All of a message that is received is the pipeline's own: its wait is nobody's fault.
      const Ns wait_ns = is_message ? 0 : wait_of(part, clocks_[r].common(part.begin_ns), one);
      const Ns length_ns = std::max<Ns>(saturating_sub(part.end_ns, part.begin_ns), 0);
      all_waits_ns_[at] = saturating_add(all_waits_ns_[at], wait_ns);
      transfers_ns_[at] = saturating_add(transfers_ns_[at], saturating_sub(length_ns, wait_ns));
    }
    for (std::size_t s = 0; s < work_.steps.size(); ++s) {
      // What is left of a step that was cut off says nothing of its transfers.
      const std::uint32_t own = work_.own_step[work_.at(r, s)];
      if (own == kNoFleetStep || !rank.steps[own].usable) continue;
      const auto [at, fresh] = least_ns_.try_emplace({work_.roles[r], s}, comm_ns(r, s));
      at->second = std::min(at->second, comm_ns(r, s));
    }
  }

  std::span<const FleetRank> ranks_;
  std::span<const Communicator> communicators_;
  std::span<const RankClock> clocks_;
  const FleetWaits& waits_;
  const OwnWorkTable& work_;
  std::vector<Ns> all_waits_ns_, transfers_ns_;                   // by rank and step
  std::map<std::pair<std::uint32_t, std::size_t>, Ns> least_ns_;  // by role and step
};

}  // namespace

ExposedWaits find_exposed_waits(std::span<const FleetRank> ranks,
                                std::span<const Communicator> communicators,
                                std::span<const RankClock> clocks, const FleetWaits& waits,
                                const OwnWorkTable& work) {
  return ExposedWaitFinder(ranks, communicators, clocks, waits, work).run();
}

}  // namespace lanescope
