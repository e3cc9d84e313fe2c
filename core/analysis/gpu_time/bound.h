// What the program is bound by.
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

/// The parts of the recorded time of a step; they add up to it.
enum class BoundPart : std::uint8_t {
  Input,       // idle, waiting for the next batch
  Allocation,  // idle during driver allocations
  Sync,        // idle during or after a call that waits for the GPU
  Host,        // idle because of anything else on the host
  Comm,        // exposed communication
  Copy,        // exposed copies and fills
  DeviceWait,  // idle despite queued work, or for unknown reasons
  Gpu,         // computing
};
inline constexpr std::size_t kBoundParts = 8;
/// "input", "device_wait": as in JSON.
std::string_view bound_part_name(BoundPart part);

enum class WorkloadClass : std::uint8_t {
  Input,
  Allocation,
  Sync,
  Overhead,  // the host cannot keep up with the GPU
  Launch,    // the same, with tiny kernels
  Host,      // the host part is largest, but it is small or the queue is not empty
  Comm,
  Copy,
  DeviceWait,
  Compute,
  Memory,
  Gpu,  // computing; not known whether compute- or memory-bound
};
/// "overhead-bound": as used in a sentence.
std::string_view workload_class_name(WorkloadClass workload);

struct BoundVerdict {
  std::array<Ns, kBoundParts> parts_ns{};
  WorkloadClass workload = WorkloadClass::Gpu;
  /// The share of the part that limits minus that of the next. For Compute and Memory, at most the
  /// difference between the two.
  double confidence = 0;
  /// The largest of the other parts; nullopt if there is none, or if Compute and Memory are closer
  /// to each other.
  std::optional<BoundPart> next;
  /// Computing is the largest part, but the queue is usually empty, and the host part is at least
  /// Thresholds::host_share_pct: the host limits, and computing is not among the other parts.
  bool host_sets_pace = false;
};

struct BoundStep {
  StringId name = StringId::Empty;
  TimeRange range;
  BoundVerdict verdict;
};

struct BoundDevice {
  std::int64_t device = -1;
  TimeRange window;      // the steps, else the window of GPU time
  BoundVerdict verdict;  // for the entire window
  std::vector<BoundStep> steps;
  std::optional<double> queue_p50;  // median queue length of the stream with the most launches;
                                    // nullopt without launches
  std::optional<Ns> median_kernel_ns;
  /// The share of compute time that is in operators whose work is known.
  std::optional<double> modelled;
};

struct BoundTable {
  std::vector<BoundDevice> devices;  // by number; empty without GPU events
  std::size_t devices_left_out = 0;  // beyond kMostIdleDevices, whose idle time is not analyzed
};

/// The largest part determines the class, but see BoundVerdict::host_sets_pace. Pure; complete
/// snapshots only. Cost: that of analyse_idle, analyse_queue and analyse_roofline, and a pass over
/// the GPU events.
BoundTable analyse_bound(const AnalysisResults& in);

}  // namespace lanescope
