#include "core/analysis/idle/drained_queues.h"

#include <algorithm>
#include <iterator>

#include "core/store/each_slice.h"

namespace lanescope {

std::vector<GpuWait> find_gpu_waits(const Snapshot& snapshot, HostActivities& activities) {
  std::vector<GpuWait> calls;
  for_each_slice(snapshot, TrackKind::CpuThread,
                 [&](const Track&, const TrackChunk& chunk, std::uint32_t slice) {
                   const CategoryKind kind = snapshot.kind_of(chunk.category[slice]);
                   if (kind == CategoryKind::HostCall &&
                       activities.class_of(kind, chunk.name[slice]) == IdleClass::Sync) {
                     calls.push_back({chunk.range(slice), chunk.id_of(slice)});
                   }
                 });
  std::sort(calls.begin(), calls.end(), [](const GpuWait& a, const GpuWait& b) {
    return a.range.begin_ns != b.range.begin_ns ? a.range.begin_ns < b.range.begin_ns
                                                : a.event < b.event;
  });
  return calls;
}

EventId DrainedQueues::drained_by(Ns idle_from_ns, Ns launch_ns) {
  for (; next_ < calls_.size() && calls_[next_].range.begin_ns < idle_from_ns; ++next_) {
    running_.emplace(calls_[next_].range.end_ns, calls_.size() - next_);
  }
  running_.erase(running_.begin(), running_.lower_bound({idle_from_ns, 0}));
  const auto after = running_.upper_bound({launch_ns, calls_.size()});
  if (after == running_.begin()) return EventId::None;
  return calls_[calls_.size() - std::prev(after)->second].event;
}

}  // namespace lanescope
