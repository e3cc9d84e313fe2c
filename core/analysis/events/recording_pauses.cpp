#include "core/analysis/events/recording_pauses.h"

#include <algorithm>

#include "core/analysis/events/interval_union.h"
#include "core/base/threads/work.h"
#include "core/store/recording_marks.h"

namespace lanescope {
namespace {

bool is_pause(std::string_view name) {
  return name == kPausedMark || name == kTakenMark;
}

}  // namespace

std::vector<TimeRange> recording_pauses(const Snapshot& snapshot) {
  std::vector<TimeRange> pauses;
  for (const Track& track : snapshot.tracks) {
    if (track.kind != TrackKind::Profiler) continue;
    for (const auto& chunk : track.chunks) {
      count_work(Work::Events, chunk->size());
      for (std::uint32_t slice = 0; slice < chunk->size(); ++slice) {
        if (snapshot.kind_of(chunk->category[slice]) == CategoryKind::Overhead &&
            is_pause(snapshot.text(chunk->name[slice])))
          pauses.push_back(chunk->range(slice));
      }
    }
  }
  std::ranges::sort(pauses, {}, &TimeRange::begin_ns);
  return merged(pauses);
}

std::vector<TimeRange> paused_parts(std::span<const TimeRange> pauses,
                                    std::span<const TimeRange> busy, TimeRange window) {
  if (pauses.empty() || window.empty()) return {};
  return common_parts(common_parts(pauses, {{window}}), left_out(busy));
}

bool is_paused(std::span<const TimeRange> pauses, TimeRange range) {
  const auto at = std::ranges::upper_bound(pauses, range.begin_ns, {}, &TimeRange::end_ns);
  return at != pauses.end() && at->begin_ns < range.end_ns;
}

Ns paused_length(std::span<const TimeRange> pauses, std::span<const TimeRange> busy,
                 TimeRange window) {
  Ns length_ns = 0;
  for (const TimeRange& part : paused_parts(pauses, busy, window))
    length_ns = saturating_add(length_ns, length_of(part));
  return length_ns;
}

}  // namespace lanescope
