#include "core/view/lanes/processes/gpu_drivers.h"

#include <algorithm>
#include <cstddef>

namespace lanescope {
namespace {

constexpr std::size_t kMostLooks = 4096;

/// Launches by process.
using Launches = std::map<StringId, std::uint64_t>;

}  // namespace

GpuDrivers::GpuDrivers(const Snapshot& snapshot) {
  if (!snapshot.launches) return;
  const LaunchIndex& pairs = *snapshot.launches;
  std::map<std::int64_t, Launches> of_device;
  const std::size_t stride = pairs.launch.size() / kMostLooks + 1;
  for (std::size_t i = 0; i < pairs.launch.size(); i += stride) {
    const auto launch = snapshot.find_slice(pairs.launch[i]);
    const auto work = snapshot.find_slice(pairs.gpu_event[i]);
    if (launch && work) ++of_device[work->track->device][launch->track->process];
  }
  for (const auto& [device, launches] : of_device) {
    const auto most = std::ranges::max_element(
        launches, {}, [](const Launches::value_type& one) { return one.second; });
    pid_of_[device] = snapshot.text(most->first);
  }
}

std::optional<std::int64_t> GpuDrivers::device_of(std::string_view pid) const {
  const auto device =
      std::ranges::find_if(pid_of_, [&](const auto& one) { return one.second == pid; });
  return device == pid_of_.end() ? std::nullopt : std::optional(device->first);
}

bool GpuDrivers::several() const {
  return std::ranges::any_of(
      pid_of_, [&](const auto& one) { return one.second != pid_of_.begin()->second; });
}

}  // namespace lanescope
