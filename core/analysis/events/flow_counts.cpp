#include "core/analysis/events/flow_counts.h"

#include <algorithm>
#include <map>

namespace lanescope {
namespace {

struct Half {
  std::uint64_t id;
  FlowPhase phase;
};

FlowCounts count_halves(std::string category, std::vector<Half>& halves) {
  std::ranges::stable_sort(halves, {}, &Half::id);
  FlowCounts counts;
  counts.category = std::move(category);
  for (std::size_t i = 0; i < halves.size();) {
    const std::uint64_t id = halves[i].id;
    std::uint64_t starts = 0;
    std::uint64_t ends = 0;
    for (; i < halves.size() && halves[i].id == id; ++i) {
      if (halves[i].phase == FlowPhase::Start) ++starts;
      if (halves[i].phase == FlowPhase::Step) ++counts.steps;
      if (halves[i].phase == FlowPhase::End) ++ends;
    }
    counts.starts += starts;
    counts.ends += ends;
    if (starts != 0 && ends != 0) ++counts.paired;
  }
  return counts;
}

}  // namespace

std::vector<FlowCounts> count_flows(const Snapshot& snapshot) {
  std::map<std::string, std::vector<Half>> by_category;
  const FlowTable& flows = *snapshot.flows;
  std::vector<std::vector<Half>*> of_kind;
  for (const FlowKind& kind : flows.kinds) {
    const std::string category =
        kind.has_category ? std::string(snapshot.text(kind.category)) : "(none)";
    of_kind.push_back(&by_category[category]);
  }
  for (std::uint32_t i = 0; i < flows.size(); ++i) {
    of_kind[flows.kind[i]]->push_back({flows.id[i], flows.phase[i]});
  }
  std::vector<FlowCounts> counts;
  for (auto& [category, halves] : by_category) {
    if (!halves.empty()) counts.push_back(count_halves(category, halves));
  }
  return counts;
}

}  // namespace lanescope
