// The calls of NCCL behind communication kernels, by the NVTX ranges that NCCL pushes around them.
// They are what an export of Nsight Systems tells of a collective: its kernels have no arguments.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/analysis/comm/collective.h"
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
  std::string communicator;           // empty if unknown
  std::optional<std::int64_t> ranks;  // of the communicator, if its creation is in the trace
};

/// What the arguments of an NVTX range say of its collective; nullopt for ranges that are not
/// NCCL's, and without the message size.
std::optional<Collective> nccl_range_collective(std::string_view name, const JsonValue& args);

/// How often NCCL's message size is in what all ranks exchange: it is that of one rank's part for
/// "ncclAllGather" and the like. 1 for names that are not NCCL's.
std::int64_t nccl_parts(std::string_view name, std::int64_t ranks);

/// One for each kernel. Cost: a pass over the host's slices, and the text of each range is read.
std::vector<NcclCall> find_nccl_calls(const Snapshot& snapshot,
                                      std::span<const CollectiveKernel> kernels,
                                      const ReadEvent& read);

}  // namespace lanescope
