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

bool is_loss(std::string_view name) {
  return name == kDamagedMark || name.find(kLostMark) != std::string_view::npos;
}

/// Of the marks whose names are so: merged, by time.
std::vector<TimeRange> marked_times(const Snapshot& snapshot, bool (*is_so)(std::string_view)) {
  std::vector<TimeRange> times;
  for (const Track& track : snapshot.tracks) {
    if (track.kind != TrackKind::Profiler) continue;
    for (const auto& chunk : track.chunks) {
      count_work(Work::Events, chunk->size());
      for (std::uint32_t slice = 0; slice < chunk->size(); ++slice) {
        if (snapshot.kind_of(chunk->category[slice]) == CategoryKind::Overhead &&
            is_so(snapshot.text(chunk->name[slice])))
          times.push_back(chunk->range(slice));
      }
    }
  }
  std::ranges::sort(times, {}, &TimeRange::begin_ns);
  return merged(times);
}

}  // namespace

std::vector<TimeRange> recording_pauses(const Snapshot& snapshot) {
  return marked_times(snapshot, is_pause);
}

std::vector<TimeRange> recording_losses(const Snapshot& snapshot) {
  return marked_times(snapshot, is_loss);
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
