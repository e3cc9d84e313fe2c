#include "core/analysis/gpu_time/charged_launch.h"

#include "core/analysis/host/site.h"

namespace lanescope {

ChargedLaunch charged_launch(SliceFinder& slices, const GraphOrigins& graphs,
                             const TimelineEvent& event) {
  const GraphOrigins::Node* const node = graphs.find(event.event);
  if (node == nullptr) return {.launch = event.link};
  const GraphSite& site = graphs.site_of(*node);
  if (!site.ops.empty()) return {.launch = event.link, .name = site.ops.front().name};
  if (site.launch == EventId::None || innermost_op(slices, site.launch) == EventId::None)
    return {.launch = event.link};
  return {.launch = site.launch, .replay = event.link};
}

}  // namespace lanescope
