#include "core/view/navigation/navigation.h"

#include <algorithm>
#include <optional>
#include <tuple>

#include "core/view/events/event_ref.h"
#include "core/view/events/flow_model.h"
#include "core/view/events/gpu_work.h"
#include "core/view/events/slice_stack.h"

namespace lanescope {
namespace {

EventId neighbour_instant(const Snapshot& snapshot, const InstantRef& ref, Direction direction,
                          bool same_name) {
  const InstantTable& table = *snapshot.instants;
  const auto [begin, end] = instants_of(snapshot, ref.track->id);
  const StringId name = table.name[ref.instant];
  std::uint32_t at = ref.instant;
  while (direction == Direction::Next ? at + 1 < end : at > begin) {
    at = direction == Direction::Next ? at + 1 : at - 1;
    if (!same_name || table.name[at] == name) return EventId{index_of(table.first_id) + at};
  }
  return EventId::None;
}

/// The position of a slice in the time order of its chunk. Cost: log(slices), and a step for each
/// one with the same range.
std::uint32_t place_in_time(const TrackChunk& chunk, std::uint32_t slice) {
  if (chunk.time_order.empty()) return slice;
  const auto order = chunk.time_order.span();
  const auto key = [&chunk](std::uint32_t one) {
    return std::tuple(chunk.start_ns[one], -chunk.dur_ns[one]);
  };
  auto at = std::ranges::lower_bound(order, key(slice), {}, key);
  while (at != order.end() && *at != slice) ++at;
  return static_cast<std::uint32_t>(at - order.begin());
}

/// By start over all rows: those of a stream are for kernels that overlap, not for nesting.
EventId neighbour_in_time(const TrackChunk& chunk, std::uint32_t slice, Direction direction) {
  const std::uint32_t at = place_in_time(chunk, slice);
  if (direction == Direction::Next)
    return at + 1 < chunk.size() ? chunk.id_of(chunk.in_time_order(at + 1)) : EventId::None;
  return at > 0 ? chunk.id_of(chunk.in_time_order(at - 1)) : EventId::None;
}

/// The position of a slice in time order: parents before children.
using Moment = std::tuple<Ns, std::uint32_t>;  // start, row

/// The nearest slice of that name on a row, after (before) `from` and not beyond `bound`.
std::optional<std::uint32_t> next_on_row(const RowSlices& row, std::uint32_t number, StringId name,
                                         Moment from, const std::optional<Moment>& bound) {
  const auto begin = row.start_ns.begin();
  auto i = static_cast<std::uint32_t>(
      std::lower_bound(begin, row.start_ns.end(), std::get<0>(from)) - begin);
  for (; i < row.size(); ++i) {
    const Moment at{row.start_ns[i], number};
    if (bound && at >= *bound) return std::nullopt;
    if (at > from && row.name[i] == name) return i;
  }
  return std::nullopt;
}

std::optional<std::uint32_t> previous_on_row(const RowSlices& row, std::uint32_t number,
                                             StringId name, Moment from,
                                             const std::optional<Moment>& bound) {
  const auto begin = row.start_ns.begin();
  auto i = static_cast<std::uint32_t>(
      std::upper_bound(begin, row.start_ns.end(), std::get<0>(from)) - begin);
  while (i-- > 0) {
    const Moment at{row.start_ns[i], number};
    if (bound && at <= *bound) return std::nullopt;
    if (at < from && row.name[i] == name) return i;
  }
  return std::nullopt;
}

}  // namespace

EventId neighbour_in_lane(const Snapshot& snapshot, EventId event, Direction direction) {
  if (const auto instant = find_instant(snapshot, event)) {
    return neighbour_instant(snapshot, *instant, direction, false);
  }
  const auto home = snapshot.find_slice(event);
  if (!home) return EventId::None;
  if (home->track->kind == TrackKind::GpuStream)
    return neighbour_in_time(*home->chunk, home->slice, direction);
  const Row& row = home->chunk->rows[home->chunk->row_of(home->slice)];
  if (direction == Direction::Next) {
    return home->slice + 1 < row.first + row.count ? home->chunk->id_of(home->slice + 1)
                                                   : EventId::None;
  }
  return home->slice > row.first ? home->chunk->id_of(home->slice - 1) : EventId::None;
}

EventId neighbour_of_name(const Snapshot& snapshot, EventId event, Direction direction) {
  if (const auto instant = find_instant(snapshot, event)) {
    return neighbour_instant(snapshot, *instant, direction, true);
  }
  const auto home = snapshot.find_slice(event);
  if (!home) return EventId::None;
  const TrackChunk& chunk = *home->chunk;
  const std::uint32_t own_row = chunk.row_of(home->slice);
  const Moment from{chunk.start_ns[home->slice], own_row};
  const auto search = direction == Direction::Next ? next_on_row : previous_on_row;
  std::optional<Moment> best;
  EventId found = EventId::None;
  // Its own row first: a match there limits the search on the others.
  for (std::uint32_t i = 0; i < chunk.rows.size(); ++i) {
    const std::uint32_t r = i == 0 ? own_row : (i <= own_row ? i - 1 : i);
    const Row& row = chunk.rows[r];
    const auto at = search(chunk.slices_of(row), r, chunk.name[home->slice], from, best);
    if (!at) continue;
    best = Moment{chunk.start_ns[row.first + *at], r};
    found = chunk.id_of(row.first + *at);
  }
  return found;
}

EventId enclosing(const Snapshot& snapshot, EventId event) {
  if (const auto instant = find_instant(snapshot, event)) {
    const auto stack = slices_at(*instant->track, snapshot.instants->time_ns[instant->instant]);
    return stack.empty() ? EventId::None : stack.back().chunk->id_of(stack.back().slice);
  }
  const auto home = snapshot.find_slice(event);
  if (!home) return EventId::None;
  const TrackChunk& chunk = *home->chunk;
  for (std::uint32_t r = chunk.row_of(home->slice); r-- > 0;) {
    const auto above = slice_covering(chunk, r, chunk.range(home->slice));
    if (above) return chunk.id_of(*above);
  }
  return EventId::None;
}

EventId first_inside(const Snapshot& snapshot, EventId event) {
  const auto home = snapshot.find_slice(event);
  if (!home) return EventId::None;
  const TrackChunk& chunk = *home->chunk;
  const TimeRange range = chunk.range(home->slice);
  for (std::uint32_t r = chunk.row_of(home->slice) + 1; r < chunk.rows.size(); ++r) {
    const auto [first, last] = slices_starting_in(chunk, r, range);
    if (first < last && chunk.end_ns(first) <= range.end_ns) return chunk.id_of(first);
  }
  return EventId::None;
}

EventId chain_up(const Snapshot& snapshot, EventId event) {
  const EventId launch = launch_of(snapshot, event);
  return launch != EventId::None ? launch : enclosing(snapshot, event);
}

EventId chain_down(const Snapshot& snapshot, EventId event) {
  const EventId inside = first_inside(snapshot, event);
  return inside != EventId::None ? inside : first_gpu_work(snapshot, event);
}

EventId flow_forward(const Snapshot& snapshot, EventId event) {
  const auto partners = flow_partners(snapshot, event);
  for (const FlowPartner& partner : partners) {
    if (partner.forward && is_autograd_flow(snapshot, partner.kind)) return partner.event;
  }
  const EventId work = first_gpu_work(snapshot, event);
  if (work != EventId::None) return work;
  for (const FlowPartner& partner : partners) {
    if (partner.forward) return partner.event;
  }
  return EventId::None;
}

EventId flow_back(const Snapshot& snapshot, EventId event) {
  const EventId launch = launch_of(snapshot, event);
  if (launch != EventId::None) return launch;
  for (const FlowPartner& partner : flow_partners(snapshot, event)) {
    if (!partner.forward) return partner.event;
  }
  return EventId::None;
}

EventId nearest_slice(const Snapshot& snapshot, TrackId id, Ns time_ns) {
  if (index_of(id) >= snapshot.tracks.size()) return EventId::None;
  EventId best = EventId::None;
  Ns best_ns = kMaxNs;
  for (const auto& chunk : snapshot.tracks[index_of(id)].chunks) {
    if (chunk->rows.empty()) continue;
    // The outermost row has the slices nearest to any time.
    const Row& row = chunk->rows.front();
    const RowSlices slices = chunk->slices_of(row);
    const auto begin = slices.start_ns.begin();
    const auto after =
        static_cast<std::uint32_t>(std::upper_bound(begin, slices.start_ns.end(), time_ns) - begin);
    for (std::uint32_t i = after > 0 ? after - 1 : 0; i <= after && i < slices.size(); ++i) {
      const Ns end_ns = slices.start_ns[i] + slices.dur_ns[i];
      const Ns away_ns = std::max(
          {saturating_sub(slices.start_ns[i], time_ns), saturating_sub(time_ns, end_ns), Ns{0}});
      if (away_ns >= best_ns) continue;
      best_ns = away_ns;
      best = chunk->id_of(row.first + i);
    }
  }
  return best;
}

}  // namespace lanescope
