// How processes, threads, streams and devices are called in the lane tree.
#pragma once

#include <cstdint>
#include <string>

#include "core/store/snapshot.h"

namespace lanescope {

/// "pt_data_worker" of "thread 25738 (pt_data_worker)"; empty when the name says no more than the
/// process's name or the number.
std::string thread_nickname(const Snapshot& snapshot, const Track& track);

/// "thread 25738", or its nickname.
std::string thread_title(const Snapshot& snapshot, const Track& track);

/// "stream 7", or the name that the file gives the stream.
std::string stream_title(const Snapshot& snapshot, const Track& track);

/// "python pid 25738", "pid 3923".
std::string process_title(const Snapshot& snapshot, const Track& track);

/// "H200" of "NVIDIA H200": without the vendor.
std::string short_device_name(const std::string& name);

/// "GPU 0 H200"; "MTIA 9" when the file names the device itself.
std::string device_title(const Snapshot& snapshot, const Track& track);

/// "CUDA 0", "CPU": an allocator's device (c10::DeviceType) in words.
std::string memory_device_name(std::int64_t device_type, std::int64_t device_id);

}  // namespace lanescope
