#include "core/view/text/memory_device.h"

#include <fmt/format.h>

#include "core/analysis/host/recorder.h"
#include "core/view/text/lane_names.h"

namespace lanescope {
namespace {

constexpr std::int64_t kCuda = 1;  // PyTorch's DeviceType, also of HIP's devices

}  // namespace

std::string memory_device_title(const Snapshot& trace, std::int64_t device_type,
                                std::int64_t device_id) {
  if (device_type == kCuda && device_id >= 0 && may_lack_cuda(trace))
    return fmt::format("GPU {}", device_id);
  return memory_device_name(device_type, device_id);
}

bool is_memory_snapshot(const Snapshot& snapshot) {
  return snapshot.info.format == "cuda-memory-snapshot";
}

std::string_view before_words(const Snapshot& snapshot) {
  return is_memory_snapshot(snapshot) ? "before the snapshot's history" : "before the trace";
}

}  // namespace lanescope
