// What the file says of a GPU by its number.
#pragma once

#include <cstdint>

#include "core/store/snapshot.h"

namespace lanescope {

/// Null where the file says nothing. When it lists one device and all GPU work is on one device of
/// another number, that is the one: a process that sees one GPU of several (HIP_VISIBLE_DEVICES)
/// lists it as 0, while the work has the machine's number for it. Cost: log(devices).
const DeviceInfo* device_info(const Snapshot& snapshot, std::int64_t device);

}  // namespace lanescope
