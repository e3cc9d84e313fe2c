// A value that changes at times, whose mean over any range is known at once.
#pragma once

#include <optional>
#include <vector>

#include "core/base/time.h"
#include "core/view/timeline/curve_model.h"
#include "core/view/timeline/viewport.h"

namespace lanescope {

/// A value that holds from its time to the next one's.
struct StepChange {
  Ns time_ns = 0;
  double value = 0;
};

/// Of shares from 0 to 1. 0 in front of the first change and behind the last.
class MeanCurve {
 public:
  MeanCurve() = default;
  /// By time, each once.
  explicit MeanCurve(std::vector<StepChange> changes);

  [[nodiscard]] bool empty() const { return changes_.empty(); }
  /// Of a range that is not empty. Cost: log n.
  [[nodiscard]] double mean_in(TimeRange range) const;

  /// The mean of every few pixels, as exact at any zoom. Cost: log n a point.
  void points(const Viewport& viewport, Curve& out) const;
  /// Around a pixel; nullopt in front of the first change and behind the last.
  [[nodiscard]] std::optional<double> at(const Viewport& viewport, double x_px) const;

 private:
  /// Of all time up to there, in ns.
  [[nodiscard]] double integral_until(Ns time_ns) const;
  [[nodiscard]] TimeRange range_around(const Viewport& viewport, double x_px) const;

  std::vector<StepChange> changes_;
  std::vector<double> before_;  // the integral up to each change
};

}  // namespace lanescope
