// How much of the time a GPU computes, communicates, copies or is idle.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "core/analysis/events/device_timeline.h"
#include "core/analysis/events/window.h"
#include "core/store/snapshot.h"

namespace lanescope {

class AnalysisResults;

/// The kind of a GPU event, by its category and name.
enum class GpuWorkKind : std::uint8_t {
  Compute,        // kernels
  Communication,  // kernels, and collectives on other accelerators
  Copy,           // including AMD's copy kernels
  Fill,           // including AMD's fill kernels
  DeviceWork,     // on accelerators whose traces have no kernel category
};
inline constexpr std::size_t kGpuWorkKinds = 5;
/// "compute", "comm", "memcpy", "memset", "device_work": as in JSON.
std::string_view gpu_work_kind_name(GpuWorkKind kind);

/// Summed durations, which exceed wall time if work runs concurrently. Events count as in tables,
/// see counted_part: KernelTable::gpu_ns is the total over all devices.
struct GpuDurations {
  std::array<Ns, kGpuWorkKinds> ns{};
  std::array<std::uint64_t, kGpuWorkKinds> events{};
  Ns total_ns = 0;  // of all kinds
  /// Synchronization records. They are not work, so the total does not include them.
  Ns sync_ns = 0;
  std::uint64_t syncs = 0;

  [[nodiscard]] Ns of(GpuWorkKind kind) const { return ns[static_cast<std::size_t>(kind)]; }
  void add(const GpuDurations& other);
};

/// By device; only the window's device, if it has one, and only devices with an event in the
/// window. `timelines` are device_timelines(snapshot, window). Pure; complete snapshots only. Cost:
/// a pass over the GPU events and the sync records.
std::map<std::int64_t, GpuDurations> gpu_durations(const Snapshot& snapshot,
                                                   const AnalysisWindow& window,
                                                   std::span<const DeviceTimeline> timelines);

struct GpuTimeDevice {
  std::int64_t device = -1;
  std::uint64_t events = 0;  // that overlap the window
  TimeRange window;          // if unbounded, from the device's first start to its last end
  Ns span_ns = 0;            // the window's length
  // These five add up to the span.
  Ns compute_ns = 0;
  Ns exposed_comm_ns = 0;    // communication without concurrent compute
  Ns exposed_memory_ns = 0;  // copies and fills without concurrent compute or communication
  Ns idle_ns = 0;
  Ns paused_ns = 0;  // unknown, as in pauses of the recording: see UnknownTimes
  Ns busy_ns = 0;    // anything runs
  Ns total_comm_ns = 0;
  Ns total_memory_ns = 0;
  /// Time with exactly this combination of classes: bit 0 compute, bit 1 communication, bit 2
  /// memory. Entry 0 is 0.
  std::array<Ns, 8> atoms_ns{};
  GpuDurations durations;  // summed over events, including concurrent ones

  /// The base for shares: the span without pauses, the sum of busy and idle time.
  [[nodiscard]] Ns recorded_ns() const { return span_ns - paused_ns; }
  /// "GPU busy" everywhere in the program: from 0 to 1; 0 if nothing was recorded.
  [[nodiscard]] double busy_share() const;

  /// The percentage of communication that overlaps compute; nullopt without communication.
  [[nodiscard]] std::optional<double> overlap_pct() const;
};

struct GpuTime {
  std::vector<GpuTimeDevice> devices;  // by number; empty if the trace has no GPU events
};

/// The sum over all devices, without a window and a device number.
GpuTimeDevice total_gpu_time(const GpuTime& time);

/// Whether for more than half of the time it is unknown if GPU work ran whose end is missing: what
/// is known of the rest, as at the begin of a truncated file, says nothing of the whole. Cost: as
/// UnknownTimes.
bool is_mostly_unknown(const Snapshot& snapshot, std::span<const GpuTimeDevice> devices);

/// Pure; complete snapshots only. Cost: that of device_timelines and gpu_durations, and a pass over
/// the busy times.
GpuTime analyse_gpu_time(const Snapshot& snapshot, const AnalysisWindow& window);
/// The same from the timelines that other analyses look at too.
GpuTime analyse_gpu_time(const AnalysisResults& in);

}  // namespace lanescope
