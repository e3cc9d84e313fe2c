#include "core/analysis/kernels/strings.h"

#include <algorithm>
#include <numeric>
#include <span>
#include <tuple>
#include <utility>

#include "core/analysis/events/counted_part.h"
#include "core/analysis/events/gpu_class.h"
#include "core/analysis/events/gpu_events.h"
#include "core/analysis/events/launch_call.h"
#include "core/analysis/idle/claims.h"

namespace lanescope {
namespace {

/// Calls visit(track, chunk, slice, counted_ns) for the kernels to return, in track order.
template <typename Visit>
void for_each_kernel(const Snapshot& snapshot, const AnalysisWindow& window, std::size_t most,
                     const Visit& visit) {
  std::size_t kernels = 0;
  GpuClasses classes(snapshot);
  for_each_gpu_event(
      snapshot, window,
      [&](const Track& track, const TrackChunk& chunk, std::uint32_t slice, CategoryKind kind) {
        if (kernels == most) return;
        const auto part = counted_gpu_part(snapshot, window, chunk.range(slice), chunk.link[slice]);
        if (!part) return;
        if (classes.of(kind, chunk.name[slice]) != GpuClass::Compute) return;
        ++kernels;
        visit(track, chunk, slice, part->length_ns());
      });
}

bool comes_first(const LaunchedKernel& a, const LaunchedKernel& b) {
  return std::tuple(a.launch_ns, a.start_ns, a.event) <
         std::tuple(b.launch_ns, b.start_ns, b.event);
}

/// The part of a gap that fewer launches could avoid. If a wait for the GPU had drained the queue,
/// the launches after it come late in any case.
Ns launch_bound_ns(const IdleDevice& device, const IdleGap& gap, const Thresholds& thresholds) {
  Ns sum_ns = 0;
  if (gap.drained_by != EventId::None) return sum_ns;
  for (const IdlePiece piece : device.pieces_of(gap)) {
    if (is_launch_bound(piece, thresholds))
      sum_ns = saturating_add(sum_ns, piece.range.length_ns());
  }
  return sum_ns;
}

/// A stream runs the kernels of a thread in the order of their launches, so there are few runs.
void sort_launcher(std::span<LaunchedKernel> kernels) {
  std::vector<std::size_t> run_begins{0};
  for (std::size_t i = 1; i < kernels.size(); ++i) {
    if (comes_first(kernels[i], kernels[i - 1])) run_begins.push_back(i);
  }
  merge_runs(kernels, std::move(run_begins), comes_first);
}

}  // namespace

std::vector<LaunchedKernel> launched_kernels(const Snapshot& snapshot, const AnalysisWindow& window,
                                             std::size_t most) {
  /// Enough to fill in the rest where the kernel goes.
  struct Found {
    EventId event;
    TrackId launcher;
    Ns launch_ns, counted_ns;
  };
  SliceFinder slices(snapshot);
  std::vector<Found> found;                                   // in track order
  std::vector<std::size_t> next(snapshot.tracks.size() + 1);  // by launcher: where a kernel goes
  for_each_kernel(
      snapshot, window, most,
      [&](const Track& track, const TrackChunk& chunk, std::uint32_t slice, Ns counted_ns) {
        const auto call = find_launch_call(slices, chunk.link[slice]);
        const TrackId launcher = call ? call->track : track.id;
        found.push_back({chunk.id_of(slice), launcher,
                         call ? call->range.begin_ns : chunk.start_ns[slice], counted_ns});
        ++next[index_of(launcher) + 1];
      });
  std::partial_sum(next.begin(), next.end(), next.begin());
  std::vector<LaunchedKernel> kernels(found.size());
  SliceFinder streams(snapshot);
  for (const Found& one : found) {
    const auto at = streams.find(one.event);
    const TrackChunk& chunk = *at->chunk;
    kernels[next[index_of(one.launcher)]++] = {one.launch_ns,
                                               chunk.start_ns[at->slice],
                                               chunk.dur_ns[at->slice],
                                               one.counted_ns,
                                               one.launcher,
                                               chunk.name[at->slice],
                                               one.event,
                                               chunk.link[at->slice]};
  }
  std::size_t begin = 0;
  for (const std::size_t end : next) {
    sort_launcher(std::span(kernels).subspan(begin, end - begin));
    begin = end;
  }
  return kernels;
}

void add_launch_idle(const Snapshot& snapshot, const IdleTime& idle, const Thresholds& thresholds,
                     std::vector<LaunchedKernel>& kernels) {
  SliceFinder slices(snapshot);
  for (const IdleDevice& device : idle.devices) {
    for (const IdleGap& gap : device.gaps) {
      const Ns idle_ns = launch_bound_ns(device, gap, thresholds);
      const auto call = idle_ns > 0 ? find_launch_call(slices, gap.launch) : std::nullopt;
      if (!call) continue;
      const auto kernel = std::ranges::lower_bound(
          kernels, std::pair(call->track, call->range.begin_ns), {},
          [](const LaunchedKernel& one) { return std::pair(one.launcher, one.launch_ns); });
      if (kernel == kernels.end() || kernel->launcher != call->track) continue;
      kernel->idle_before_ns = saturating_add(kernel->idle_before_ns, idle_ns);
    }
  }
}

}  // namespace lanescope
