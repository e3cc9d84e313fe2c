#include "core/ranks/fleet/fleet_waits.h"

#include <algorithm>
#include <cstdint>

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
    for (std::size_t m = 0; m < all_.members.size(); ++m) ends_.push_back(end_of(m));
  }

  FleetCollective at(std::size_t row) {
    FleetCollective out;
    out.transfer_ns = kMaxNs;
    arrivals_.clear();
    bool complete = all_aligned_, counts = true;
    std::size_t counting = 0;
    for (std::uint32_t m = 0; m < all_.members.size(); ++m) {
      const std::uint32_t cell = all_.cell(row, m);
      if (cell == kNoFleetPart) {
        complete = complete && row >= ends_[m].all;
        continue;
      }
      const FleetPart& part = ranks_[all_.members[m]].parts[cell];
      out.shape = part.shape;
      out.transfer_ns = std::min(out.transfer_ns, saturating_sub(part.end_ns, part.begin_ns));
      counting += part.counts;
      counts = counts && (part.counts != 0 || row >= ends_[m].counted);
      const Ns arrival_ns = all_aligned_ ? clocks_[all_.members[m]].common(part.begin_ns) : 0;
      arrivals_.push_back({arrival_ns, m});
    }
    const std::size_t absent = all_.members.size() - arrivals_.size();
    out.complete = complete && arrivals_.size() > std::max<std::size_t>(absent, 1);
    out.counts = out.complete && counts && 2 * counting > arrivals_.size();
    if (out.complete) compare(row, out);
    return out;
  }

 private:
  /// The row after a member's last one, and after the last one in its analysis window. Of a member
  /// without rows, nothing is known.
  struct MemberEnd {
    std::size_t all = SIZE_MAX, counted = 0;
  };
  struct MemberArrival {
    Ns ns = 0;
    std::uint32_t member = 0;
  };

  [[nodiscard]] MemberEnd end_of(std::size_t m) const {
    MemberEnd end;
    for (std::size_t row = all_.rows; row > 0 && end.counted == 0; --row) {
      const std::uint32_t cell = all_.cell(row - 1, m);
      if (cell == kNoFleetPart) continue;
      if (end.all == SIZE_MAX) end.all = row;
      if (ranks_[all_.members[m]].parts[cell].counts != 0) end.counted = row;
    }
    return end;
  }

  void compare(std::size_t row, FleetCollective& out) {
    const auto last = std::ranges::max_element(arrivals_, {}, &MemberArrival::ns);
    out.last = last->member;
    out.arrival_ns = last->ns;
    for (const MemberArrival& one : arrivals_) {
      const FleetPart& part = ranks_[all_.members[one.member]].parts[all_.cell(row, one.member)];
      out.wait_ns = saturating_add(out.wait_ns, wait_of(part, one.ns, out));
    }
    std::swap(*last, arrivals_.back());
    arrivals_.pop_back();
    const auto middle = arrivals_.begin() + static_cast<std::ptrdiff_t>(arrivals_.size() / 2);
    std::ranges::nth_element(arrivals_, middle, {}, &MemberArrival::ns);
    out.lateness_ns = saturating_sub(out.arrival_ns, middle->ns);
  }

  std::span<const FleetRank> ranks_;
  const Communicator& all_;
  std::span<const RankClock> clocks_;
  bool all_aligned_ = false;
  std::vector<MemberEnd> ends_;
  std::vector<MemberArrival> arrivals_;  // of a row, by member
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
