// What the cells of the wall, ranks × steps, can show.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "core/view/fleet/fleet_picture.h"

namespace lanescope {

enum class WallKind : std::uint8_t {
  StepTime,
  Compute,
  ExposedComm,
  WaitCaused,  // what the other ranks waited because of this one, summed over them
  Waited,      // in collectives
  Idle,
  PeakMemory,  // bytes
  IdleClass,   // idle time of one cause
};

struct WallMeasure {
  WallKind kind = WallKind::StepTime;
  std::size_t term = 0;  // of IdleClass: as in LatenessTerms; else 0
  friend bool operator==(const WallMeasure&, const WallMeasure&) = default;
};

/// "Step time", "Idle: data loading".
std::string wall_measure_title(WallMeasure measure);
/// In ns, or in bytes for memory: "84.65 ms", "61.00 GiB". GPU times are summed over the GPUs of a
/// rank, which is mostly one.
std::string wall_value_text(WallMeasure measure, double value);

/// Nullopt if the rank has no such step, or its trace does not have it. Cost: constant.
std::optional<double> wall_value(const FleetPicture& run, WallMeasure measure, std::size_t rank,
                                 std::size_t step);

/// Those that have a value anywhere, and the causes of idle time that occur. Cost: all steps.
std::vector<WallMeasure> wall_measures(const FleetPicture& run);

}  // namespace lanescope
