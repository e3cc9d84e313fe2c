// Counter lanes: one filled curve each.
#include <algorithm>

#include "app/lanes/curve_painter.h"
#include "app/lanes/lane_view.h"
#include "core/view/timeline/curve_model.h"

namespace lanescope {
namespace {

class CounterLane final : public LaneView {
 public:
  void draw(const LaneScene& scene, const LanePlace& place) override {
    const auto& tracks = scene.snapshot.counters;
    if (place.lane.index >= tracks.size()) return;
    const LaneQueryKey key = query_key(scene, place);
    if (!(key == key_)) {
      key_ = key;
      const CounterTrack& track = *tracks[place.lane.index];
      counter_curve(track, scene.viewport, curve_);
      top_note_ = counter_top_text(scene.snapshot, track);
    }
    Rect area = curve_area(scene, place);
    const Rect words = cut_note_line(scene, area);
    const ImU32 color = scene.palette.fill_of(ColorRole::Compute, shade_of(place.lane.title));
    paint_curve(scene, area, curve_, {faded(color, 0.26F), faded(color, 0.9F), false});
    paint_curve_note(scene, words, top_note_);
  }

  LaneWords reading(const LaneScene& scene, const LanePlace& place, ImVec2 at) override {
    const auto& tracks = scene.snapshot.counters;
    if (place.lane.index >= tracks.size()) return {};
    const Ns time_ns = scene.viewport.time_at(at.x - place.rect.x0);
    const CounterTrack& track = *tracks[place.lane.index];
    const auto value = counter_value_at(track, time_ns);
    if (!value) return {};
    return {{{"Value", counter_text(scene.snapshot, track, *value, 10)}}};
  }

 private:
  LaneQueryKey key_;
  Curve curve_;
  std::string top_note_;
};

}  // namespace

std::unique_ptr<LaneView> make_counter_lane() {
  return std::make_unique<CounterLane>();
}

}  // namespace lanescope
