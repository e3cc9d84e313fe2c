// TraceBuilder: makes a Snapshot of everything that the workers parsed. Only here is a trace
// modified; a finished snapshot never changes.
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "core/base/threads/load_progress.h"
#include "core/build/tracks/raw_slice_store.h"
#include "core/build/tracks/worker_tables.h"
#include "core/store/snapshot.h"

namespace lanescope {

struct BuildInput {
  RawSliceStore& store;
  std::span<const std::unique_ptr<WorkerTables>> workers;
  std::vector<RawBatch>& batches;  // in file order; a complete build adds one with the async spans
  TraceInfo info;
  bool complete = true;  // the text ended where it should
  unsigned threads = 1;
  LoadProgress* progress = nullptr;
  std::optional<TimeRange> recorded = {};  // if the reader knows when the recording was made
  std::string step_prefix = {};            // see collect_steps(); empty: torch.profiler's steps
  /// Lanes of TrackRole::Async without async spans are a program's own tracks, whose slices count
  /// as those of threads do.
  bool has_own_tracks = false;
  bool begins_late = false;  // what was recorded before was not kept: the program ran long since
  bool goes_on = false;      // it is still recorded: that slices have not ended is no fault
  bool damaged = false;      // not complete because parts inside it cannot be read
  /// Sorted: the text offsets of events that began before what the trace has of them.
  std::span<const std::uint64_t> begun_earlier = {};
  /// Where in the file an event at that text offset is, if not there; for the load report.
  std::function<std::uint64_t(std::uint64_t)> offset_in_file = {};
};

/// The final snapshot: nested, linked, with its load report.
std::shared_ptr<const Snapshot> build_snapshot(BuildInput input);

/// A preview while the rest is still being read: slices, instants, counters and steps, but no async
/// spans, flows or links. No worker may be parsing during the call.
std::shared_ptr<const Snapshot> build_preview(const BuildInput& input);

}  // namespace lanescope
