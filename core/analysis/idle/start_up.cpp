#include "core/analysis/idle/start_up.h"

#include <algorithm>

#include "core/analysis/events/gpu_class.h"
#include "core/base/threads/work.h"

namespace lanescope {
namespace {

/// The start of a stream's first kernel; nullopt if it has none.
std::optional<Ns> first_kernel_of(const Snapshot& snapshot, const Track& track,
                                  GpuClasses& classes) {
  for (const auto& chunk : track.chunks) {
    for (std::uint32_t i = 0; i < chunk->size(); ++i) {
      const std::uint32_t slice = chunk->in_time_order(i);
      const CategoryKind kind = snapshot.kind_of(chunk->category[slice]);
      if (!is_gpu_work(kind) || classes.of(kind, chunk->name[slice]) == GpuClass::Memory) continue;
      count_work(Work::Events, i);
      return chunk->start_ns[slice];
    }
    count_work(Work::Events, chunk->size());
  }
  return std::nullopt;
}

}  // namespace

StartUp::StartUp(const Snapshot& snapshot) {
  GpuClasses classes(snapshot);
  for (const Track& track : snapshot.tracks) {
    if (track.kind != TrackKind::GpuStream) continue;
    const auto first_ns = first_kernel_of(snapshot, track, classes);
    if (!first_ns) continue;
    Ns& of_device = first_kernel_ns_.try_emplace(track.device, *first_ns).first->second;
    of_device = std::min(of_device, *first_ns);
  }
}

Ns StartUp::end_ns(std::optional<std::int64_t> device) const {
  if (first_kernel_ns_.empty()) return kMinNs;
  if (device) {
    const auto at = first_kernel_ns_.find(*device);
    return at == first_kernel_ns_.end() ? kMinNs : at->second;
  }
  return std::ranges::min_element(first_kernel_ns_, {}, [](const auto& one) { return one.second; })
      ->second;
}

}  // namespace lanescope
