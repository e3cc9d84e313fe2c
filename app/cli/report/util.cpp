#include <fmt/format.h>

#include "app/cli/report/report.h"
#include "core/analysis/events/device_info.h"
#include "core/analysis/events/interval_union.h"

namespace lanescope {
namespace {

constexpr const char* kTooMany =
    "sm_efficiency_pct, occupancy_pct: the window has too many kernels to read them all";
constexpr const char* kNoShapes =
    "sm_efficiency_pct, occupancy_pct: not recorded with these kernels";
constexpr const char* kNoMatrixCores =
    "tensor_core_pct: no kernel's name shows whether it uses matrix cores";
constexpr const char* kNoOps = "tensor_core_eligible_pct: no kernel is linked to an operator";
constexpr const char* kEstimates =
    "sm_efficiency_pct and occupancy_pct are estimated from launch shapes, not measured";

/// One percentage per bucket.
Json buckets_json(const UtilDevice& device, double UtilBucket::*share) {
  return json_list(device.buckets, [=](const UtilBucket& bucket) { return 100 * bucket.*share; });
}

RowColumns<LowUtilRange> low_columns() {
  using enum ValueKind;
  return {
      {{"", "", "start_ns"}, Moment, [](const LowUtilRange& low) { return low.range.begin_ns; }},
      {{"", "", "dur_ns"}, Time, [](const LowUtilRange& low) { return length_of(low.range); }},
      {{"", "", "gpu_util_pct"}, Real, [](const LowUtilRange& low) { return 100 * low.gpu_util; }}};
}

RowColumns<UtilDevice> util_columns(const ReportInput& input) {
  const Thresholds& thresholds = *input.window.thresholds;
  using enum ValueKind;
  const auto begin = [](const UtilDevice& device) { return device.window.begin_ns; };
  const auto length = [](const UtilDevice& device) { return length_of(device.window); };
  const auto share = [](double UtilDevice::*member) {
    return [=](const UtilDevice& device) { return share_of(device.*member, 1); };
  };
  const auto known = [](std::optional<double> UtilDevice::*member) {
    return [=](const UtilDevice& device) {
      return device.*member ? cell_value(share_of(*(device.*member), 1)) : CellValue();
    };
  };
  const auto low = [](const UtilDevice& device) {
    Ns low_ns = 0;
    for (const LowUtilRange& range : device.low)
      low_ns = saturating_add(low_ns, length_of(range.range));
    return low_ns;
  };
  return {// text, JSON
          {{"", "GPU", "device"}, Id, &UtilDevice::device},
          {{"", "", "start_ns"}, Moment, begin},
          {{"", "", "window_ns"}, Time, length},
          {{"", "kernels run", "gpu_util_pct"}, Share, share(&UtilDevice::gpu_util)},
          {{"", "busy", "busy_pct"}, Share, share(&UtilDevice::busy)},
          {{"", "SM efficiency*", "sm_efficiency_pct"}, Share, known(&UtilDevice::sm_efficiency)},
          {{"", "occupancy*", "occupancy_pct"}, Share, known(&UtilDevice::occupancy)},
          {{"", std::string(matrix_units(input.trace)), "tensor_core_pct"},
           Share,
           known(&UtilDevice::tensor_core),
           {.none = "unknown"}},
          {{"", "eligible", "tensor_core_eligible_pct"},
           Share,
           known(&UtilDevice::tensor_core_eligible)},
          {{"", "", "kernels"}, Count, &UtilDevice::kernels},
          {{"", "", "kernels_with_shape"}, Count, &UtilDevice::kernels_with_shape},
          {{"", "", "bucket_ns"}, Time, &UtilDevice::bucket_ns},
          {{"", fmt::format("below {} %", thresholds.low_gpu_util_pct)}, Time, low}};
}

Reasons why(const ReportInput& input, const UtilTable& table) {
  const auto lacks = [&](auto UtilDevice::*member) {
    return std::ranges::any_of(table.devices,
                               [=](const UtilDevice& device) { return !(device.*member); });
  };
  return {{table.devices.empty(), no_kernels(input)},
          {lacks(&UtilDevice::sm_efficiency) || lacks(&UtilDevice::occupancy),
           table.shapes_read ? kNoShapes : kTooMany},
          {lacks(&UtilDevice::tensor_core), kNoMatrixCores},
          {lacks(&UtilDevice::tensor_core_eligible), kNoOps}};
}

}  // namespace

Json to_json(const ReportInput& input, const UtilTable& result) {
  Json devices = rows_json(input.trace, util_columns(input), result.devices);
  for (std::size_t i = 0; i < devices.size(); ++i) {
    const UtilDevice& device = result.devices[i];
    const bool shapes = device.sm_efficiency.has_value();
    devices[i]["gpu_util_pct_of_buckets"] = buckets_json(device, &UtilBucket::gpu_util);
    devices[i]["sm_efficiency_pct_of_buckets"] =
        shapes ? buckets_json(device, &UtilBucket::sm_efficiency) : Json();
    devices[i]["low_ranges"] = rows_json(input.trace, low_columns(), device.low);
  }
  return why(input, result)
      .added_to({{"low_gpu_util_pct", input.window.thresholds->low_gpu_util_pct},
                 {"note", kEstimates},
                 {"devices", std::move(devices)}});
}

std::string to_text(const ReportInput& input, const UtilTable& result) {
  if (result.devices.empty()) return "n/a: " + no_kernels(input) + "\n";
  return rows_text(input.trace, util_columns(input), result.devices, result.devices.size()) +
         "* estimated from launch shapes, not measured\n";
}

}  // namespace lanescope
