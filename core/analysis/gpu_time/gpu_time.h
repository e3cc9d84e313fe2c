// How much of the time is a GPU computing, communicating, copying, idle?
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <string_view>
#include <vector>

#include "core/analysis/events/window.h"
#include "core/store/snapshot.h"

namespace lanescope {

/// What an event does, by its category and its name.
enum class GpuWorkKind : std::uint8_t {
  Compute,        // kernels
  Communication,  // kernels, and collectives among the work of other accelerators
  Copy,           // AMD's kernels that copy too
  Fill,           // likewise
  DeviceWork,     // of accelerators that do not say "kernel"
};
inline constexpr std::size_t kGpuWorkKinds = 5;
/// "compute", "comm", "memcpy", "memset", "device_work": as in the text face.
std::string_view gpu_work_kind_name(GpuWorkKind kind);

/// Where work runs at once its sums exceed the time in which it ran. Events that start in the
/// window count, whole, as in tables: KernelTable::gpu_ns is the total of all devices.
struct GpuDurations {
  std::array<Ns, kGpuWorkKinds> ns{};
  std::array<std::uint64_t, kGpuWorkKinds> events{};
  Ns total_ns = 0;  // of all of these
  /// Records of waiting for the GPU or on it. They are no work, so no part of the total.
  Ns sync_ns = 0;
  std::uint64_t syncs = 0;

  [[nodiscard]] Ns of(GpuWorkKind kind) const { return ns[static_cast<std::size_t>(kind)]; }
  void add(const GpuDurations& other);
};

/// By device; those of the window's device only, and only such as have an event in the window.
/// Pure; complete snapshots only. Cost: a pass over the GPU events and the sync records.
std::map<std::int64_t, GpuDurations> gpu_durations(const Snapshot& snapshot,
                                                   const AnalysisWindow& window);

struct GpuTimeDevice {
  std::int64_t device = -1;
  std::uint64_t events = 0;  // that overlap the window
  TimeRange window;          // of whole traces: the device's first start to its last end
  Ns span_ns = 0;            // the window's length
  // These five add up to the span.
  Ns compute_ns = 0;
  Ns exposed_comm_ns = 0;    // communication while nothing computes
  Ns exposed_memory_ns = 0;  // copies and fills while nothing computes or communicates
  Ns idle_ns = 0;
  Ns paused_ns = 0;  // nothing is known to run, but the recording was paused: see paused_parts
  Ns busy_ns = 0;    // something runs
  Ns total_comm_ns = 0;
  Ns total_memory_ns = 0;
  /// Exactly these classes at once: bit 0 compute, bit 1 communication, bit 2 memory. Entry 0 is 0.
  std::array<Ns, 8> atoms_ns{};
  GpuDurations durations;  // each event by itself, so that what runs at once counts each time

  /// What shares are of: the span without pauses. Busy and idle time add up to it.
  [[nodiscard]] Ns recorded_ns() const { return span_ns - paused_ns; }
  /// "GPU busy", wherever it stands: from 0 to 1, 0 where nothing was recorded.
  [[nodiscard]] double busy_share() const;

  /// The share of communication that is hidden behind compute, in per cent; nullopt without any.
  [[nodiscard]] std::optional<double> overlap_pct() const;
};

struct GpuTime {
  std::vector<GpuTimeDevice> devices;  // by number; empty when no GPU event is in the trace
};

/// The times of all devices together; it has no window and no number.
GpuTimeDevice total_gpu_time(const GpuTime& time);

/// Pure; complete snapshots only. Cost: a pass over the GPU events and a merge of the streams.
GpuTime analyse_gpu_time(const Snapshot& snapshot, const AnalysisWindow& window);

}  // namespace lanescope
