#include "core/ranks/fleet/fleet_waits.h"

#include <algorithm>

#include "core/base/check.h"
#include "core/base/threads/parallel.h"

namespace lanescope {
namespace {

class WaitFinder {
 public:
  WaitFinder(std::span<const FleetRank> ranks, const Communicator& communicator,
             std::span<const RankClock> clocks)
      : ranks_(ranks), all_(communicator), clocks_(clocks) {
    all_aligned_ = std::ranges::all_of(
        all_.members, [&](std::uint32_t member) { return clocks[member].aligned(); });
  }

  FleetCollective at(std::size_t row) {
    FleetCollective out;
    out.complete = all_aligned_ && all_.members.size() > 1;
    out.counts = true;
    out.transfer_ns = kMaxNs;
    arrivals_.clear();
    for (std::size_t m = 0; m < all_.members.size(); ++m) {
      const std::uint32_t cell = all_.cell(row, m);
      if (cell == kNoFleetPart) {
        out.complete = false;
        continue;
      }
      const FleetPart& part = ranks_[all_.members[m]].parts[cell];
      out.shape = part.shape;
      out.counts = out.counts && part.counts != 0;
      out.transfer_ns = std::min(out.transfer_ns, saturating_sub(part.end_ns, part.begin_ns));
      if (all_aligned_) arrivals_.push_back(clocks_[all_.members[m]].common(part.begin_ns));
    }
    out.counts = out.counts && out.complete;
    if (out.complete) compare(row, out);
    return out;
  }

 private:
  void compare(std::size_t row, FleetCollective& out) {
    const auto last = std::ranges::max_element(arrivals_);
    out.last = static_cast<std::uint32_t>(last - arrivals_.begin());
    out.arrival_ns = *last;
    for (std::size_t m = 0; m < arrivals_.size(); ++m) {
      const FleetPart& part = ranks_[all_.members[m]].parts[all_.cell(row, m)];
      out.wait_ns = saturating_add(out.wait_ns, wait_of(part, arrivals_[m], out));
    }
    std::swap(*last, arrivals_.back());
    arrivals_.pop_back();
    const auto middle = arrivals_.begin() + static_cast<std::ptrdiff_t>(arrivals_.size() / 2);
    std::ranges::nth_element(arrivals_, middle);
    out.lateness_ns = saturating_sub(out.arrival_ns, *middle);
  }

  std::span<const FleetRank> ranks_;
  const Communicator& all_;
  std::span<const RankClock> clocks_;
  bool all_aligned_ = false;
  std::vector<Ns> arrivals_;  // by member, of a row that has all
};

}  // namespace

Ns wait_of(const FleetPart& part, Ns arrival_ns, const FleetCollective& collective) {
  const Ns length_ns = std::max<Ns>(saturating_sub(part.end_ns, part.begin_ns), 0);
  return std::clamp<Ns>(saturating_sub(collective.arrival_ns, arrival_ns), 0, length_ns);
}

FleetWaits find_waits(std::span<const FleetRank> ranks, std::span<const Communicator> communicators,
                      std::span<const RankClock> clocks, unsigned threads) {
  LANESCOPE_CHECK(ranks.size() == clocks.size(), "{} ranks, {} clocks", ranks.size(),
                  clocks.size());
  FleetWaits out;
  out.collectives.resize(communicators.size());
  for (const FleetRank& rank : ranks) {
    out.communicator_of.emplace_back(rank.about.groups.size(), kNoFleetPart);
    out.row_of.emplace_back(rank.parts.size(), kNoFleetPart);
  }
  // Each part belongs to one communicator, so threads write to different places.
  parallel_for(communicators.size(), threads, [&](std::size_t c, unsigned) {
    const Communicator& one = communicators[c];
    WaitFinder finder(ranks, one, clocks);
    for (std::size_t row = 0; row < one.rows; ++row) {
      out.collectives[c].push_back(finder.at(row));
      for (std::size_t m = 0; m < one.members.size(); ++m) {
        const std::uint32_t cell = one.cell(row, m);
        if (cell != kNoFleetPart)
          out.row_of[one.members[m]][cell] = static_cast<std::uint32_t>(row);
      }
    }
    for (std::size_t m = 0; m < one.members.size(); ++m)
      out.communicator_of[one.members[m]][one.groups[m]] = static_cast<std::uint32_t>(c);
  });
  return out;
}

}  // namespace lanescope
