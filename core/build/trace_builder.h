// TraceBuilder: everything the workers parsed becomes one Snapshot. The one place where a trace
// changes; what it returns never does.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "core/base/threads/load_progress.h"
#include "core/build/tracks/raw_slice_store.h"
#include "core/build/tracks/worker_tables.h"
#include "core/store/snapshot.h"

namespace lanescope {

struct BuildInput {
  RawSliceStore& store;
  std::span<const std::unique_ptr<WorkerTables>> workers;
  std::vector<RawBatch>&
      batches;  // in the order of the file; a complete build adds one with the async spans
  TraceInfo info;
  bool complete = true;  // the text ended where it should
  unsigned threads = 1;
  LoadProgress* progress = nullptr;
  std::optional<TimeRange> recorded = {};  // where the reader knows when was recorded
};

/// The final snapshot: nested, linked, with its load report.
std::shared_ptr<const Snapshot> build_snapshot(BuildInput input);

/// A picture while the rest is still read: slices and counters only, no links. Nobody may be
/// parsing meanwhile.
std::shared_ptr<const Snapshot> build_preview(const BuildInput& input);

}  // namespace lanescope
