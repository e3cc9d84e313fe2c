#include "core/analysis/kernels/strings.h"

#include <algorithm>
#include <tuple>

#include "core/analysis/events/gpu_class.h"
#include "core/analysis/events/gpu_events.h"
#include "core/analysis/events/launch_call.h"

namespace lanescope {

std::vector<LaunchedKernel> launched_kernels(const Snapshot& snapshot, const AnalysisWindow& window,
                                             std::size_t most) {
  std::vector<LaunchedKernel> kernels;
  GpuClasses classes(snapshot);
  for_each_gpu_event(
      snapshot, window,
      [&](const Track& track, const TrackChunk& chunk, std::uint32_t slice, CategoryKind kind) {
        const EventId link = chunk.link[slice];
        const Ns start_ns = chunk.start_ns[slice];
        if (kernels.size() == most || !admits_gpu_event(snapshot, window, start_ns, link)) return;
        if (classes.of(kind, chunk.name[slice]) != GpuClass::Compute) return;
        const auto call = find_launch_call(snapshot, link);
        kernels.push_back({call ? call->track : track.id, call ? call->range.begin_ns : start_ns,
                           start_ns, chunk.dur_ns[slice], chunk.name[slice], chunk.id_of(slice),
                           link});
      });
  std::ranges::sort(kernels, [](const LaunchedKernel& a, const LaunchedKernel& b) {
    return std::tuple(a.launcher, a.launch_ns, a.start_ns, a.event) <
           std::tuple(b.launcher, b.launch_ns, b.start_ns, b.event);
  });
  return kernels;
}

}  // namespace lanescope
