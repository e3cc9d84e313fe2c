// Device properties by GPU number.
#pragma once

#include <cstdint>
#include <string_view>

#include "core/store/snapshot.h"

namespace lanescope {

/// Null if the file has none. If the file lists a single device and all GPU work has one other
/// number, returns that device: a process restricted to one GPU of several (HIP_VISIBLE_DEVICES)
/// lists it as 0, while its work has the GPU's number on the machine. Cost: log(devices).
const DeviceInfo* device_info(const Snapshot& snapshot, std::int64_t device);

/// Whether a trace has calls of AMD's libraries, in the categories of rocprofv3 and rocprof-sys, or
/// was read as one of rocprofv3.
bool has_amd_calls(const Snapshot& snapshot);

/// Whether the GPUs of the trace are AMD's: by the format of its file, the calls, their names, or
/// the profiler's version of HIP.
bool has_amd_gpus(const Snapshot& snapshot);

/// What its vendor calls the units that multiply matrices: "tensor cores", "matrix cores".
std::string_view matrix_units(const Snapshot& snapshot);

}  // namespace lanescope
