#include "core/view/timeline/whole_view.h"

namespace lanescope {
namespace {

/// Both sides together may be as long as the trace.
constexpr Ns kFarthestPart = 2;

bool is_profilers_own(const Track& track) {
  return track.kind == TrackKind::Profiler || track.kind == TrackKind::Other;
}

}  // namespace

TimeRange whole_view(const Snapshot& snapshot) {
  TimeRange view = snapshot.extent;
  if (view.empty()) return view;
  const Ns farthest_ns = view.length_ns() / kFarthestPart;
  const TimeRange around{saturating_sub(view.begin_ns, farthest_ns),
                         saturating_add(view.end_ns, farthest_ns)};
  for (const Track& track : snapshot.tracks) {
    if (track.slices == 0 || !is_profilers_own(track)) continue;
    for (const auto& chunk : track.chunks) {
      for (std::uint32_t s = 0; s < chunk->size(); ++s) {
        const TimeRange range = chunk->range(s);
        if (snapshot.kind_of(chunk->category[s]) != CategoryKind::TraceSpan &&
            range.begin_ns >= around.begin_ns && range.end_ns <= around.end_ns)
          view.include(range);
      }
    }
  }
  return view;
}

}  // namespace lanescope
