// The order of an allocator's records. Several may have one time, and which came first decides what
// is alive: the profiler's own numbers tell, or the totals, each of which is the one before and the
// record's own bytes. The order in which they stand in the file must not matter.
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

/// Tells records of one time apart where nothing better does: releases first.
inline auto fallback_order(const RawMemory& record) {
  return std::tuple(record.index, record.device_type, record.device_id, record.bytes,
                    record.address, record.allocated, record.reserved);
}

/// Sorts the records of one allocator: by time; those of one time by their numbers where all have
/// one, else so that each total follows from the one before, blocks are released after they were
/// allocated, and allocated again after they were released. Only what agrees in everything keeps
/// the order of the file. Cost: a sort; a hash look-up each where records of one time have no
/// numbers.
void sort_records(std::span<MemoryRef> records);

}  // namespace lanescope
