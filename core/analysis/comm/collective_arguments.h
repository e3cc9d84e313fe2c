// Where the arguments of a collective stand: at its kernel since PyTorch 2.2, at the
// record_param_comms operator that launched it before that.
#pragma once

#include <cstddef>
#include <functional>
#include <span>
#include <stop_token>

#include "core/analysis/search/event_query.h"
#include "core/base/text/json_value.h"
#include "core/store/snapshot.h"

namespace lanescope {

/// A kernel that communicates; `link` is its entry in TrackChunk::link.
struct CollectiveKernel {
  EventId event = EventId::None;
  EventId link = EventId::None;
};

/// Calls visit(i, args) for each kernel whose "Collective name" is known, in no special order; i is
/// the number in `kernels`. False, and nothing is read, when there is no `read` or there are too
/// many kernels. Cost: that of read_arguments, see there.
bool read_collective_arguments(const Snapshot& snapshot, std::span<const CollectiveKernel> kernels,
                               const ReadEvent& read,
                               const std::function<void(std::size_t, const JsonValue&)>& visit,
                               const std::stop_token& stop = {});

}  // namespace lanescope
