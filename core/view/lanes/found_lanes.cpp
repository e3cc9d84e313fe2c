#include "core/view/lanes/found_lanes.h"

namespace lanescope {
namespace {

constexpr InsightScope kScope = InsightScope::Whole;

}  // namespace

void FoundLanes::ask_metric(Insights& insights, DeviceMetric metric) {
  if (metric == DeviceMetric::Utilisation) {
    ask_idle(insights);
  } else if (metric == DeviceMetric::Queue) {
    queue = insights.ask<QueueCurves>(kScope, &queue_curves_insight).value;
  } else if (metric >= DeviceMetric::CopyToDevice) {
    copies = insights.ask<CopyCurves>(kScope, &copy_curves_insight).value;
  } else {
    fill = insights.ask<FillCurves>(kScope, &fill_curves_insight).value;
  }
}

void FoundLanes::ask_idle(Insights& insights) {
  idle = insights.ask<IdleLanes>(kScope, &idle_lanes_insight).value;
}

void FoundLanes::ask_loader(Insights& insights) {
  loader = insights.ask<LoaderLanes>(kScope, &loader_lanes_insight).value;
}

void FoundLanes::ask_memory(Insights& insights) {
  memory = insights.ask(kScope, &device_blocks).value;
  owners = insights.ask(kScope, &owned_blocks).value;
}

bool FoundLanes::knows(DeviceMetric metric) const {
  if (metric == DeviceMetric::Utilisation) return idle != nullptr;
  if (metric == DeviceMetric::Queue) return queue != nullptr;
  return metric >= DeviceMetric::CopyToDevice ? copies != nullptr : fill != nullptr;
}

DeviceCurve::DeviceCurve(const FoundLanes& found, DeviceMetric metric, std::int64_t device) {
  if (!found.knows(metric)) return;
  if (metric == DeviceMetric::Utilisation) {
    idle_ = found.idle->of(device);
  } else if (metric == DeviceMetric::Queue) {
    if (const QueueCurve* curve = curves_of(*found.queue, device)) take(curve->length);
  } else if (metric >= DeviceMetric::CopyToDevice) {
    if (const CopyCurve* curve = curves_of(*found.copies, device)) take(curve->of(metric));
  } else if (const FillCurve* curve = curves_of(*found.fill, device)) {
    const MeanCurve& mean =
        metric == DeviceMetric::Occupancy ? curve->occupancy : curve->sm_efficiency;
    if (!mean.empty()) mean_ = &mean;
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
