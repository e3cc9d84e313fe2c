// Lanes of curves about a device that an analysis found.
#include "app/lanes/curve_painter.h"
#include "app/lanes/lane_view.h"
#include "app/widgets/text.h"
#include "core/view/curve_model.h"
#include "core/view/idle_lane.h"
#include "core/view/metric_curves.h"

namespace lanescope {
namespace {

class MetricsLane final : public LaneView {
 public:
  void draw(const LaneScene& scene, const LanePlace& place) override {
    refresh(scene, place);
    Rect area = curve_area(scene, place);
    const Rect words = cut_note_line(scene, area);
    if (!known_) return;
    if (curve_.points.empty() && !has_data_) {
      const Face& face = scene.ui.face().small;
      draw_text(scene.list, face,
                {area.x0 + scene.ui.px(8), centered_y(face, place.rect.y0, place.rect.y1)},
                scene.ui.color().faint, words_of(metric(place)).missing);
      return;
    }
    const ImU32 color = scene.palette.fill_of(ColorRole::Compute, 0);
    paint_curve(scene, area, curve_, {faded(color, 0.26F), faded(color, 0.9F), false});
    paint_curve_note(scene, words, note_);
  }

  std::optional<LaneHit> hit(const LaneScene& /*scene*/, const LanePlace& /*place*/,
                             ImVec2 /*at*/) override {
    return std::nullopt;
  }

  LaneReading reading(const LaneScene& scene, const LanePlace& place, ImVec2 at) override {
    refresh(scene, place);
    const double x_px = at.x - place.rect.x0;
    std::optional<double> value;
    if (metric(place) == DeviceMetric::Utilisation) {
      const IdleLane* idle = idle_ ? idle_->of(place.lane.device) : nullptr;
      if (idle != nullptr) value = utilisation_at(*idle, scene.viewport, x_px);
    } else if (const CounterTrack* track = track_of(place)) {
      value = counter_value_at(*track, scene.viewport.time_at(x_px));
    }
    if (!value) return {};
    LaneReading reading;
    reading.facts.emplace_back(words_of(metric(place)).facts, metric_text(metric(place), *value));
    return reading;
  }

 private:
  static DeviceMetric metric(const LanePlace& place) {
    return static_cast<DeviceMetric>(place.lane.index);
  }

  [[nodiscard]] const CounterTrack* track_of(const LanePlace& place) const {
    const DeviceCurves* device = curves_ ? curves_->of(place.lane.device) : nullptr;
    if (device == nullptr) return nullptr;
    return device->queue.time_ns.empty() ? nullptr : &device->queue;
  }

  void refresh(const LaneScene& scene, const LanePlace& place) {
    const LaneQueryKey key = query_key(scene, place);
    if (metric(place) == DeviceMetric::Utilisation) {
      const auto idle = scene.insights.ask<IdleLanes>(InsightScope::Whole, &idle_lanes_insight);
      if (idle.value == idle_ && key == key_) return;
      idle_ = idle.value;
      key_ = key;
      make_utilisation(scene, place);
      return;
    }
    const auto curves =
        scene.insights.ask<MetricCurves>(InsightScope::Whole, &metric_curves_insight);
    if (curves.value == curves_ && key == key_) return;
    curves_ = curves.value;
    key_ = key;
    make_curve(scene, place);
  }

  void make_utilisation(const LaneScene& scene, const LanePlace& place) {
    const IdleLane* idle = idle_ ? idle_->of(place.lane.device) : nullptr;
    known_ = idle_ != nullptr;
    has_data_ = idle != nullptr;
    curve_.points.clear();
    if (idle != nullptr) utilisation_curve(*idle, scene.viewport, curve_);
    note_ = metric_text(DeviceMetric::Utilisation, 1);
  }

  void make_curve(const LaneScene& scene, const LanePlace& place) {
    const CounterTrack* track = track_of(place);
    known_ = curves_ != nullptr;
    has_data_ = track != nullptr;
    curve_.points.clear();
    if (track == nullptr) return;
    counter_curve(*track, scene.viewport, curve_);
    note_ = metric_text(metric(place), curve_.scale_max);
  }

  LaneQueryKey key_;
  std::shared_ptr<const IdleLanes> idle_;
  std::shared_ptr<const MetricCurves> curves_;
  bool known_ = false, has_data_ = false;
  Curve curve_;
  std::string note_;
};

}  // namespace

std::unique_ptr<LaneView> make_metrics_lane() {
  return std::make_unique<MetricsLane>();
}

}  // namespace lanescope
