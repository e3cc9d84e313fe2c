// Why a GPU is idle at a given time.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>

namespace lanescope {

/// The classes up to Untraced say what the host did instead of launching; the first of them found
/// anywhere on the thread's stack counts. The rest are not caused by the host.
enum class IdleClass : std::uint8_t {
  Sync,            // a call that waits for the GPU
  Allocation,      // a call that allocates or frees driver memory
  Runtime,         // any other runtime or driver call; a system call in none of the others
  DataLoading,     // fetching the next batch
  CpuOp,           // an operator
  Python,          // a Python function
  AnnotationOnly,  // inside an annotation, no ops
  Untraced,        // nothing was traced
  LaunchLatency,   // from the start of the launch call
  DeviceWait,      // the work was already queued when the GPU became idle
  Unlinked,        // the launch of the next work is unknown
  Paused,          // not idle time, but unknown, as in pauses: see UnknownTimes
};
inline constexpr std::size_t kIdleClasses = 11;  // without Paused

/// "sync", "device_wait": as on the command line and in JSON; "paused".
std::string_view idle_class_name(IdleClass idle_class);

}  // namespace lanescope
