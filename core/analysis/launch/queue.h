// Whether the CPU runs ahead of the GPU: how many launch calls wait for their work at each time.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "core/analysis/events/window.h"
#include "core/store/snapshot.h"

namespace lanescope {

/// When a launch leaves the queue: at the start of its first work on the stream, or at the end of
/// its last.
enum class QueueUntil : std::uint8_t { Start, End };

/// The statistics of HolisticTraceAnalysis: each change has the same weight, regardless of how long
/// it lasts.
struct QueueChanges {
  std::uint64_t count = 0;
  double mean = 0, std = 0;
  double min = 0, p25 = 0, p50 = 0, p75 = 0, max = 0;
};

struct StreamQueue {
  std::int64_t device = -1, stream = -1;
  TrackId track = TrackId::None;
  std::uint64_t events = 0;  // that were launched; a CUDA graph launches many with one call
  /// Launches that left before they were made, because clocks disagree; treated as never waiting.
  std::uint64_t early = 0;
  /// The curve: length[i] launches wait from time_ns[i] to time_ns[i + 1].
  std::vector<Ns> time_ns;
  std::vector<std::int64_t> length;
  // Weighted by time, from the first launch to the last change.
  Ns span_ns = 0;
  double mean = 0;
  std::int64_t p50 = 0, p95 = 0, max = 0;
  Ns launching_ns = 0;              // from the first launch to the last
  Ns starved_ns = 0;                // of that, while nothing waited
  Ns full_ns = 0;                   // of the span, while at least Thresholds::full_queue waited
  std::optional<QueueChanges> hta;  // in Hta windows
};

struct LaunchQueue {
  std::vector<StreamQueue> lanes;  // by device and stream; only streams with launches
  bool has_gpu_events = false;
};

/// Considers work that counts in the window and has a launch call. A call that launches several
/// events on a stream, as a graph does, waits once; in Hta windows every event waits. Pure;
/// complete snapshots only. Cost: a lookup for each GPU event, and sorting.
LaunchQueue analyse_queue(const Snapshot& snapshot, const AnalysisWindow& window,
                          QueueUntil until = QueueUntil::Start);

}  // namespace lanescope
