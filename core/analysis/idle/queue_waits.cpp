#include "core/analysis/idle/queue_waits.h"

#include <algorithm>
#include <iterator>

#include "core/analysis/events/interval_union.h"
#include "core/analysis/events/name_test.h"
#include "core/base/threads/work.h"
#include "core/store/each_slice.h"

namespace lanescope {

StreamWaits::StreamWaits(const Snapshot& snapshot) : snapshot_(snapshot) {
  std::map<Stream, std::vector<TimeRange>> waits;
  for (const Track& track : snapshot.tracks) {
    if (track.kind != TrackKind::GpuSync) continue;
    for (const auto& chunk : track.chunks) {
      count_work(Work::Events, chunk->size());
      for (std::uint32_t i = 0; i < chunk->size(); ++i) {
        const std::uint32_t slice = chunk->in_time_order(i);
        if (snapshot.text(chunk->name[slice]) == "Stream Wait Event") {
          waits[{track.device, track.stream}].push_back(chunk->range(slice));
        }
      }
    }
  }
  for (auto& [stream, ranges] : waits) {
    std::ranges::sort(ranges, {}, &TimeRange::begin_ns);
    waits_[stream] = merged(ranges);
  }
}

bool StreamWaits::cover(TrackId track, TimeRange range) const {
  if (waits_.empty()) return false;
  const Track& stream = snapshot_.tracks[index_of(track)];
  const auto found = waits_.find({stream.device, stream.stream});
  if (found == waits_.end()) return false;
  const auto after =
      std::ranges::upper_bound(found->second, range.begin_ns, {}, &TimeRange::begin_ns);
  return after != found->second.begin() && std::prev(after)->end_ns >= range.end_ns;
}

std::vector<GpuWait> find_gpu_waits(const Snapshot& snapshot, const HostActivities& activities) {
  std::vector<GpuWait> calls;
  NameFilter may_wait(snapshot);
  for_each_named_slice(
      snapshot, TrackKind::CpuThread,
      [&](const TrackChunk& chunk, std::uint32_t slice, CategoryKind kind, StringId name) {
        if (!may_wait(name, [&] { return activities.may_be(IdleClass::Sync, name); })) return;
        if (is_host(kind) && activities.class_of(kind, name) == IdleClass::Sync)
          calls.push_back({chunk.range(slice), chunk.id_of(slice)});
      });
  std::ranges::sort(calls, [](const GpuWait& a, const GpuWait& b) {
    return a.range.begin_ns != b.range.begin_ns ? a.range.begin_ns < b.range.begin_ns
                                                : a.event < b.event;
  });
  return calls;
}

EventId DrainedQueues::drained_by(Ns idle_from_ns, Ns launch_ns) {
  for (; next_ < calls_.size() && calls_[next_].range.begin_ns < idle_from_ns; ++next_) {
    running_.emplace(calls_[next_].range.end_ns, calls_.size() - next_);
  }
  if (running_.empty()) return EventId::None;
  running_.erase(running_.begin(), running_.lower_bound({idle_from_ns, 0}));
  const auto after = running_.upper_bound({launch_ns, calls_.size()});
  if (after == running_.begin()) return EventId::None;
  return calls_[calls_.size() - std::prev(after)->second].event;
}

}  // namespace lanescope
