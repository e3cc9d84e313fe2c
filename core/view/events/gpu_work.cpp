#include "core/view/events/gpu_work.h"

#include <algorithm>
#include <span>

#include "core/view/events/slice_stack.h"

namespace lanescope {
namespace {

/// Ids in a row are consecutive, and the launch index is sorted by them: the launches of a part of
/// a row are a contiguous part of the index.
std::span<const EventId> launched_by(const LaunchIndex& launches, EventId first, EventId last) {
  const auto begin = launches.launch.begin();
  const auto from = std::lower_bound(begin, launches.launch.end(), first);
  const auto to = std::lower_bound(from, launches.launch.end(), last);
  return launches.gpu_event.span().subspan(static_cast<std::size_t>(from - begin),
                                           static_cast<std::size_t>(to - from));
}

template <typename Visit>
void each_piece(const Snapshot& snapshot, std::span<const EventId> events, const Visit& visit) {
  for (const EventId event : events) {
    const auto home = snapshot.find_slice(event);
    if (!home) continue;
    if (!is_gpu_work(snapshot.kind_of(home->chunk->category[home->slice]))) continue;
    visit(event, home->chunk->range(home->slice));
  }
}

template <typename Visit>
void each_piece_of(const Snapshot& snapshot, EventId host_slice, const Visit& visit) {
  const auto home = snapshot.find_slice(host_slice);
  if (!home || !snapshot.launches) return;
  const TrackChunk& chunk = *home->chunk;
  const CategoryKind kind = snapshot.kind_of(chunk.category[home->slice]);
  if (kind == CategoryKind::HostCall) {
    each_piece(snapshot, snapshot.launches->events_of(host_slice), visit);
    return;
  }
  if (home->track->kind != TrackKind::CpuThread) return;
  const TimeRange range = chunk.range(home->slice);
  for (std::uint32_t row = 0; row < chunk.rows.size(); ++row) {
    const auto [first, last] = slices_starting_in(chunk, row, range);
    each_piece(snapshot, launched_by(*snapshot.launches, chunk.id_of(first), chunk.id_of(last)),
               visit);
  }
}

}  // namespace

GpuWork gpu_work(const Snapshot& snapshot, EventId host_slice, std::size_t limit) {
  GpuWork work;
  each_piece_of(snapshot, host_slice, [&](EventId event, TimeRange range) {
    if (work.events.size() < limit) work.events.push_back(event);
    ++work.count;
    work.total_ns = saturating_add(work.total_ns, range.length_ns());
  });
  return work;
}

EventId first_gpu_work(const Snapshot& snapshot, EventId host_slice) {
  EventId first = EventId::None;
  Ns first_ns = kMaxNs;
  each_piece_of(snapshot, host_slice, [&](EventId event, TimeRange range) {
    if (first != EventId::None && range.begin_ns >= first_ns) return;
    first = event;
    first_ns = range.begin_ns;
  });
  return first;
}

EventId launch_of(const Snapshot& snapshot, EventId gpu_event) {
  const auto home = snapshot.find_slice(gpu_event);
  if (!home || home->slice >= home->chunk->link.size()) return EventId::None;
  if (!is_device_kind(snapshot.kind_of(home->chunk->category[home->slice]))) return EventId::None;
  const EventId link = home->chunk->link[home->slice];
  // Work without a launch call in the file may be linked to its operator instead.
  const auto to = snapshot.find_slice(link);
  const bool call =
      to && snapshot.kind_of(to->chunk->category[to->slice]) == CategoryKind::HostCall;
  return call ? link : EventId::None;
}

bool is_device_kind(CategoryKind kind) {
  return is_gpu_work(kind) || kind == CategoryKind::GpuSync;
}

}  // namespace lanescope
