// The calls of NCCL behind communication kernels, by the NVTX ranges that NCCL pushes around them.
// They are what an export of Nsight Systems tells of a collective: its kernels have no arguments.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "core/analysis/comm/collective_arguments.h"
#include "core/analysis/search/event_query.h"
#include "core/store/snapshot.h"

namespace lanescope {

struct NcclCall {
  EventId range = EventId::None;  // around the launch; None: there is none
  std::string name;               // "ncclAllReduce"; of a group, "ncclSend + ncclRecv"
  /// By the range's payload, which says how much one rank passes in; nullopt of several calls, and
  /// if the export lacks payloads.
  std::optional<std::int64_t> bytes;
  std::string communicator;  // empty if unknown
};

/// One for each kernel. Cost: a pass over the host's slices, and the text of each range is read.
std::vector<NcclCall> find_nccl_calls(const Snapshot& snapshot,
                                      std::span<const CollectiveKernel> kernels,
                                      const ReadEvent& read);

}  // namespace lanescope
