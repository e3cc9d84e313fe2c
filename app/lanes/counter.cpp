// Lanes of counters: one filled curve.
#include <algorithm>

#include <fmt/format.h>

#include "app/lanes/curve_painter.h"
#include "app/lanes/lane_view.h"
#include "app/widgets/text.h"
#include "core/view/curve_model.h"

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
      counter_curve(*tracks[place.lane.index], scene.viewport, curve_);
      top_note_ = fmt::format("{:.6g}", curve_.scale_max);
    }
    Rect area = curve_area(scene, place);
    const Rect words = cut_note_line(scene, area);
    const ImU32 color = scene.palette.fill_of(ColorRole::Compute, shade_of(place.lane.title));
    paint_curve(scene, area, curve_, {faded(color, 0.26F), faded(color, 0.9F), false});
    paint_curve_note(scene, words, top_note_);
  }

  std::optional<LaneHit> hit(const LaneScene& /*scene*/, const LanePlace& /*place*/,
                             ImVec2 /*at*/) override {
    return std::nullopt;
  }

  LaneReading reading(const LaneScene& scene, const LanePlace& place, ImVec2 at) override {
    const auto& tracks = scene.snapshot.counters;
    if (place.lane.index >= tracks.size()) return {};
    const Ns time_ns = scene.viewport.time_at(at.x - place.rect.x0);
    const auto value = counter_value_at(*tracks[place.lane.index], time_ns);
    if (!value) return {};
    return {{{"Value", fmt::format("{:.10g}", *value)}}};
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
