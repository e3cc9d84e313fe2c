// EventParser: one worker's parser. Turns slices of text into raw rows with simdjson On-Demand, one
// pass over the keys of each event; what strict parsing refuses is looked at event by event,
// repaired where it can be, and listed otherwise.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>

#include "core/build/tracks/raw_slice_store.h"
#include "core/build/tracks/worker_tables.h"
#include "core/readers/json/event_slices.h"

namespace lanescope {

struct SliceOutcome {
  std::optional<std::uint64_t>
      list_end;                  // text offset of the list's ']' when it lies in this slice
  bool cut_is_doubtful = false;  // the slice does not begin or end where an event does
};

class EventParser {
 public:
  /// `separator` as EventSlices::Layout has it.
  EventParser(RawSliceStore& store, WorkerTables& tables, std::uint32_t worker,
              std::string separator);
  ~EventParser();
  EventParser(const EventParser&) = delete;
  EventParser& operator=(const EventParser&) = delete;

  /// Parses the slice (its surroundings in the buffer are overwritten) and appends to `batch`.
  SliceOutcome parse(SliceBuffer& slice, RawBatch& batch);

 private:
  class Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace lanescope
