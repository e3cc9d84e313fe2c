// How processes, threads, streams and devices are called in the lane tree.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "core/store/snapshot.h"

namespace lanescope {

/// "thread 25738", or its nickname.
std::string thread_title(const Snapshot& snapshot, const Track& track);

/// "stream 7", or the name that the file gives the stream.
std::string stream_title(const Snapshot& snapshot, const Track& track);

/// "python pid 25738", "pid 3923".
std::string process_title(const Snapshot& snapshot, const Track& track);

/// "step 7" of "ProfilerStep#7"; other names of steps as they are.
std::string step_title(std::string_view name);

/// "H200" of "NVIDIA H200": without the vendor.
std::string short_device_name(const std::string& name);

/// "GPU 0 H200"; "MTIA 9" when the file names the device itself.
std::string device_title(const Snapshot& snapshot, const Track& track);
/// The same of the device of that number, by a stream that works; else "GPU 3". Cost: O(tracks).
std::string device_title(const Snapshot& snapshot, std::int64_t device);

/// "CUDA 0", "CPU": an allocator's device (c10::DeviceType) in words.
std::string memory_device_name(std::int64_t device_type, std::int64_t device_id);

}  // namespace lanescope
