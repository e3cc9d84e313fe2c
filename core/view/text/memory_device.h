// Names of the devices that memory belongs to, and of the time before its records.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "core/store/snapshot.h"

namespace lanescope {

/// "CUDA 0" as memory_device_name() says, but "GPU 0" in traces of tools and GPUs without CUDA,
/// which number their devices alike.
std::string memory_device_title(const Snapshot& trace, std::int64_t device_type,
                                std::int64_t device_id);

/// Whether the file is one of torch.cuda.memory's: about nothing else.
bool is_memory_snapshot(const Snapshot& snapshot);
/// "before the trace", or "before the snapshot's history".
std::string_view before_words(const Snapshot& snapshot);

}  // namespace lanescope
