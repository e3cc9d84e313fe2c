// How much of the time is a GPU computing, communicating, copying, idle?
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <vector>

#include "core/analysis/events/window.h"
#include "core/analysis/gpu_time/durations.h"
#include "core/store/snapshot.h"

namespace lanescope {

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
