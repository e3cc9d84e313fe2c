#include "core/analysis/events/device_info.h"

#include <algorithm>

#include "core/base/threads/work.h"

namespace lanescope {

const DeviceInfo* device_info(const Snapshot& snapshot, std::int64_t device) {
  count_work(Work::Lookups);
  const std::vector<DeviceInfo>& listed = snapshot.info.devices;
  const auto at = std::ranges::lower_bound(listed, device, {}, &DeviceInfo::id);
  if (at != listed.end() && at->id == device) return &*at;
  return snapshot.only_device == device && listed.size() == 1 ? &listed.front() : nullptr;
}

bool has_amd_gpus(const Snapshot& snapshot) {
  if (snapshot.info.metadata.find("hip_runtime_version") != nullptr) return true;
  return std::ranges::any_of(snapshot.info.devices, [](const DeviceInfo& device) {
    const std::string_view name = device.name;
    return name.find("AMD") != name.npos || name.find("Instinct") != name.npos ||
           name.find("Radeon") != name.npos;
  });
}

std::string_view matrix_units(const Snapshot& snapshot) {
  return has_amd_gpus(snapshot) ? "matrix cores" : "tensor cores";
}

}  // namespace lanescope
