#include "core/analysis/events/lanes.h"

#include <algorithm>
#include <functional>
#include <map>
#include <queue>

#include "core/analysis/events/gpu_events.h"
#include "core/base/threads/work.h"

namespace lanescope {
namespace {

bool opens_before(const TimeRange& a, const TimeRange& b) {
  return a.begin_ns != b.begin_ns ? a.begin_ns < b.begin_ns : a.end_ns > b.end_ns;
}

/// All slices of a lane but those of samples, parents before children.
std::vector<TimeRange> slices_of(const Snapshot& snapshot, const TrackSummary& lane) {
  std::vector<TimeRange> slices;
  slices.reserve(lane.slices);
  std::vector<std::size_t> run_begins;
  for (const TrackId track : lane.tracks) {
    if (is_sampled(snapshot.tracks[index_of(track)].kind)) continue;
    for (const auto& chunk : snapshot.tracks[index_of(track)].chunks) {
      run_begins.push_back(slices.size());
      count_work(Work::Events, chunk->size());
      for (std::uint32_t i = 0; i < chunk->size(); ++i) {
        slices.push_back(chunk->range(chunk->in_time_order(i)));
      }
    }
  }
  merge_runs(slices, run_begins, opens_before);
  return slices;
}

std::uint32_t most_open(const std::vector<TimeRange>& slices) {
  std::priority_queue<Ns, std::vector<Ns>, std::greater<>> ends;
  std::size_t most = 0;
  for (const TimeRange& slice : slices) {
    while (!ends.empty() && ends.top() <= slice.begin_ns) ends.pop();
    ends.push(slice.end_ns);
    most = std::max(most, ends.size());
  }
  return static_cast<std::uint32_t>(most);
}

std::uint64_t count_crossings(const std::vector<TimeRange>& slices) {
  std::vector<Ns> open;
  std::uint64_t crossings = 0;
  for (const TimeRange& slice : slices) {
    while (!open.empty() && open.back() <= slice.begin_ns) open.pop_back();
    if (!open.empty() && slice.end_ns > open.back()) ++crossings;
    open.push_back(slice.end_ns);
  }
  return crossings;
}

std::uint32_t rows_of(const Track& track) {
  std::size_t rows = 0;
  for (const auto& chunk : track.chunks) rows = std::max(rows, chunk->rows.size());
  return static_cast<std::uint32_t>(rows);
}

bool is_of_stream(TrackKind kind) {
  return kind == TrackKind::GpuStream || kind == TrackKind::GpuSync;
}

/// Whether the lane is what this track is: a stream that worked is one, however many ranges lie
/// over it; else the track with the most slices decides.
bool decides_kind(const TrackSummary& lane, const Track& track, std::uint64_t largest) {
  if (largest == 0 || track.slices == 0 || is_of_stream(track.kind) == is_of_stream(lane.kind))
    return track.slices > largest;
  return is_of_stream(track.kind);
}

void add_track(TrackSummary& lane, const Track& track, std::uint64_t& largest) {
  if (lane.tracks.empty() || decides_kind(lane, track, largest)) {
    lane.kind = track.kind;
    largest = track.slices;
  }
  lane.tracks.push_back(track.id);
  lane.rows += rows_of(track);
  lane.slices += track.slices;
  if (lane.name == StringId::Empty) lane.name = track.name;
  if (lane.process_name == StringId::Empty) lane.process_name = track.process_name;
  if (lane.device < 0) lane.device = track.device;
  if (lane.stream < 0) lane.stream = track.stream;
}

}  // namespace

TrackList list_tracks(const Snapshot& snapshot) {
  TrackList list;
  std::vector<std::uint64_t> largest;
  std::map<std::pair<StringId, StringId>, std::uint32_t> known;
  for (const Track& track : snapshot.tracks) {
    auto number = static_cast<std::uint32_t>(list.lanes.size());
    if (track.kind != TrackKind::Async) {
      number = known.try_emplace({track.process, track.thread}, number).first->second;
    }
    if (number == list.lanes.size()) {
      TrackSummary& fresh = list.lanes.emplace_back();
      fresh.process = track.process;
      fresh.thread = track.thread;
      largest.push_back(0);
    }
    add_track(list.lanes[number], track, largest[number]);
    list.lane_of_track.push_back(number);
  }
  for (TrackSummary& lane : list.lanes) {
    if (lane.tracks.size() == 1) {
      const Track& track = snapshot.tracks[index_of(lane.tracks.front())];
      lane.depth = track.depth;
      lane.crossings = track.crossings;
      continue;
    }
    const std::vector<TimeRange> slices = slices_of(snapshot, lane);
    lane.depth = most_open(slices);
    lane.crossings = count_crossings(slices);
    // Samples do not nest with what the thread recorded.
    for (const TrackId id : lane.tracks) {
      const Track& track = snapshot.tracks[index_of(id)];
      if (!is_sampled(track.kind)) continue;
      lane.depth = std::max(lane.depth, track.depth);
      lane.crossings += track.crossings;
    }
  }
  return list;
}

}  // namespace lanescope
