// Launches as a scatter plot: the call's duration or start time, against how long its work waited
// after the call. Large numbers are binned into cells, so a million launches cost no more to draw
// than a few thousand.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/analysis/events/window.h"
#include "core/analysis/launch/launches.h"
#include "core/analysis/results.h"
#include "core/store/snapshot.h"
#include "core/view/tables/log_axis.h"
#include "core/view/tables/table_picture.h"

namespace lanescope {

/// What is noteworthy about a launch. Each launch is in one of them: the last that applies.
enum class LaunchZone : std::uint8_t { Usual, ShortKernel, Delayed, QueueFull };
inline constexpr std::size_t kLaunchZones = 4;
/// "short kernels".
std::string_view zone_title(LaunchZone zone);
/// One sentence, with the threshold.
std::string zone_meaning(LaunchZone zone, const Thresholds& thresholds);

/// A call that launched GPU work, and the first piece of that work.
struct LaunchPoint {
  EventId kernel = EventId::None;
  EventId call = EventId::None;
  Ns begin_ns = 0;  // the call's start
  Ns call_ns = 0;
  Ns gpu_ns = 0;
  Ns counted_call_ns = 0, counted_gpu_ns = 0;  // in sums, see Launch
  Ns delay_ns = 0;                             // from the end of the call to the start of the work
  bool has_wait = true;                        // see Launch::has_wait()
  LaunchZone zone = LaunchZone::Usual;

  /// How long the work waited: 0 if it started before the call ended.
  [[nodiscard]] Ns wait_ns() const { return delay_ns > 0 ? delay_ns : 0; }
};

struct ZoneSums {
  std::uint64_t launches = 0;
  std::uint64_t waits = 0;  // launches whose wait is known
  Ns call_ns = 0;
  Ns gpu_ns = 0;   // the work's
  Ns wait_ns = 0;  // launches wait at the same time, so the sum itself says nothing

  void add(const LaunchPoint& point);
  /// nullopt if no wait is known.
  [[nodiscard]] std::optional<Ns> mean_wait_ns() const;
};

/// Launches that are close together in the chart.
struct LaunchCell {
  std::uint32_t count = 0;
  LaunchZone zone = LaunchZone::Usual;  // the last of theirs
  std::uint32_t latest = 0;             // the point with the longest delay
};

/// Row 0 is the band of launches without delay; above it the delay increases with the row.
struct LaunchGrid {
  static constexpr std::size_t kColumns = 160, kRows = 72;
  std::vector<LaunchCell> cells;  // by row, then by column
  std::uint32_t most = 0;         // largest number of launches in a cell
};

struct LaunchPicture final : TablePicture {
  std::vector<LaunchPoint> points;
  /// Later nodes of CUDA graphs. They are not launches: they have no call of their own, so neither
  /// a call's duration nor a wait, and are not in the chart, the zones and the sums.
  std::vector<LaunchPoint> nodes;
  LogAxis call_axis, delay_axis;  // in ns
  TimeRange times;                // from the first call to the last
  LaunchGrid by_call, by_time;
  std::array<ZoneSums, kLaunchZones> zones;  // in the box that limits the table; they add up
  ZoneSums all;                              // to this
  /// Median time from the start of a call to the start of its work, if the stream was idle.
  std::optional<double> floor_ns;
  SharedThresholds thresholds;  // that define the zones

  /// The position of a point, from 0 to 1. y_of() is nullopt for points without delay.
  [[nodiscard]] double x_of(const LaunchPoint& point, ChartAxis axis) const;
  [[nodiscard]] std::optional<double> y_of(const LaunchPoint& point) const;
  [[nodiscard]] const LaunchGrid& grid(ChartAxis axis) const {
    return axis == ChartAxis::Time ? by_time : by_call;
  }
  /// The values at a corner of a box on the screen; a negative `y` is the band.
  [[nodiscard]] Ns x_value(double x, ChartAxis axis) const;
  [[nodiscard]] Ns y_value(double y) const;
};

/// Whether a launch is inside the box.
bool is_in_box(const LaunchPoint& point, const ChartBox& box);

/// Pure; complete snapshots only. Cost: that of analyse_launches and analyse_queue.
LaunchPicture launch_picture(const AnalysisResults& in, const std::optional<ChartBox>& box);

}  // namespace lanescope
