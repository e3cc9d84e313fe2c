#include "core/ranks/fleet/clock_line.h"

#include <algorithm>
#include <cmath>

#include "core/analysis/events/statistics.h"

namespace lanescope {
namespace {

constexpr std::size_t kLeastForSlope = 8;
constexpr std::size_t kLeastForThirds = 9;
constexpr double kMostDrift = 50e-6;
/// How far away outliers are, in standard deviations.
constexpr double kOutlier = 6;
/// Of the median deviation; below it, everything is as good as exact.
constexpr double kExact = 1;

double median_y(std::span<const LinePoint> points, double slope) {
  std::vector<double> values;
  values.reserve(points.size());
  for (const LinePoint& point : points) values.push_back(point.y - slope * point.x);
  return median_of(std::move(values));
}

double median_x(std::span<const LinePoint> points) {
  std::vector<double> values;
  values.reserve(points.size());
  for (const LinePoint& point : points) values.push_back(point.x);
  return median_of(std::move(values));
}

/// `points` are in order of x.
MedianLine resistant_line(std::span<const LinePoint> points) {
  constexpr int kRounds = 4;
  MedianLine line;
  if (points.size() >= kLeastForThirds) {
    const std::size_t third = points.size() / 3;
    const auto left = points.first(third), right = points.last(third);
    const double distance = median_x(right) - median_x(left);
    for (int round = 0; round < kRounds && distance > 0; ++round)
      line.slope += (median_y(right, line.slope) - median_y(left, line.slope)) / distance;
  }
  line.at_zero = median_y(points, line.slope);
  return line;
}

double away(const MedianLine& line, const LinePoint& point) {
  return std::abs(point.y - line.at_zero - line.slope * point.x);
}

/// Least squares; x and y are taken from their means, which keeps the sums exact.
void fit_squares(std::span<const LinePoint> points, ClockLine& out) {
  const auto count = static_cast<double>(points.size());
  for (const LinePoint& point : points) {
    out.mean_x += point.x / count;
    out.at_mean += point.y / count;
  }
  double product = 0;
  for (const LinePoint& point : points) {
    const double x = point.x - out.mean_x;
    out.spread_x += x * x;
    product += x * (point.y - out.at_mean);
  }
  out.points = points.size();
  out.has_slope = points.size() >= kLeastForSlope && out.spread_x > 0;
  if (out.has_slope) out.slope = product / out.spread_x;
  for (const LinePoint& point : points) {
    const double off = point.y - out.at(point.x);
    out.squares += off * off;
  }
}

}  // namespace

double ClockLine::standard_deviation() const {
  const std::size_t fitted = has_slope ? 2 : 1;
  if (points <= fitted + 1) return 0;
  return std::sqrt(squares / static_cast<double>(points - fitted));
}

double ClockLine::error_at(double x, double standard_deviation) const {
  if (points == 0) return 0;
  const double away_x = x - mean_x;
  double variance = 1 / static_cast<double>(points);
  if (has_slope) variance += away_x * away_x / spread_x;
  const double drifted = has_slope ? 0 : kMostDrift * std::abs(away_x);
  return kClockErrorFactor * standard_deviation * std::sqrt(variance) + drifted;
}

double ClockLine::slope_error(double standard_deviation) const {
  return has_slope ? kClockErrorFactor * standard_deviation / std::sqrt(spread_x) : kMostDrift;
}

ClockLine clock_line(std::span<const LinePoint> points) {
  ClockLine out;
  if (points.empty()) return out;
  std::vector<LinePoint> sorted(points.begin(), points.end());
  std::ranges::sort(sorted, {}, &LinePoint::x);
  const MedianLine rough = resistant_line(sorted);
  std::vector<double> distances;
  distances.reserve(sorted.size());
  for (const LinePoint& point : sorted) distances.push_back(away(rough, point));
  out.deviation = median_of(std::move(distances));
  const double most = kOutlier * kDeviationScale * std::max(out.deviation, kExact);
  std::erase_if(sorted, [&](const LinePoint& point) { return away(rough, point) > most; });
  fit_squares(sorted, out);
  return out;
}

}  // namespace lanescope
