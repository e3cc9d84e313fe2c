#include <fmt/format.h>

#include "app/cli/output/text_table.h"
#include "app/cli/report/report.h"
#include "core/analysis/events/interval_union.h"

namespace lanescope {
namespace {

constexpr const char* kNoKernels = "the window has no kernels";
constexpr const char* kTooMany =
    "sm_efficiency_pct, occupancy_pct: the window has too many kernels to read them all";
constexpr const char* kNoShapes =
    "sm_efficiency_pct, occupancy_pct: not recorded with these kernels";
constexpr const char* kNoOps = "tensor_core_eligible_pct: no kernel is linked to an operator";
constexpr const char* kEstimates =
    "sm_efficiency_pct and occupancy_pct are estimated from launch shapes, not measured";

Json pct(const std::optional<double>& share) {
  return share ? Json(100 * *share) : Json();
}

Json device_json(const Snapshot& trace, const UtilDevice& device) {
  const JsonTimes times(trace);
  Json gpu_util = Json::array();
  Json efficiency = Json::array();
  for (const UtilBucket& bucket : device.buckets) {
    gpu_util.push_back(100 * bucket.gpu_util);
    efficiency.push_back(100 * bucket.sm_efficiency);
  }
  Json low = Json::array();
  for (const LowUtilRange& range : device.low) {
    low.push_back({{"start_ns", times(range.range.begin_ns)},
                   {"dur_ns", length_of(range.range)},
                   {"gpu_util_pct", 100 * range.gpu_util}});
  }
  return {{"device", device.device},
          {"start_ns", times(device.window.begin_ns)},
          {"window_ns", length_of(device.window)},
          {"gpu_util_pct", 100 * device.gpu_util},
          {"busy_pct", 100 * device.busy},
          {"sm_efficiency_pct", pct(device.sm_efficiency)},
          {"occupancy_pct", pct(device.occupancy)},
          {"tensor_core_pct", pct(device.tensor_core)},
          {"tensor_core_eligible_pct", pct(device.tensor_core_eligible)},
          {"kernels", device.kernels},
          {"kernels_with_shape", device.kernels_with_shape},
          {"bucket_ns", device.bucket_ns},
          {"gpu_util_pct_of_buckets", std::move(gpu_util)},
          {"sm_efficiency_pct_of_buckets", device.sm_efficiency ? std::move(efficiency) : Json()},
          {"low_ranges", std::move(low)}};
}

std::string why(const UtilTable& table) {
  if (table.devices.empty()) return kNoKernels;
  std::string text;
  const auto add = [&](const char* part) { text += std::string(text.empty() ? "" : "; ") + part; };
  bool shapes = true, ops = true;
  for (const UtilDevice& device : table.devices) {
    shapes = shapes && device.sm_efficiency && device.occupancy;
    ops = ops && device.tensor_core_eligible;
  }
  if (!shapes) add(table.shapes_read ? kNoShapes : kTooMany);
  if (!ops) add(kNoOps);
  return text;
}

}  // namespace

Json to_json(const ReportInput& input, const UtilTable& result) {
  Json devices = Json::array();
  for (const UtilDevice& device : result.devices) {
    devices.push_back(device_json(input.trace, device));
  }
  Json out = {{"low_gpu_util_pct", input.window.thresholds->low_gpu_util_pct},
              {"note", kEstimates},
              {"devices", std::move(devices)}};
  const std::string lacks = why(result);
  if (!lacks.empty()) out["why"] = lacks;
  return out;
}

std::string to_text(const ReportInput& input, const UtilTable& result) {
  if (result.devices.empty()) return std::string("n/a: ") + kNoKernels + "\n";
  TextTable table({{"GPU"},
                   {"kernels run"},
                   {"busy"},
                   {"SM efficiency*"},
                   {"occupancy*"},
                   {"tensor cores"},
                   {"could be"},
                   {fmt::format("below {} %", input.window.thresholds->low_gpu_util_pct)}});
  const auto text = [](const std::optional<double>& share) {
    return share ? fmt::format("{:.1f} %", 100 * *share) : std::string("n/a");
  };
  for (const UtilDevice& device : result.devices) {
    Ns low_ns = 0;
    for (const LowUtilRange& range : device.low) {
      low_ns = saturating_add(low_ns, length_of(range.range));
    }
    table.add_row({std::to_string(device.device), text(device.gpu_util), text(device.busy),
                   text(device.sm_efficiency), text(device.occupancy), text(device.tensor_core),
                   text(device.tensor_core_eligible), format_duration(low_ns)});
  }
  return table.text() + "* estimated from launch shapes, not measured\n";
}

}  // namespace lanescope
