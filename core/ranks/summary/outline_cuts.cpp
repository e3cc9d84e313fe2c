#include "core/ranks/summary/outline_cuts.h"

#include <algorithm>

namespace lanescope {

std::vector<Ns> cuts_of(const DeviceActivity& device, TimeRange idle_ends,
                        const RankCollectives& collectives, std::span<const TimeRange> steps) {
  std::vector<Ns> cuts;
  const auto add = [&](const TimeRange& range) {
    cuts.push_back(range.begin_ns);
    cuts.push_back(range.end_ns);
  };
  for (const RankCollective& one : collectives.collectives) {
    if (one.device == device.device) add(one.range);
  }
  for (const TimeRange& step : steps) add(step);
  // The ends of everything, so that each piece of it lies in a segment.
  TimeRange all = idle_ends;
  for (const auto* list : {&device.compute, &device.exposed_comm, &device.exposed_memory}) {
    if (list->empty()) continue;  // sorted and disjoint
    all.include(list->front());
    all.include(list->back());
  }
  for (const auto* list : {&device.kernels, &device.copies}) {
    for (const ActivityWork& one : *list) all.include(one.range);
  }
  // An event of no length at the very end has a segment too.
  if (all.begin_ns <= all.end_ns) add({all.begin_ns, saturating_add(all.end_ns, 1)});
  std::ranges::sort(cuts);
  const auto repeated = std::ranges::unique(cuts);
  cuts.erase(repeated.begin(), repeated.end());
  return cuts;
}

}  // namespace lanescope
