#include "core/view/lanes/gpu_first.h"

#include <algorithm>

namespace lanescope {
namespace {

int place_of(const LaneGroup& group) {
  switch (group.kind) {
    case GroupKind::Steps:
    case GroupKind::CriticalPath:
      return 0;
    case GroupKind::Device:
    case GroupKind::Metrics:
      return 1;
    default:
      return 2;
  }
}

}  // namespace

void put_gpu_first(LaneTree& tree) {
  std::ranges::stable_sort(tree.groups, {}, place_of);
  for (LaneGroup& group : tree.groups) {
    if (group.kind != GroupKind::Device) continue;
    std::ranges::stable_sort(group.lanes, {},
                             [](const Lane& lane) { return lane.role == LaneRole::Annotations; });
  }
}

}  // namespace lanescope
