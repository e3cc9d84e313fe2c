#include "core/view/details/block.h"

#include <algorithm>

#include "core/analysis/ops/allocations.h"
#include "core/view/events/event_ref.h"
#include "core/view/events/slice_stack.h"

namespace lanescope {
namespace {

void add_bytes(DetailsMemory& sum, std::int64_t bytes) {
  if (bytes < 0) {
    ++sum.frees;
    sum.freed_bytes = saturating_sub(sum.freed_bytes, bytes);
  } else {
    ++sum.allocations;
    sum.allocated_bytes = saturating_add(sum.allocated_bytes, bytes);
  }
}

/// The innermost operator open at an instant.
EventId op_at(const Snapshot& snapshot, EventId instant) {
  const auto ref = find_instant(snapshot, instant);
  if (!ref || ref->track->kind != TrackKind::CpuThread) return EventId::None;
  const auto open = slices_at(*ref->track, snapshot.instants->time_ns[ref->instant]);
  for (auto at = open.rbegin(); at != open.rend(); ++at) {
    if (snapshot.kind_of(at->chunk->category[at->slice]) == CategoryKind::CpuOp) {
      return at->chunk->id_of(at->slice);
    }
  }
  return EventId::None;
}

DetailsBlockEnd end_at(const Snapshot& snapshot, const MemoryTrack& memory, std::size_t record) {
  DetailsBlockEnd end{memory.event[record], memory.time_ns[record], EventId::None, {}};
  end.op = op_at(snapshot, end.event);
  if (const auto home = snapshot.find_slice(end.op)) {
    end.op_name = snapshot.text(home->chunk->name[home->slice]);
  }
  return end;
}

/// The other end of the block that a record allocates or frees: the nearest record of the same
/// address, if it is of the opposite type.
std::optional<std::size_t> other_end(const MemoryTrack& memory, std::size_t record) {
  const std::int64_t address = memory.address[record];
  if (address == 0) return std::nullopt;
  const bool begins = memory.bytes[record] >= 0;
  for (std::size_t i = record; begins ? ++i < memory.address.size() : i-- > 0;) {
    if (memory.address[i] != address) continue;
    return (memory.bytes[i] < 0) == begins ? std::optional(i) : std::nullopt;
  }
  return std::nullopt;
}

void fill_block(const Snapshot& snapshot, const MemoryTrack& memory, std::size_t record,
                DetailsAllocation& out) {
  if (out.address == 0) return;
  const auto set_end = [&](std::size_t at) {
    if (memory.bytes[at] < 0) {
      out.release = end_at(snapshot, memory, at);
    } else if (!is_before_history(snapshot, memory.event[at])) {
      out.allocation = end_at(snapshot, memory, at);
    }
  };
  set_end(record);
  if (const auto other = other_end(memory, record)) set_end(*other);
  if (out.allocation && out.release)
    out.alive_ns = saturating_sub(out.release->time_ns, out.allocation->time_ns);
}

}  // namespace

std::vector<DetailsMemory> memory_inside(const Snapshot& snapshot, const Track& track,
                                         TimeRange range) {
  std::vector<DetailsMemory> out;
  const InstantRange own = instants_of(snapshot, track.id);
  if (own.begin == own.end) return out;
  const std::uint32_t first_id = index_of(snapshot.instants->first_id);
  for (const auto& memory : snapshot.memory) {
    DetailsMemory sum{memory->device_type, memory->device_id};
    const Ns* const from = std::ranges::lower_bound(memory->time_ns, range.begin_ns);
    for (auto i = static_cast<std::size_t>(from - memory->time_ns.begin());
         i < memory->time_ns.size() && memory->time_ns[i] < range.end_ns; ++i) {
      const std::uint32_t instant = index_of(memory->event[i]) - first_id;
      if (instant >= own.begin && instant < own.end) add_bytes(sum, memory->bytes[i]);
    }
    if (sum.allocations + sum.frees > 0) out.push_back(sum);
  }
  return out;
}

std::optional<DetailsAllocation> allocation_at(const Snapshot& snapshot, EventId event,
                                               Ns time_ns) {
  for (const auto& memory : snapshot.memory) {
    const Ns* at = std::ranges::lower_bound(memory->time_ns, time_ns);
    for (; at != memory->time_ns.end() && *at == time_ns; ++at) {
      const auto i = static_cast<std::size_t>(at - memory->time_ns.begin());
      if (memory->event[i] != event) continue;
      DetailsAllocation out{.device_type = memory->device_type,
                            .device_id = memory->device_id,
                            .bytes = memory->bytes[i],
                            .address = memory->address[i],
                            .allocated_bytes = memory->allocated[i],
                            .reserved_bytes = memory->reserved[i],
                            .has_totals = memory->has_totals};
      fill_block(snapshot, *memory, i, out);
      return out;
    }
  }
  return std::nullopt;
}

}  // namespace lanescope
