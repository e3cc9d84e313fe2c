// Launches as points: how long the call took or when it was, against how long its work waited
// behind it. Many are counted into cells, so that a million costs no more to draw than a few
// thousand.
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
#include "core/view/tables/chart_box.h"
#include "core/view/tables/table_picture.h"
#include "core/view/text/log_axis.h"

namespace lanescope {

/// What is to be said about a launch; all but Usual can hold at once.
enum class LaunchZone : std::uint8_t { Usual, ShortKernel, Delayed, QueueFull };
inline constexpr std::size_t kLaunchZones = 4;
/// "short kernels"
std::string_view zone_title(LaunchZone zone);
/// One sentence with the limit.
std::string zone_meaning(LaunchZone zone, const Thresholds& thresholds);

/// A piece of GPU work and the call that launched it.
struct LaunchPoint {
  EventId kernel = EventId::None;
  EventId call = EventId::None;
  Ns begin_ns = 0;  // of the call
  Ns call_ns = 0;
  Ns gpu_ns = 0;
  Ns delay_ns = 0;          // from the end of the call to the start of the work
  std::uint8_t zones = 0;   // a bit for each LaunchZone but Usual
  bool counts_call = true;  // the call's first piece of work

  [[nodiscard]] bool is_in(LaunchZone zone) const;
  /// The one whose colour it has: the last that holds.
  [[nodiscard]] LaunchZone zone() const;
};

struct ZoneSums {
  std::uint64_t launches = 0;
  Ns call_ns = 0;   // each call once
  Ns gpu_ns = 0;    // of the work
  Ns delay_ns = 0;  // positive ones
};

/// Launches that lie close together in the picture.
struct LaunchCell {
  std::uint32_t count = 0;
  LaunchZone zone = LaunchZone::Usual;  // the last that holds for any
  std::uint32_t latest = 0;             // the point that waited longest
};

/// Row 0 is the band of those that did not wait; the delay rises with the rows above it.
struct LaunchGrid {
  static constexpr std::size_t kColumns = 160, kRows = 72;
  std::vector<LaunchCell> cells;  // row by row
  std::uint32_t most = 0;         // launches in one of them
};

struct LaunchPicture final : TablePicture {
  std::vector<LaunchPoint> points;
  LogAxis call_axis, delay_axis;  // in ns
  TimeRange times;                // of the calls
  LaunchGrid by_call, by_time;
  std::array<ZoneSums, kLaunchZones> zones;  // in the box that the table is limited to
  ZoneSums all;                              // likewise
  /// Median from the start of a call to the start of its work where the stream was idle.
  std::optional<double> floor_ns;
  SharedThresholds thresholds;  // that zones are told by

  /// Where a point lies, from 0 to 1 each. Points that did not wait have no height.
  [[nodiscard]] double x_of(const LaunchPoint& point, ChartAxis axis) const;
  [[nodiscard]] std::optional<double> y_of(const LaunchPoint& point) const;
  [[nodiscard]] const LaunchGrid& grid(ChartAxis axis) const {
    return axis == ChartAxis::Time ? by_time : by_call;
  }
  /// What a corner of a box on the screen stands for; `y` below 0 is the band.
  [[nodiscard]] Ns x_value(double x, ChartAxis axis) const;
  [[nodiscard]] Ns y_value(double y) const;
};

/// Whether a launch lies in the box.
bool is_in_box(const LaunchPoint& point, const ChartBox& box);

/// Pure; complete snapshots only. Cost: that of analyse_launches and analyse_queue.
LaunchPicture launch_picture(const AnalysisResults& in, const std::optional<ChartBox>& box);

}  // namespace lanescope
