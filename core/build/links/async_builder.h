// Async spans (b/n/e and the older S/T/p/F): paired by id, they become slices and instants on
// tracks of their own.
#pragma once

#include <functional>
#include <vector>

#include "core/build/tracks/issue_log.h"
#include "core/build/tracks/raw_slice_store.h"

namespace lanescope {

/// Whether to include an async event of a worker; if empty, all are included.
using AdmitAsync = std::function<bool(const RawAsync&, std::uint32_t worker)>;

/// Adds a batch whose slices are the paired spans, stored in `store`, and moves the async instants
/// into it. An end closes the newest open begin of its id; open begins last until `trace_end_ns`.
/// Returns the number of spans. Cost: a sort by (id, time).
std::uint64_t pair_asyncs(std::vector<RawBatch>& batches, RawSliceStore& store, Ns trace_end_ns,
                          IssueLog& issues, const AdmitAsync& admits = {});

}  // namespace lanescope
