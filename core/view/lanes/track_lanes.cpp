#include "core/view/lanes/track_lanes.h"

#include <algorithm>
#include <utility>

#include "core/base/time.h"

namespace lanescope {
namespace {

std::uint32_t rows_of(const Track& track) {
  std::size_t rows = 1;
  for (const auto& chunk : track.chunks) rows = std::max(rows, chunk->rows.size());
  return static_cast<std::uint32_t>(rows);
}

}  // namespace

TrackLanes::TrackLanes(const Snapshot& snapshot) : snapshot_(snapshot) {
  for (const Track& track : snapshot.tracks) {
    if (track.kind == TrackKind::GpuStream) devices_.insert(track.process);
  }
}

std::uint32_t TrackLanes::instants_of(const Track& track) const {
  if (!snapshot_.instants) return 0;
  const auto& begin = snapshot_.instants->track_begin;
  const std::size_t t = index_of(track.id);
  return t + 1 < begin.size() ? begin[t + 1] - begin[t] : 0;
}

bool TrackLanes::has_events(const Track& track) const {
  return track.slices > 0 || instants_of(track) > 0;
}

GroupKind TrackLanes::group_kind(const Track& track) const {
  switch (track.kind) {
    case TrackKind::CpuThread: {
      // Python frames of an unknown thread come as thread 0 of process 0, where the GPU is.
      const bool nowhere = snapshot_.text(track.thread) == "0" &&
                           snapshot_.text(track.process) == "0" && devices_.contains(track.process);
      return nowhere ? GroupKind::Other : GroupKind::Process;
    }
    case TrackKind::GpuStream:
    case TrackKind::GpuAnnotation:
    case TrackKind::GpuSync:
      return GroupKind::Device;
    case TrackKind::Async:
      return GroupKind::Async;
    case TrackKind::Profiler:
      return GroupKind::Profiler;
    case TrackKind::Other:
      break;
  }
  // Marks of the profiler's window lie on rows without slices.
  const std::string_view process = snapshot_.text(track.process);
  const bool marks = track.slices == 0 && (process.empty() || process == "Traces");
  return marks ? GroupKind::Profiler : GroupKind::Other;
}

Lane TrackLanes::slice_lane(const Track& track, LaneRole role, std::string title,
                            std::string facts) {
  Lane lane;
  lane.kind = LaneKind::Slices;
  lane.role = role;
  lane.track = track.id;
  lane.title = std::move(title);
  lane.facts = std::move(facts);
  lane.rows = rows_of(track);
  lane.foldable = lane.rows > 1;
  return lane;
}

std::string TrackLanes::event_count(const Track& track) const {
  if (track.slices > 0) {
    return format_count(static_cast<std::int64_t>(track.slices)) +
           (track.slices == 1 ? " event" : " events");
  }
  const std::uint32_t marks = instants_of(track);
  return format_count(marks) + (marks == 1 ? " mark" : " marks");
}

}  // namespace lanescope
