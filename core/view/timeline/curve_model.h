// Counters and memory as curves: the minimum, maximum and last value per pixel.
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

/// One pixel column. `last` holds until the next point's x.
struct CurvePoint {
  float x_px = 0;
  double min = 0, max = 0;
  double last = 0;
  bool gap = false;  // no value is known until the next point
};

struct Curve {
  std::vector<CurvePoint> points;  // ascending x, at most one per pixel and one at the left edge
  double scale_min = 0,
         scale_max = 1;  // for the vertical axis: over the whole track, not the view; max > min
};

enum class MemorySeries : std::uint8_t { Allocated, Reserved };

/// Cost: O(pixels * log n) plus one sixteenth of the samples in view.
void counter_curve(const CounterTrack& track, const Viewport& viewport, Curve& out);
/// Both series share one scale, from 0 to the largest reserved or allocated value. Reserved has no
/// points if the file has no totals.
void memory_curve(const MemoryTrack& track, MemorySeries series, const Viewport& viewport,
                  Curve& out);

/// The index of the first time, from index `from` on, that is at or after `time_ns`. Cost: log n.
std::size_t first_at_or_after(std::span<const Ns> times_ns, std::size_t from, Ns time_ns);
/// The sample in effect at a time; nullopt before the first. Cost: log n.
std::optional<std::size_t> sample_at(std::span<const Ns> times_ns, Ns time_ns);

/// The value in effect at a time; nullopt before the first sample.
std::optional<double> counter_value_at(const CounterTrack& track, Ns time_ns);
/// A formatted value: bytes, or bytes per second, if the counter's name or series says so; whole
/// numbers with thousands separators; others with `digits` digits, and without a fraction where it
/// would leave fewer than two of them.
std::string counter_text(const Snapshot& snapshot, const CounterTrack& track, double value,
                         int digits);
/// What the top of a counter's curve stands for: its largest value over the whole trace, or zero.
std::string counter_top_text(const Snapshot& snapshot, const CounterTrack& track);

struct MemoryValue {
  std::int64_t allocated_bytes = 0, reserved_bytes = 0;
  EventId event = EventId::None;  // the sample's instant
};
std::optional<MemoryValue> memory_value_at(const MemoryTrack& track, Ns time_ns);

// A step function whose mean over any range can be looked up quickly.

inline constexpr double kPointPx = 4;
/// The time range that a point of a mean curve covers around a pixel, clipped to `within`.
TimeRange point_range(const Viewport& viewport, double x_px, TimeRange within);

/// A value from its time until the next change.
struct StepChange {
  Ns time_ns = 0;
  double value = 0;
};

/// For shares from 0 to 1. 0 before the first change and after the last.
class MeanCurve {
 public:
  MeanCurve() = default;
  /// Sorted by time, without duplicates.
  explicit MeanCurve(std::vector<StepChange> changes);

  [[nodiscard]] bool empty() const { return changes_.empty(); }
  /// `range` must not be empty. Cost: log n.
  [[nodiscard]] double mean_in(TimeRange range) const;

  /// The mean over every few pixels, exact at any zoom. Cost: log n per point.
  void points(const Viewport& viewport, Curve& out) const;
  /// The value around a pixel; nullopt before the first change and after the last.
  [[nodiscard]] std::optional<double> at(const Viewport& viewport, double x_px) const;

 private:
  /// The integral up to a time, in ns.
  [[nodiscard]] double integral_until(Ns time_ns) const;
  [[nodiscard]] TimeRange range_around(const Viewport& viewport, double x_px) const;

  std::vector<StepChange> changes_;
  std::vector<double> before_;  // the integral up to each change
};

}  // namespace lanescope
