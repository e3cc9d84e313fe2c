// EventParser: the parser of one worker. Turns slices of text into raw rows with simdjson
// On-Demand, in one pass over the keys of each event. What strict parsing rejects is examined event
// by event, repaired if possible, and otherwise reported.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>

#include "core/build/tracks/link_numbers.h"
#include "core/build/tracks/raw_slice_store.h"
#include "core/build/tracks/worker_tables.h"
#include "core/readers/json/event_slices.h"

namespace lanescope {

struct EventList;

struct SliceOutcome {
  std::optional<std::uint64_t> list_end;  // text offset of the list's ']' if it is in this slice
  bool cut_is_doubtful = false;           // the slice does not begin or end between events
};

class EventParser {
 public:
  /// `links`: see EventSink; `list`: what is parsed, of which nothing is kept.
  EventParser(RawSliceStore& store, WorkerTables& tables, std::uint32_t worker, LinkNumbers& links,
              const EventList& list);
  ~EventParser();
  EventParser(const EventParser&) = delete;
  EventParser& operator=(const EventParser&) = delete;

  /// Parses the slice and appends to `batch`. Overwrites the bytes around the slice in its buffer.
  SliceOutcome parse(SliceBuffer& slice, RawBatch& batch);

 private:
  class Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace lanescope
