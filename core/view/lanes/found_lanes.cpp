#include "core/view/lanes/found_lanes.h"

namespace lanescope {
namespace {

constexpr InsightScope kScope = InsightScope::Whole;

}  // namespace

void FoundLanes::ask_metric(Insights& insights, DeviceMetric metric) {
  switch (metric) {
    case DeviceMetric::Utilisation:
      return ask_idle(insights);
    case DeviceMetric::Queue:
      queue = insights.ask<QueueCurves>(kScope, &queue_curves_insight).value;
      return;
    case DeviceMetric::SmEfficiency:
    case DeviceMetric::Occupancy:
      fill = insights.ask<FillCurves>(kScope, &fill_curves_insight).value;
      return;
    case DeviceMetric::CopyToDevice:
    case DeviceMetric::CopyToHost:
    case DeviceMetric::CopyOnDevice:
      copies = insights.ask<CopyCurves>(kScope, &copy_curves_insight).value;
      return;
  }
}

void FoundLanes::ask_idle(Insights& insights) {
  idle = insights.ask<IdleLanes>(kScope, &idle_lanes_insight).value;
}

void FoundLanes::ask_memory(Insights& insights) {
  memory = insights.ask(kScope, &device_blocks).value;
}

bool FoundLanes::knows(DeviceMetric metric) const {
  switch (metric) {
    case DeviceMetric::Utilisation:
      return idle != nullptr;
    case DeviceMetric::Queue:
      return queue != nullptr;
    case DeviceMetric::SmEfficiency:
    case DeviceMetric::Occupancy:
      return fill != nullptr;
    case DeviceMetric::CopyToDevice:
    case DeviceMetric::CopyToHost:
    case DeviceMetric::CopyOnDevice:
      break;
  }
  return copies != nullptr;
}

DeviceCurve::DeviceCurve(const FoundLanes& found, DeviceMetric metric, std::int64_t device) {
  if (!found.knows(metric)) return;
  switch (metric) {
    case DeviceMetric::Utilisation:
      idle_ = found.idle->of(device);
      return;
    case DeviceMetric::Queue: {
      const QueueCurve* curve = curves_of(*found.queue, device);
      if (curve != nullptr) take(curve->length);
      return;
    }
    case DeviceMetric::SmEfficiency:
    case DeviceMetric::Occupancy: {
      const FillCurve* curve = curves_of(*found.fill, device);
      if (curve == nullptr) return;
      const MeanCurve& mean =
          metric == DeviceMetric::Occupancy ? curve->occupancy : curve->sm_efficiency;
      if (!mean.empty()) mean_ = &mean;
      return;
    }
    case DeviceMetric::CopyToDevice:
    case DeviceMetric::CopyToHost:
    case DeviceMetric::CopyOnDevice: {
      const CopyCurve* curve = curves_of(*found.copies, device);
      if (curve != nullptr) take(curve->of(metric));
      return;
    }
  }
}

void DeviceCurve::points(const Viewport& viewport, Curve& out) const {
  out.points.clear();
  if (idle_ != nullptr) utilisation_curve(*idle_, viewport, out);
  if (mean_ != nullptr) mean_->points(viewport, out);
  if (track_ != nullptr) counter_curve(*track_, viewport, out);
}

std::optional<double> DeviceCurve::at(const Viewport& viewport, double x_px) const {
  if (idle_ != nullptr) return utilisation_at(*idle_, viewport, x_px);
  if (mean_ != nullptr) return mean_->at(viewport, x_px);
  if (track_ != nullptr) return counter_value_at(*track_, viewport.time_at(x_px));
  return std::nullopt;
}

}  // namespace lanescope
