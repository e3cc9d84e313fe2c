#include "core/export/event_selection.h"

#include <algorithm>

#include "core/base/threads/work.h"

namespace lanescope {
namespace {

/// A slice of length zero overlaps a range if it touches its beginning.
bool overlaps(TimeRange range, Ns start_ns, Ns end_ns) {
  return start_ns < range.end_ns && (end_ns > range.begin_ns || start_ns == range.begin_ns);
}

}  // namespace

EventSelection::EventSelection(const Snapshot& trace, std::optional<TimeRange> range)
    : range_(range) {
  if (!range_) {
    count_ = trace.slice_count;
    return;
  }
  taken_.resize(trace.slice_count);
  for (const Track& track : trace.tracks) {
    const bool is_gpu = track.kind == TrackKind::GpuStream;
    for (const auto& chunk : track.chunks) {
      count_work(Work::Events, chunk->size());
      for (std::uint32_t i = 0; i < chunk->size(); ++i) {
        if (!overlaps(*range_, chunk->start_ns[i], chunk->end_ns(i))) continue;
        take(chunk->id_of(i));
        if (is_gpu) take_way_back(trace, chunk->link[i]);
      }
    }
  }
}

bool EventSelection::has(EventId slice) const {
  return !range_ || (index_of(slice) < taken_.size() && taken_[index_of(slice)]);
}

bool EventSelection::has_time(Ns time_ns) const {
  return !range_ || (time_ns >= range_->begin_ns && time_ns < range_->end_ns);
}

void EventSelection::take(EventId slice) {
  if (index_of(slice) >= taken_.size() || taken_[index_of(slice)]) return;
  taken_[index_of(slice)] = true;
  ++count_;
}

void EventSelection::take_way_back(const Snapshot& trace, EventId call) {
  const auto home = trace.find_slice(call);
  if (!home) return;
  const Ns at_ns = home->chunk->start_ns[home->slice];
  for (const auto& chunk : home->track->chunks) {
    for (const Row& row : chunk->rows) {
      const auto starts = chunk->start_ns.span().subspan(row.first, row.count);
      const auto after = std::upper_bound(starts.begin(), starts.end(), at_ns);
      if (after == starts.begin()) continue;
      const auto slice = row.first + static_cast<std::uint32_t>(after - starts.begin()) - 1;
      const bool is_call = chunk->id_of(slice) == call;
      if (is_call || chunk->end_ns(slice) > at_ns) take(chunk->id_of(slice));
    }
  }
}

}  // namespace lanescope
