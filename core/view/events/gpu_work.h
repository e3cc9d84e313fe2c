// From host events to the GPU work they started, and back.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "core/base/text/ids.h"
#include "core/base/time.h"
#include "core/store/snapshot.h"

namespace lanescope {

/// The GPU work (kernels, copies, fills, work of other accelerators) started by a launch call, or
/// by all launch calls inside a host slice.
struct GpuWork {
  std::vector<EventId> events;  // in the order of their launch calls; `limit` at most
  std::uint64_t count = 0;      // of all, listed or not
  Ns total_ns = 0;              // sum of all durations
};

/// Empty for other events. Cost: rows * log(launches), plus the work itself.
GpuWork gpu_work(const Snapshot& snapshot, EventId host_slice, std::size_t limit = SIZE_MAX);

/// The piece of that work that starts first; EventId::None if there is none.
EventId first_gpu_work(const Snapshot& snapshot, EventId host_slice);

/// The launch call of GPU work or of a sync record; EventId::None for other events and if its call
/// is not in the trace.
EventId launch_of(const Snapshot& snapshot, EventId gpu_event);

/// Kinds that run on a device and can be launched.
bool is_device_kind(CategoryKind kind);

}  // namespace lanescope
