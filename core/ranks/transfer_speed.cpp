#include "core/ranks/transfer_speed.h"

#include <algorithm>
#include <map>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include "core/analysis/events/statistics.h"

namespace lanescope {

TransferSpeed transfer_speed(const MatchedCollectives& matched, std::size_t trace) {
  struct Alike {
    std::vector<double> own_ns, others_ns;
  };
  using Key = std::tuple<std::string, std::uint32_t, std::int64_t>;
  std::map<Key, Alike> kinds;
  for (const MatchedCollective& one : matched.collectives) {
    const CollectivePart* part = one.counts && one.bytes ? one.part_of(trace) : nullptr;
    if (part == nullptr) continue;
    Alike& alike = kinds[Key{one.kind, one.group, *one.bytes}];
    auto& times = one.was_last(*part) ? alike.own_ns : alike.others_ns;
    times.push_back(static_cast<double>(one.transfer_ns));
  }
  TransferSpeed speed;
  for (auto& [key, alike] : kinds) {
    if (std::min(alike.own_ns.size(), alike.others_ns.size()) < kLeastAlike) continue;
    const auto count = static_cast<double>(alike.own_ns.size());
    speed.compared += alike.own_ns.size();
    speed.own_ns += count * median_of(std::move(alike.own_ns));
    speed.others_ns += count * median_of(std::move(alike.others_ns));
  }
  if (speed.compared == 0) return speed;
  speed.verdict = speed.own_ns > kSlowTransfer * speed.others_ns ? TransferVerdict::Slower
                                                                 : TransferVerdict::AsFast;
  return speed;
}

}  // namespace lanescope
