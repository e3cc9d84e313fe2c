// Why a GPU idles, nanosecond by nanosecond.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>

namespace lanescope {

/// The first ones say what the host did instead of launching: the first of them that is anywhere on
/// the thread's stack. Then comes what is not the host's.
enum class IdleClass : std::uint8_t {
  Sync,            // a call that waits for the GPU
  Allocation,      // a call that takes memory from the driver or gives it back
  Runtime,         // any other call of the runtime or the driver
  DataLoading,     // the data loader's next batch
  CpuOp,           // an operator
  Python,          // a Python function
  AnnotationOnly,  // a marked range and nothing in it
  Untraced,        // nothing that the trace knows of
  LaunchLatency,   // the launch call was on its way
  DeviceWait,      // the work had been launched before the GPU ran dry
  Unlinked,        // the trace does not say who launched the next work
  Paused,          // no class of idle time: the recording was paused, see paused_parts
};
inline constexpr std::size_t kIdleClasses = 11;  // without Paused

/// "sync", "device_wait": as in the text face; "paused".
std::string_view idle_class_name(IdleClass idle_class);

}  // namespace lanescope
