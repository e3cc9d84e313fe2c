// What GPU events take when each is counted by itself: the sums of their durations.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <map>
#include <string_view>

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

}  // namespace lanescope
