#include "core/analysis/device_info.h"

#include <algorithm>

namespace lanescope {

const DeviceInfo* device_info(const Snapshot& snapshot, std::int64_t device) {
  const std::vector<DeviceInfo>& listed = snapshot.info.devices;
  const auto at = std::ranges::find(listed, device, &DeviceInfo::id);
  if (at != listed.end()) return &*at;
  const bool alone = std::ranges::none_of(snapshot.tracks, [&](const Track& track) {
    return track.kind == TrackKind::GpuStream && track.slices > 0 && track.device != device;
  });
  return alone && listed.size() == 1 ? &listed.front() : nullptr;
}

}  // namespace lanescope
