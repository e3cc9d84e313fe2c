#include "app/panes/timeline/lone_events.h"

#include <fmt/format.h>

#include "core/view/results/comparison.h"

namespace lanescope {

const LoneEvents* lone_events(const TraceView& view) {
  if (view.run.comparison == nullptr || !view.run.comparison->aligned()) return nullptr;
  const AlignedPair& pair = *view.run.comparison->aligned();
  return (view.run.side == RunSide::A ? pair.a : pair.b) == view.snapshot()
             ? &pair.lone_in(view.run.side)
             : nullptr;
}

std::string lone_words(const TraceView& view, const LaneHit& hit) {
  if (hit.event == EventId::None || hit.count != 1) return "";
  const LoneEvents* lone = lone_events(view);
  if (lone == nullptr || lone->among(hit.event, 1) == 0) return "";
  return fmt::format("run {} (hatched)", run_side_name(view.run.side));
}

}  // namespace lanescope
