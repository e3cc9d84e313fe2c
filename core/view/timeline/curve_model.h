// Counters and memory as curves: per pixel the smallest, the largest and the last value.
#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "core/base/time.h"
#include "core/store/snapshot.h"
#include "core/view/timeline/viewport.h"

namespace lanescope {

/// One pixel column. The value holds from here to the next point's x.
struct CurvePoint {
  float x_px = 0;
  double min = 0, max = 0;
  double last = 0;
  bool gap = false;  // no value is known from here to the next point
};

struct Curve {
  std::vector<CurvePoint>
      points;  // rising x, at most one a pixel and one at the left edge; empty when no sample yet
  double scale_min = 0,
         scale_max = 1;  // for the vertical axis: of the whole track, not of the view; max > min
};

enum class MemorySeries : std::uint8_t { Allocated, Reserved };

/// Cost: O(pixels * log n) plus one sixteenth of the samples in view.
void counter_curve(const CounterTrack& track, const Viewport& viewport, Curve& out);
/// Both series share one scale, from 0 to the largest reserved or allocated. Reserved has no points
/// when the file has no totals.
void memory_curve(const MemoryTrack& track, MemorySeries series, const Viewport& viewport,
                  Curve& out);

/// The first time from the one at `from` on that is not before `time_ns`. Cost: log n.
std::size_t first_at_or_after(std::span<const Ns> times_ns, std::size_t from, Ns time_ns);
/// The sample that holds at a time; nullopt before the first. Cost: log n.
std::optional<std::size_t> sample_at(std::span<const Ns> times_ns, Ns time_ns);

/// The value that holds at a time; nullopt before the first sample.
std::optional<double> counter_value_at(const CounterTrack& track, Ns time_ns);
/// A value as a person reads it: bytes where the counter's name or series says so, whole numbers in
/// groups, others with `digits` digits.
std::string counter_text(const Snapshot& snapshot, const CounterTrack& track, double value,
                         int digits);

struct MemoryValue {
  std::int64_t allocated_bytes = 0, reserved_bytes = 0;
  EventId event = EventId::None;  // the sample's instant
};
std::optional<MemoryValue> memory_value_at(const MemoryTrack& track, Ns time_ns);

// A value that changes at times, whose mean over any range is known at once.

inline constexpr double kPointPx = 4;
/// The time that the point of a mean around a pixel stands for, as far as there is any.
TimeRange point_range(const Viewport& viewport, double x_px, TimeRange within);

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
