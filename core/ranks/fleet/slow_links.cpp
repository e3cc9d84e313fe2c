#include "core/ranks/fleet/slow_links.h"

#include <algorithm>
#include <map>
#include <set>
#include <tuple>

#include "core/analysis/events/statistics.h"
#include "core/ranks/transfer_speed.h"

namespace lanescope {
namespace {

constexpr std::size_t kLeastAlikeLinks = 6;
constexpr double kSlowDeviations = 8;

/// The transfers of one shape in one communicator.
struct LinkTransfers {
  std::uint32_t communicator = 0, shape = 0;
  std::size_t count = 0;
  double median_ns = 0, mean_ns = 0;
};

class LinkFinder {
 public:
  LinkFinder(std::span<const FleetRank> ranks, std::span<const CollectiveShape> shapes,
             std::span<const Communicator> communicators, const FleetWaits& waits, Ns steps_ns)
      : ranks_(ranks),
        shapes_(shapes),
        communicators_(communicators),
        waits_(waits),
        steps_ns_(steps_ns) {
    out_.slow.resize(communicators.size());
  }

  UsualTransfers run() {
    for (std::uint32_t c = 0; c < communicators_.size(); ++c) measure(c);
    for (const auto& [key, alike] : alike_) {
      if (alike.size() >= kLeastAlikeLinks) compare(alike);
    }
    for (auto& [key, link] : links_) {
      std::ranges::sort(link.communicators);
      out_.links.push_back(std::move(link));
    }
    std::ranges::stable_sort(out_.links, std::greater(), &SlowLink::lost_ns);
    return std::move(out_);
  }

 private:
  using Alike = std::tuple<std::uint32_t, std::size_t, std::size_t>;  // shape, members, hosts

  void measure(std::uint32_t c) {
    const Communicator& one = communicators_[c];
    if (one.members.size() < 2 || one.absent() != 0) return;
    std::map<std::uint32_t, std::vector<double>> times;
    for (const FleetCollective& row : waits_.collectives[c]) {
      if (row.counts && shapes_[row.shape].bytes >= 0)
        times[row.shape].push_back(static_cast<double>(row.transfer_ns));
    }
    for (auto& [shape, own] : times) {
      LinkTransfers link{c, shape, own.size()};
      for (const double ns : own) link.mean_ns += ns / static_cast<double>(own.size());
      link.median_ns = median_of(std::move(own));
      alike_[{shape, one.members.size(), one.hosts}].push_back(link);
    }
  }

  void compare(std::span<const LinkTransfers> alike) {
    std::vector<double> medians;
    for (const LinkTransfers& link : alike) medians.push_back(link.median_ns);
    const double usual_ns = median_of(medians);
    const double deviation_ns = kDeviationScale * median_deviation_of(medians);
    const double least_ns =
        std::max(kSlowTransfer * usual_ns, usual_ns + kSlowDeviations * deviation_ns);
    for (const LinkTransfers& link : alike) {
      const double lost_ns = (link.mean_ns - usual_ns) * static_cast<double>(link.count);
      if (link.median_ns <= least_ns ||
          lost_ns < kSlowLinkPct / 100 * static_cast<double>(steps_ns_))
        continue;
      out_.slow[link.communicator].emplace_back(link.shape, rounded_ns(usual_ns));
      add(link, usual_ns, rounded_ns(lost_ns));
    }
  }

  /// Several communicators between the same hosts are one link.
  void add(const LinkTransfers& found, double usual_ns, Ns lost_ns) {
    const Communicator& one = communicators_[found.communicator];
    std::set<std::string> hosts;
    for (const std::uint32_t member : one.members) hosts.insert(ranks_[member].host);
    if (one.hosts == 0) hosts.clear();
    const std::uint32_t alone = one.hosts == 0 ? found.communicator : kNoFleetPart;
    SlowLink& link = links_[{hosts, alone}];
    if (std::ranges::find(link.communicators, found.communicator) == link.communicators.end())
      link.communicators.push_back(found.communicator);
    link.count += found.count;
    if (lost_ns <= link.lost_ns) return;
    link.hosts.assign(hosts.begin(), hosts.end());
    link.shape = shapes_[found.shape];
    link.members = one.members.size();
    link.transfer_ns = found.median_ns;
    link.usual_ns = usual_ns;
    link.lost_ns = lost_ns;
  }

  std::span<const FleetRank> ranks_;
  std::span<const CollectiveShape> shapes_;
  std::span<const Communicator> communicators_;
  const FleetWaits& waits_;
  Ns steps_ns_;
  std::map<Alike, std::vector<LinkTransfers>> alike_;
  std::map<std::pair<std::set<std::string>, std::uint32_t>, SlowLink> links_;
  UsualTransfers out_;
};

}  // namespace

UsualTransfers find_slow_links(std::span<const FleetRank> ranks,
                               std::span<const CollectiveShape> shapes,
                               std::span<const Communicator> communicators, const FleetWaits& waits,
                               Ns steps_ns) {
  return LinkFinder(ranks, shapes, communicators, waits, steps_ns).run();
}

}  // namespace lanescope
