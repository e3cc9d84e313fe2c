// The order of an allocator's records. Several may have the same time, and their order decides
// which blocks are allocated: it follows from the profiler's own numbers, or else from the totals,
// each of which is the previous total plus the record's own bytes. The order in the file must not
// matter.
#pragma once

#include <cstdint>
#include <span>
#include <tuple>

#include "core/base/text/ids.h"
#include "core/build/tracks/raw_events.h"

namespace lanescope {

struct MemoryRef {
  const RawMemory* raw = nullptr;
  Ns time_ns = 0;
  std::uint64_t offset = 0;
  EventId event = EventId::None;  // the instant
};

/// Orders records of the same time if nothing better does: frees first.
inline auto fallback_order(const RawMemory& record) {
  return std::tuple(record.index, record.device_type, record.device_id, record.bytes,
                    record.address, record.allocated, record.reserved);
}

/// Sorts the records of one allocator: by time; at the same time by number if all records have one,
/// otherwise so that each total follows from the previous one, blocks are freed after they were
/// allocated, and allocated again after they were freed. Only records that agree in everything keep
/// the order of the file. Cost: a sort, and a hash lookup per record where records of the same time
/// have no numbers.
void sort_records(std::span<MemoryRef> records);

}  // namespace lanescope
