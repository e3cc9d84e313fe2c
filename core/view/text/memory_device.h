// Names of the devices that memory belongs to.
#pragma once

#include <cstdint>
#include <string>

#include "core/store/snapshot.h"

namespace lanescope {

/// "CUDA 0" as memory_device_name() says, but "GPU 0" in traces of tools and GPUs without CUDA,
/// which number their devices alike.
std::string memory_device_title(const Snapshot& trace, std::int64_t device_type,
                                std::int64_t device_id);

}  // namespace lanescope
