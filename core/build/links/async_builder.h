// Async spans (b/n/e and the older S/T/p/F): paired by id, they become slices and instants of
// tracks of their own.
#pragma once

#include <functional>
#include <vector>

#include "core/build/tracks/issue_log.h"
#include "core/build/tracks/raw_slice_store.h"

namespace lanescope {

/// Whether an async event of a worker takes part; without one all do.
using AdmitAsync = std::function<bool(const RawAsync&, std::uint32_t worker)>;

/// Appends a batch with the paired spans as slices to `store`, and moves the async instants into
/// it. Ends close the newest open begin of their id; open begins last until `trace_end_ns`. Returns
/// how many spans there are. Cost: a sort by (id, time).
std::uint64_t pair_asyncs(std::vector<RawBatch>& batches, RawSliceStore& store, Ns trace_end_ns,
                          IssueLog& issues, const AdmitAsync& admits = {});

}  // namespace lanescope
