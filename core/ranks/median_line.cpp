#include "core/ranks/median_line.h"

#include <algorithm>
#include <cstddef>
#include <vector>

#include "core/analysis/events/statistics.h"

namespace lanescope {
namespace {

constexpr std::size_t kMostPoints = 400;

std::vector<LinePoint> thinned(std::span<const LinePoint> points) {
  const std::size_t count = std::min(points.size(), kMostPoints);
  std::vector<LinePoint> out;
  for (std::size_t i = 0; i < count; ++i) out.push_back(points[i * points.size() / count]);
  return out;
}

}  // namespace

MedianLine median_line(std::span<const LinePoint> points) {
  const std::vector<LinePoint> some = thinned(points);
  std::vector<double> slopes;
  for (std::size_t i = 0; i < some.size(); ++i) {
    for (std::size_t j = i + 1; j < some.size(); ++j) {
      const double width = some[j].x - some[i].x;
      if (width != 0) slopes.push_back((some[j].y - some[i].y) / width);
    }
  }
  MedianLine line;
  line.slope = median_of(std::move(slopes));
  std::vector<double> heights;
  for (const LinePoint& point : points) heights.push_back(point.y - line.slope * point.x);
  line.at_zero = median_of(std::move(heights));
  return line;
}

}  // namespace lanescope
