// The GPU events of a trace: kernels, copies and fills on GPU tracks, and work of accelerators
// whose traces have no kernel category. Annotations and sync records do not count.
#pragma once

#include <algorithm>
#include <cstddef>
#include <vector>

#include "core/analysis/events/window.h"
#include "core/base/threads/work.h"
#include "core/store/snapshot.h"

namespace lanescope {

/// Whether the trace has any GPU events.
inline bool has_gpu_work(const Snapshot& trace) {
  return trace.gpu_links.count != 0 || trace.device_links.count != 0;
}

/// Calls visit(track, chunk, slice, kind) for every GPU event of the window's device, inside the
/// window or not, in time order within a track.
template <typename Visit>
void for_each_gpu_event(const Snapshot& snapshot, const AnalysisWindow& window,
                        const Visit& visit) {
  for (const Track& track : snapshot.tracks) {
    if (track.kind != TrackKind::GpuStream || !window.has_device(track.device)) continue;
    for (const auto& chunk : track.chunks) {
      count_work(Work::Events, chunk->size());
      for (std::uint32_t i = 0; i < chunk->size(); ++i) {
        const std::uint32_t slice = chunk->in_time_order(i);
        const CategoryKind kind = snapshot.kind_of(chunk->category[slice]);
        if (is_gpu_work(kind)) visit(track, *chunk, slice, kind);
      }
    }
  }
}

/// Merges sorted runs (one per stream), in place: `run_begins` holds the index at which each run
/// starts. Cost: n log(runs).
template <typename Items, typename Less>
void merge_runs(Items& items, std::vector<std::size_t> run_begins, const Less& less) {
  run_begins.push_back(items.size());
  while (run_begins.size() > 2) {
    std::vector<std::size_t> next;
    std::size_t i = 0;
    for (; i + 2 < run_begins.size(); i += 2) {
      const auto at = [&](std::size_t run) {
        return items.begin() + static_cast<std::ptrdiff_t>(run_begins[run]);
      };
      std::inplace_merge(at(i), at(i + 1), at(i + 2), less);
      next.push_back(run_begins[i]);
    }
    for (; i < run_begins.size(); ++i) next.push_back(run_begins[i]);
    run_begins = std::move(next);
  }
}

}  // namespace lanescope
