// The titles of processes, threads, streams and devices in the lane tree.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "core/store/snapshot.h"

namespace lanescope {

/// Whether a thread is the main one of its process: the one with the steps, or else the one with
/// the process's number. Cost: until the first step of the process.
bool is_main_thread(const Snapshot& snapshot, const Track& track);

/// "main thread 25738", "thread 25739", or its nickname.
std::string thread_title(const Snapshot& snapshot, const Track& track);

/// "stream 7", or the stream's name in the file.
std::string stream_title(const Snapshot& snapshot, const Track& track);

/// "python pid 25738", "pid 3923"; "Profile by py-spy · process 25738" of a profile beside the
/// trace.
std::string process_title(const Snapshot& snapshot, const Track& track);

/// "step 7" for "ProfilerStep#7"; other step names are unchanged.
std::string step_title(std::string_view name);

/// "H200" for "NVIDIA H200": without the vendor.
std::string short_device_name(const std::string& name);

/// "GPU 0 H200"; "MTIA 9" if the file names the device itself.
std::string device_title(const Snapshot& snapshot, const Track& track);
/// The same for a device number, from a stream that has events; "GPU 3" if there is none. Cost:
/// O(tracks).
std::string device_title(const Snapshot& snapshot, std::int64_t device);

/// "CUDA 0", "CPU": an allocator's device (c10::DeviceType).
std::string memory_device_name(std::int64_t device_type, std::int64_t device_id);

}  // namespace lanescope
