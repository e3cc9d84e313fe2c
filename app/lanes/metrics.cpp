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
    if (!from_) return;
    if (curve_.points.empty() && !has_data_) {
      const Face& face = scene.ui.face().small;
      draw_text_fitted(scene.list, face,
                       {area.x0 + scene.ui.px(8), centered_y(face, place.rect.y0, place.rect.y1)},
                       area.width() - scene.ui.px(16), scene.ui.color().faint,
                       words_of(metric(place)).missing);
      return;
    }
    const bool copies = metric(place) >= DeviceMetric::CopyToDevice;
    const ImU32 color = scene.palette.fill_of(copies ? ColorRole::Copy : ColorRole::Compute, 0);
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
    if (idle_ != nullptr) value = utilisation_at(*idle_, scene.viewport, x_px);
    if (mean_ != nullptr) value = mean_->at(scene.viewport, x_px);
    if (track_ != nullptr) value = counter_value_at(*track_, scene.viewport.time_at(x_px));
    if (!value) return {};
    LaneReading reading;
    const MetricWords words = words_of(metric(place));
    reading.facts.emplace_back(words.title, metric_text(metric(place), *value));
    return reading;
  }

 private:
  static DeviceMetric metric(const LanePlace& place) {
    return static_cast<DeviceMetric>(place.lane.index);
  }

  void refresh(const LaneScene& scene, const LanePlace& place) {
    const auto from = source(scene, metric(place));
    const LaneQueryKey key = query_key(scene, place);
    if (from == from_ && key == key_) return;
    from_ = from;
    key_ = key;
    idle_ = nullptr;
    mean_ = nullptr;
    track_ = nullptr;
    curve_.points.clear();
    if (from_) take(place);
    has_data_ = idle_ != nullptr || mean_ != nullptr || track_ != nullptr;
    draw_curve(scene, place);
  }

  /// The result that the curve is taken from.
  static std::shared_ptr<const void> source(const LaneScene& scene, DeviceMetric metric) {
    constexpr InsightScope kScope = InsightScope::Whole;
    switch (metric) {
      case DeviceMetric::Utilisation:
        return scene.insights.ask<IdleLanes>(kScope, &idle_lanes_insight).value;
      case DeviceMetric::Queue:
        return scene.insights.ask<QueueCurves>(kScope, &queue_curves_insight).value;
      case DeviceMetric::SmEfficiency:
      case DeviceMetric::Occupancy:
        return scene.insights.ask<FillCurves>(kScope, &fill_curves_insight).value;
      case DeviceMetric::CopyToDevice:
      case DeviceMetric::CopyToHost:
      case DeviceMetric::CopyOnDevice:
        break;
    }
    return scene.insights.ask<CopyCurves>(kScope, &copy_curves_insight).value;
  }

  /// Finds the device's curve in it.
  void take(const LanePlace& place) {
    const std::int64_t device = place.lane.device;
    switch (metric(place)) {
      case DeviceMetric::Utilisation:
        idle_ = static_cast<const IdleLanes*>(from_.get())->of(device);
        return;
      case DeviceMetric::Queue: {
        const auto* found = curves_of(*static_cast<const QueueCurves*>(from_.get()), device);
        if (found != nullptr) take_track(found->length);
        return;
      }
      case DeviceMetric::SmEfficiency:
      case DeviceMetric::Occupancy: {
        const auto* found = curves_of(*static_cast<const FillCurves*>(from_.get()), device);
        if (found == nullptr) return;
        const MeanCurve& mean =
            metric(place) == DeviceMetric::Occupancy ? found->occupancy : found->sm_efficiency;
        if (!mean.empty()) mean_ = &mean;
        return;
      }
      case DeviceMetric::CopyToDevice:
      case DeviceMetric::CopyToHost:
      case DeviceMetric::CopyOnDevice: {
        const auto* found = curves_of(*static_cast<const CopyCurves*>(from_.get()), device);
        if (found != nullptr) take_track(found->of(metric(place)));
        return;
      }
    }
  }

  void take_track(const CounterTrack& track) {
    if (!track.time_ns.empty()) track_ = &track;
  }

  void draw_curve(const LaneScene& scene, const LanePlace& place) {
    if (idle_ != nullptr) utilisation_curve(*idle_, scene.viewport, curve_);
    if (mean_ != nullptr) mean_->points(scene.viewport, curve_);
    if (track_ != nullptr) counter_curve(*track_, scene.viewport, curve_);
    if (has_data_) note_ = metric_text(metric(place), curve_.scale_max);
  }

  LaneQueryKey key_;
  std::shared_ptr<const void> from_;  // null while it is being computed
  // One of them, in `from_`; all null where the trace has no such data.
  const IdleLane* idle_ = nullptr;
  const MeanCurve* mean_ = nullptr;
  const CounterTrack* track_ = nullptr;
  bool has_data_ = false;
  Curve curve_;
  std::string note_;
};

}  // namespace

std::unique_ptr<LaneView> make_metrics_lane() {
  return std::make_unique<MetricsLane>();
}

}  // namespace lanescope
