// In a line: what is the program bound by?
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include "core/analysis/events/window.h"
#include "core/store/snapshot.h"

namespace lanescope {

class AnalysisResults;

/// What the time of a step goes to; the parts add up to it.
enum class BoundPart : std::uint8_t {
  Input,       // idle for the next batch
  Allocation,  // idle for memory of the driver
  Sync,        // idle because a call had waited for the queue to run dry
  Host,        // idle for anything else that the host does
  Comm,        // exposed communication
  Copy,        // exposed copies and fills
  DeviceWait,  // idle although work had been launched, or nobody knows
  Gpu,         // computing
};
inline constexpr std::size_t kBoundParts = 8;
/// "input", "device_wait": as in the text face.
std::string_view bound_part_name(BoundPart part);

enum class WorkloadClass : std::uint8_t {
  Input,
  Allocation,
  Sync,
  Overhead,  // the host does not keep up
  Launch,    // the same, and kernels are tiny
  Host,      // the host is most of it, but there is too little of it or the queue is not empty
  Comm,
  Copy,
  DeviceWait,
  Compute,
  Memory,
  Gpu,  // computing, and too little is known of it to say more
};
/// "overhead-bound": for a sentence.
std::string_view workload_class_name(WorkloadClass workload);

struct BoundVerdict {
  std::array<Ns, kBoundParts> parts_ns{};
  WorkloadClass workload = WorkloadClass::Gpu;
  /// The share of the part that the class is named after less that of the next; Compute and Memory
  /// are no further ahead than of each other.
  double confidence = 0;
  /// The next part; nullopt without any, and where Compute or Memory are closer to each other.
  std::optional<BoundPart> next;
  /// The GPU computes most, but has nothing queued most of the time and waits for the host for a
  /// share of Thresholds::host_share_pct or more.
  bool host_sets_pace = false;
};

struct BoundStep {
  StringId name = StringId::Empty;
  TimeRange range;
  BoundVerdict verdict;
};

struct BoundDevice {
  std::int64_t device = -1;
  TimeRange window;      // the steps, else the window of the GPU's time
  BoundVerdict verdict;  // of all of it
  std::vector<BoundStep> steps;
  std::optional<double> queue_p50;  // of the busiest stream; nullopt without launches
  std::optional<Ns> median_kernel_ns;
  /// Of the time of computing kernels, how much is in operators whose work is known.
  std::optional<double> modelled;
};

struct BoundTable {
  std::vector<BoundDevice> devices;  // by number; empty without GPU events
  std::size_t devices_left_out = 0;  // beyond kMostIdleDevices, whose idle time nobody knows
};

/// Bound by the part with most of the time. Pure; complete snapshots only. Cost: analyse_idle,
/// analyse_queue and analyse_roofline, and a pass over the GPU events.
BoundTable analyse_bound(const AnalysisResults& in);

}  // namespace lanescope
