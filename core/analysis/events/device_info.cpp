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

}  // namespace lanescope
