// Lanes of per-device curves computed by an analysis.
#include "app/lanes/curve_painter.h"
#include "app/lanes/lane_view.h"
#include "app/widgets/draw/paint.h"
#include "core/view/lanes/found_lanes.h"
#include "core/view/timeline/curve_model.h"

namespace lanescope {
namespace {

class MetricsLane final : public LaneView {
 public:
  void draw(const LaneScene& scene, const LanePlace& place) override {
    refresh(scene, place);
    Rect area = curve_area(scene, place);
    const Rect words = cut_note_line(scene, area);
    if (!found_.knows(metric(place))) return;
    if (curve_.points.empty() && source_.empty()) {
      const Face& face = scene.ui.face().small;
      draw_text_fitted(scene.list, face, {area.x0 + scene.ui.px(8), centered_y(face, place.rect)},
                       area.width() - scene.ui.px(16), scene.ui.color().faint,
                       words_of(metric(place)).missing);
      return;
    }
    const ImU32 color = scene.palette.fill_of(metric_role(metric(place)), 0);
    paint_curve(scene, area, curve_, {faded(color, 0.26F), faded(color, 0.9F), false});
    paint_curve_note(scene, words, note_);
  }

  LaneWords reading(const LaneScene& scene, const LanePlace& place, ImVec2 at) override {
    refresh(scene, place);
    const auto value = source_.at(scene.viewport, at.x - place.rect.x0);
    if (!value) return {};
    LaneWords reading;
    const MetricWords words = words_of(metric(place));
    reading.facts.emplace_back(words.title, metric_text(metric(place), *value));
    return reading;
  }

 private:
  static DeviceMetric metric(const LanePlace& place) {
    return static_cast<DeviceMetric>(place.lane.index);
  }

  void refresh(const LaneScene& scene, const LanePlace& place) {
    FoundLanes found;
    found.ask_metric(scene.insights, metric(place));
    const LaneQueryKey key = query_key(scene, place);
    const bool same = found.idle == found_.idle && found.queue == found_.queue &&
                      found.fill == found_.fill && found.copies == found_.copies;
    if (same && key == key_) return;
    found_ = std::move(found);
    key_ = key;
    source_ = DeviceCurve(found_, metric(place), place.lane.device);
    source_.points(scene.viewport, curve_);
    if (!source_.empty()) note_ = metric_text(metric(place), curve_.scale_max);
  }

  LaneQueryKey key_;
  FoundLanes found_;
  DeviceCurve source_;
  Curve curve_;
  std::string note_;
};

}  // namespace

std::unique_ptr<LaneView> make_metrics_lane() {
  return std::make_unique<MetricsLane>();
}

}  // namespace lanescope
