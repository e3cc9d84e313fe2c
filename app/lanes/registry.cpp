// The kinds of lanes, one line each. To add a kind, define make_<name>_lane() in a new file and add
// its line here.
#include "app/lanes/lane_view.h"

namespace lanescope {

#define LANESCOPE_LANES(LANE)             \
  LANE(Steps, steps)                      \
  LANE(Slices, slices)                    \
  LANE(Counter, counter)                  \
  LANE(Memory, memory)                    \
  LANE(MemoryByCategory, memory_category) \
  LANE(Idle, idle)                        \
  LANE(LoaderBatches, loader)             \
  LANE(Metrics, metrics)                  \
  LANE(CriticalPath, critical_path)

#define LANESCOPE_DECLARE(kind, name) std::unique_ptr<LaneView> make_##name##_lane();
LANESCOPE_LANES(LANESCOPE_DECLARE)
#undef LANESCOPE_DECLARE

std::unique_ptr<LaneView> make_lane_view(LaneKind kind) {
  switch (kind) {
#define LANESCOPE_MAKE(which, name) \
  case LaneKind::which:             \
    return make_##name##_lane();
    LANESCOPE_LANES(LANESCOPE_MAKE)
#undef LANESCOPE_MAKE
  }
  return make_slices_lane();
}

LaneQueryKey query_key(const LaneScene& scene, const LanePlace& place) {
  const Lane& lane = place.lane;
  const auto place_of_data =
      lane.track == TrackId::None ? static_cast<std::uint32_t>(lane.device) : index_of(lane.track);
  const std::uint64_t index = static_cast<std::uint64_t>(place_of_data) << 32U | lane.index;
  return {scene.generation,     scene.viewport.view(), scene.viewport.width_px(),
          place.item.first_row, place.item.rows_shown, index};
}

}  // namespace lanescope
