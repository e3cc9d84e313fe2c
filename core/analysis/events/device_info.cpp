#include "core/analysis/events/device_info.h"

#include <algorithm>
#include <array>

#include "core/base/threads/work.h"
#include "core/store/issue_kinds.h"
#include "core/store/own_members.h"

namespace lanescope {

const DeviceInfo* device_info(const Snapshot& snapshot, std::int64_t device) {
  count_work(Work::Lookups);
  const std::vector<DeviceInfo>& listed = snapshot.info.devices;
  const auto at = std::ranges::lower_bound(listed, device, {}, &DeviceInfo::id);
  if (at != listed.end() && at->id == device) return &*at;
  return snapshot.only_device == device && listed.size() == 1 ? &listed.front() : nullptr;
}

bool has_amd_calls(const Snapshot& snapshot) {
  constexpr std::array<std::string_view, 2> kIssues = {issue_kinds::kRepeatedDispatch,
                                                       issue_kinds::kMovedEdges};
  const auto is_call = [](const auto& one) {
    const std::string_view name = one.first;
    return name.starts_with("hip_") || name.starts_with("hsa_") || name.starts_with("rocm_") ||
           name.starts_with("rccl_");
  };
  return std::ranges::any_of(snapshot.counts.by_category, is_call) ||
         std::ranges::find_first_of(snapshot.report.issues, kIssues, {}, &LoadIssue::kind) !=
             snapshot.report.issues.end();
}

bool has_amd_gpus(const Snapshot& snapshot) {
  constexpr std::array<std::string_view, 3> kFormats = {"rpd", "rocpd", "rocprofv3-json"};
  const auto is_of_amd = [&](std::string_view format) {
    return std::ranges::find(kFormats, format) != kFormats.end();
  };
  if (is_of_amd(snapshot.info.format) || is_of_amd(recorded_as(snapshot.info.metadata)) ||
      has_amd_calls(snapshot))
    return true;
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
