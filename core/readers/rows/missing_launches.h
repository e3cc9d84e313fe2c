// How much of the GPU work has no launch call in the file, from the rows of a trace.
#pragma once

#include <cstdint>

#include "core/build/tracks/raw_slice_store.h"
#include "core/build/tracks/worker_tables.h"

namespace lanescope {

/// Of a trace that one worker read into one batch; call when its links are settled. Cost: a pass
/// over the links, and sorting those of the calls.
std::uint64_t work_without_launch(const RawBatch& batch, const WorkerTables& tables,
                                  const RawSliceStore& store);

}  // namespace lanescope
