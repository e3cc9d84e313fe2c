#include "core/analysis/events/recording_pauses.h"

#include <algorithm>
#include <set>
#include <utility>

#include "core/analysis/events/interval_union.h"
#include "core/base/threads/work.h"
#include "core/store/recording_marks.h"
#include "core/store/slice_finder.h"

namespace lanescope {
namespace {

bool is_pause(std::string_view name) {
  return name == kPausedMark || name == kTakenMark;
}

bool is_loss(std::string_view name) {
  return name == kDamagedMark || name.find(kLostMark) != std::string_view::npos;
}

std::vector<TimeRange> sorted_and_merged(std::vector<TimeRange> times) {
  std::ranges::sort(times, {}, &TimeRange::begin_ns);
  return merged(times);
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
  return sorted_and_merged(std::move(times));
}

bool is_work_of_stream(const Snapshot& snapshot, const SliceRef& at) {
  return at.track->kind == TrackKind::GpuStream &&
         is_gpu_work(snapshot.kind_of(at.chunk->category[at.slice]));
}

/// Calls visit(track) for the stream of each work whose end is missing, until it returns false.
template <typename Visit>
void visit_unended(const Snapshot& snapshot, const Visit& visit) {
  SliceFinder slices(snapshot);
  for (const EventId event : snapshot.unended) {
    const auto at = slices.find(event);
    if (at && is_work_of_stream(snapshot, *at) && !visit(*at->track)) return;
  }
}

/// The streams with such work.
std::set<TrackId> unended_streams(const Snapshot& snapshot) {
  std::set<TrackId> streams;
  visit_unended(snapshot, [&](const Track& track) {
    streams.insert(track.id);
    return true;
  });
  return streams;
}

/// Adds the times in which such work of a stream may run: it ended before the next one started.
void add_unended(const Snapshot& snapshot, const Track& stream, std::vector<TimeRange>& times) {
  Ns begun_ns = kMaxNs;  // of such work that no other followed
  for (const auto& chunk : stream.chunks) {
    count_work(Work::Events, chunk->size());
    for (std::uint32_t i = 0; i < chunk->size(); ++i) {
      const std::uint32_t slice = chunk->in_time_order(i);
      if (!is_work_of_stream(snapshot, {&stream, chunk.get(), slice})) continue;
      const Ns start_ns = chunk->start_ns[slice];
      if (start_ns > begun_ns) {
        times.push_back({begun_ns, start_ns});
        begun_ns = kMaxNs;
      }
      if (std::ranges::binary_search(snapshot.unended, chunk->id_of(slice))) begun_ns = start_ns;
    }
  }
  const Ns end_ns = snapshot.slices_extent.end_ns;
  if (end_ns > begun_ns) times.push_back({begun_ns, end_ns});
}

}  // namespace

std::vector<TimeRange> recording_pauses(const Snapshot& snapshot) {
  return marked_times(snapshot, is_pause);
}

std::vector<TimeRange> recording_losses(const Snapshot& snapshot) {
  return marked_times(snapshot, is_loss);
}

std::uint64_t unended_work(const Snapshot& snapshot) {
  std::uint64_t count = 0;
  visit_unended(snapshot, [&](const Track& /*track*/) { return ++count > 0; });
  return count;
}

bool has_unended_work(const Snapshot& snapshot) {
  bool has_any = false;
  visit_unended(snapshot, [&](const Track& /*track*/) {
    has_any = true;
    return false;
  });
  return has_any;
}

UnknownTimes::UnknownTimes(const Snapshot& snapshot)
    : pauses_(recording_pauses(snapshot)), any_(pauses_) {
  for (const TrackId id : unended_streams(snapshot)) {
    const Track& stream = snapshot.tracks[index_of(id)];
    add_unended(snapshot, stream, of_device_.try_emplace(stream.device, pauses_).first->second);
  }
  for (auto& [device, times] : of_device_) {
    times = sorted_and_merged(std::move(times));
    any_.insert(any_.end(), times.begin(), times.end());
  }
  any_ = sorted_and_merged(std::move(any_));
}

const std::vector<TimeRange>& UnknownTimes::of(std::int64_t device) const {
  const auto at = of_device_.find(device);
  return at == of_device_.end() ? pauses_ : at->second;
}

std::string_view unknown_time_words(const Snapshot& snapshot) {
  if (!has_unended_work(snapshot)) return "the recording was paused";
  return recording_pauses(snapshot).empty()
             ? "GPU work whose end is missing may have run"
             : "the recording was paused, or GPU work whose end is missing may have run";
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
