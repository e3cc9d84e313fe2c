#include "core/analysis/idle/sync_targets.h"

#include <algorithm>

#include "core/analysis/host/call_class.h"
#include "core/analysis/host/site.h"
#include "core/store/each_slice.h"

namespace lanescope {

SyncTargets::SyncTargets(const Snapshot& snapshot, const GpuOrder& order)
    : snapshot_(snapshot), order_(order) {
  for_each_slice(snapshot, TrackKind::GpuSync,
                 [&](const Track& track, const TrackChunk& chunk, std::uint32_t slice) {
                   // A context has all its streams waited for; a stream does not hold up the host.
                   const std::string_view name = snapshot.text(chunk.name[slice]);
                   if (chunk.link[slice] == EventId::None || track.stream < 0) return;
                   if (name == "Stream Sync" || name == "Event Sync") {
                     streams_[chunk.link[slice]].push_back({track.device, track.stream});
                   }
                 });
}

std::uint32_t SyncTargets::of(EventId call, Ns until_ns) const {
  const auto at = snapshot_.find_slice(call);
  if (!at) return GpuOrder::kNone;
  std::uint32_t work = own_copy(call, until_ns);
  const std::string_view name = snapshot_.text(at->chunk->name[at->slice]);
  const bool syncs = classify_host_call(name) == HostCallClass::Synchronize;
  if (work == GpuOrder::kNone && syncs) work = last_of_synced(call, until_ns);
  if (work == GpuOrder::kNone) return work;
  const TimeRange& range = order_[work].range;
  const bool waited = range.end_ns > at->chunk->start_ns[at->slice] && range.begin_ns < until_ns;
  return waited && !range.empty() ? work : GpuOrder::kNone;
}

std::uint32_t SyncTargets::own_copy(EventId call, Ns until_ns) const {
  std::uint32_t last = GpuOrder::kNone;
  if (!snapshot_.launches) return last;
  for (const EventId event : snapshot_.launches->events_of(call)) {
    const std::uint32_t work = order_.work_of(event);
    if (work == GpuOrder::kNone || order_[work].kind != CategoryKind::Memcpy) continue;
    if (order_[work].range.end_ns > until_ns) continue;
    const bool later =
        last == GpuOrder::kNone || order_[work].range.end_ns > order_[last].range.end_ns;
    if (later) last = work;
  }
  return last;
}

std::uint32_t SyncTargets::last_of_synced(EventId call, Ns until_ns) const {
  const auto found = streams_.find(call);
  if (found == streams_.end()) return order_.last_ended(until_ns);
  std::uint32_t last = GpuOrder::kNone;
  for (const GpuOrder::Stream& stream : found->second) {
    const std::uint32_t work = order_.last_ended(stream, until_ns);
    if (work == GpuOrder::kNone) continue;
    const bool later =
        last == GpuOrder::kNone || order_[work].range.end_ns > order_[last].range.end_ns;
    if (later) last = work;
  }
  return last;
}

}  // namespace lanescope
