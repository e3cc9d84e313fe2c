#include "core/view/timeline/mean_curve.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace lanescope {
namespace {

constexpr double kPointPx = 4;

}  // namespace

MeanCurve::MeanCurve(std::vector<StepChange> changes) : changes_(std::move(changes)) {
  before_.reserve(changes_.size());
  double sum = 0;
  for (std::size_t i = 0; i < changes_.size(); ++i) {
    if (i != 0) {
      const Ns length_ns = saturating_sub(changes_[i].time_ns, changes_[i - 1].time_ns);
      sum += changes_[i - 1].value * static_cast<double>(length_ns);
    }
    before_.push_back(sum);
  }
}

double MeanCurve::integral_until(Ns time_ns) const {
  const auto after = std::ranges::upper_bound(changes_, time_ns, {}, &StepChange::time_ns);
  if (after == changes_.begin()) return 0;
  const auto i = static_cast<std::size_t>(after - changes_.begin()) - 1;
  if (after == changes_.end()) return before_[i];
  const Ns since_ns = saturating_sub(time_ns, changes_[i].time_ns);
  return before_[i] + changes_[i].value * static_cast<double>(since_ns);
}

double MeanCurve::mean_in(TimeRange range) const {
  const double sum = integral_until(range.end_ns) - integral_until(range.begin_ns);
  return std::clamp(sum / static_cast<double>(range.length_ns()), 0.0, 1.0);
}

TimeRange MeanCurve::range_around(const Viewport& viewport, double x_px) const {
  if (changes_.empty()) return {};
  const double x0 = std::floor(x_px / kPointPx) * kPointPx;
  const Ns begin_ns = viewport.time_at(x0);
  const Ns end_ns = std::max(viewport.time_at(x0 + kPointPx), saturating_add(begin_ns, 1));
  return {std::max(begin_ns, changes_.front().time_ns), std::min(end_ns, changes_.back().time_ns)};
}

void MeanCurve::points(const Viewport& viewport, Curve& out) const {
  out.points.clear();
  out.scale_min = 0;
  out.scale_max = 1;
  for (double x = 0; x < viewport.width_px(); x += kPointPx) {
    const TimeRange range = range_around(viewport, x);
    if (range.empty() && out.points.empty()) continue;
    const double mean = range.empty() ? 0 : mean_in(range);
    out.points.push_back({static_cast<float>(x), mean, mean, mean});
    if (range.empty()) return;
  }
}

std::optional<double> MeanCurve::at(const Viewport& viewport, double x_px) const {
  const TimeRange range = range_around(viewport, x_px);
  if (range.empty()) return std::nullopt;
  return mean_in(range);
}

}  // namespace lanescope
