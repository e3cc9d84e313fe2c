#include <algorithm>
#include <optional>

#include "core/analysis/events/counted_part.h"
#include "core/analysis/events/gpu_class.h"
#include "core/analysis/events/interval_union.h"
#include "core/analysis/events/name_test.h"
#include "core/analysis/gpu_time/gpu_time.h"
#include "core/base/threads/work.h"

namespace lanescope {
namespace {

constexpr std::array<std::string_view, kGpuWorkKinds> kNames = {"compute", "comm", "memcpy",
                                                                "memset", "device_work"};

GpuWorkKind work_kind(const TimelineEvent& event, NameTest& fills) {
  if (event.kind == CategoryKind::Memcpy) return GpuWorkKind::Copy;
  if (event.kind == CategoryKind::Memset) return GpuWorkKind::Fill;
  if (event.gpu_class == GpuClass::Communication) return GpuWorkKind::Communication;
  if (event.kind == CategoryKind::DeviceWork) return GpuWorkKind::DeviceWork;
  if (event.gpu_class == GpuClass::Compute) return GpuWorkKind::Compute;
  return fills(event.name) ? GpuWorkKind::Fill : GpuWorkKind::Copy;
}

void add(Ns& sum, Ns value_ns) {
  sum = saturating_add(sum, value_ns);
}

/// As in the kernel table, so both sums agree.
std::optional<Ns> counted(const Snapshot& snapshot, const AnalysisWindow& window,
                          const TrackChunk& chunk, std::uint32_t slice) {
  const auto part = counted_gpu_part(snapshot, window, chunk.range(slice), chunk.link[slice]);
  return part ? std::optional(length_of(*part)) : std::nullopt;
}

}  // namespace

std::string_view gpu_work_kind_name(GpuWorkKind kind) {
  return kNames[static_cast<std::size_t>(kind)];
}

void GpuDurations::add(const GpuDurations& other) {
  for (std::size_t k = 0; k < kGpuWorkKinds; ++k) {
    lanescope::add(ns[k], other.ns[k]);
    events[k] += other.events[k];
  }
  lanescope::add(total_ns, other.total_ns);
  lanescope::add(sync_ns, other.sync_ns);
  syncs += other.syncs;
}

std::map<std::int64_t, GpuDurations> gpu_durations(const Snapshot& snapshot,
                                                   const AnalysisWindow& window,
                                                   std::span<const DeviceTimeline> timelines) {
  std::map<std::int64_t, GpuDurations> devices;
  NameTest fills(snapshot, names_fill);
  for (const DeviceTimeline& timeline : timelines) {
    GpuDurations sum;
    bool any = false;
    count_work(Work::Events, timeline.events.size());
    for (const TimelineEvent& event : timeline.events) {
      const auto part = counted_part(window, event);
      if (!part) continue;
      any = true;
      const auto k = static_cast<std::size_t>(work_kind(event, fills));
      const Ns length_ns = length_of(*part);
      add(sum.ns[k], length_ns);
      add(sum.total_ns, length_ns);
      ++sum.events[k];
    }
    if (any) devices.emplace(timeline.device, sum);
  }
  for (const Track& track : snapshot.tracks) {
    if (track.kind != TrackKind::GpuSync || !window.has_device(track.device)) continue;
    for (const auto& chunk : track.chunks) {
      count_work(Work::Events, chunk->size());
      for (std::uint32_t slice = 0; slice < chunk->size(); ++slice) {
        const auto length_ns = counted(snapshot, window, *chunk, slice);
        if (!length_ns) continue;
        add(devices[track.device].sync_ns, *length_ns);
        ++devices[track.device].syncs;
      }
    }
  }
  return devices;
}

}  // namespace lanescope
