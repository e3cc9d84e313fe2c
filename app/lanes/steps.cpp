// The lane of steps: one row above all others.
#include "app/lanes/lane_view.h"
#include "app/lanes/slice_painter.h"

namespace lanescope {
namespace {

class StepsLane final : public LaneView {
 public:
  void draw(const LaneScene& scene, const LanePlace& place) override {
    const LaneQueryKey key = query_key(scene, place);
    if (!(key == key_)) {
      key_ = key;
      rects_ = model_.steps(scene.snapshot, scene.viewport);
    }
    painter_.paint(scene, place.rect, place.item.first_row, rects_, BarEdges::Gap);
    for (const EventId event : scene.selection.events()) {
      for (const LaneRect& rect : rects_) {
        if (rect.event != event) continue;
        if (const auto where = slice_place(scene.snapshot, event)) {
          outline_slice(scene, row_rect(scene, place, 0), where->range);
        }
      }
    }
  }

  std::optional<LaneHit> hit(const LaneScene& scene, const LanePlace& place, ImVec2 at) override {
    return model_.hit_step(scene.snapshot, scene.viewport, at.x - place.rect.x0);
  }

 private:
  LaneModel model_;
  SlicePainter painter_;
  LaneQueryKey key_;
  std::span<const LaneRect> rects_;
};

}  // namespace

std::unique_ptr<LaneView> make_steps_lane() {
  return std::make_unique<StepsLane>();
}

}  // namespace lanescope
