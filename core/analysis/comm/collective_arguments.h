// Reads the arguments of collectives: from the kernel since PyTorch 2.2, before that from the
// record_param_comms operator that launched it.
#pragma once

#include <cstddef>
#include <functional>
#include <span>
#include <stop_token>

#include "core/analysis/search/event_query.h"
#include "core/base/text/json_value.h"
#include "core/store/snapshot.h"

namespace lanescope {

/// A communication kernel; `link` is its entry in TrackChunk::link.
struct CollectiveKernel {
  EventId event = EventId::None;
  EventId link = EventId::None;
};

/// Calls visit(i, args) for each kernel whose "Collective name" is known, in no particular order; i
/// is its index in `kernels`. Returns false and reads nothing without `read` or with too many
/// kernels. Cost: that of read_arguments.
bool read_collective_arguments(const Snapshot& snapshot, std::span<const CollectiveKernel> kernels,
                               const ReadEvent& read,
                               const std::function<void(std::size_t, const JsonValue&)>& visit,
                               const std::stop_token& stop = {});

}  // namespace lanescope
