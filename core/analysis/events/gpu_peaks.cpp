#include "core/analysis/events/gpu_peaks.h"

#include <algorithm>
#include <array>

#include "core/base/text/ascii_case.h"
#include "core/store/snapshot.h"

namespace lanescope {
namespace {

/// A GPU in the table: matches names that contain `part`, with at least `least_gib` of memory. The
/// first match counts.
struct PeakEntry {
  std::string_view part;
  std::int64_t least_gib;
  std::string_view gpu;
  std::array<double, kPeakFormats.size()> tflops;
  double gb_per_s;
  bool tensor_cores = true;

  [[nodiscard]] GpuPeaks peaks() const {
    return {std::string(gpu), tflops, gb_per_s, tensor_cores};
  }
};

// TFLOP/s of float32, TF32, float16, bfloat16, float8, then GB/s.
constexpr std::array<PeakEntry, 51> kTable = {{
    {"B300", 0, "B300", {{75, 1125, 2250, 2250, 4500}}, 8000},
    {"B200", 0, "B200", {{75, 1125, 2250, 2250, 4500}}, 8000},
    {"GB200", 0, "GB200", {{80, 1250, 2500, 2500, 5000}}, 8000},
    {"GH200", 130, "GH200 144 GB", {{67, 494.7, 989.4, 989.4, 1978.9}}, 4900},
    {"GH200", 0, "GH200 96 GB", {{67, 494.7, 989.4, 989.4, 1978.9}}, 4000},
    {"H200 NVL", 0, "H200 NVL", {{60, 417.5, 835.5, 835.5, 1671}}, 4800},
    {"H200", 0, "H200", {{67, 494.7, 989.4, 989.4, 1978.9}}, 4800},
    {"H100 NVL", 0, "H100 NVL", {{60, 417.5, 835.5, 835.5, 1671}}, 3900},
    {"H100 PCIe", 0, "H100 PCIe", {{51, 378, 756, 756, 1513}}, 2000},
    {"H100", 0, "H100 SXM", {{67, 494.7, 989.4, 989.4, 1978.9}}, 3350},
    {"H800 PCIe", 0, "H800 PCIe", {{51, 378, 756, 756, 1513}}, 2000},
    {"H800", 0, "H800", {{67, 494.7, 989.4, 989.4, 1978.9}}, 3350},
    {"H20", 0, "H20", {{44, 74, 148, 148, 296}}, 4000},
    {"A100-PCIE-40GB", 0, "A100 PCIe 40 GB", {{19.5, 156, 312, 312, 0}}, 1555},
    {"A100 80GB PCIe", 0, "A100 PCIe 80 GB", {{19.5, 156, 312, 312, 0}}, 1935},
    {"A100", 60, "A100 SXM 80 GB", {{19.5, 156, 312, 312, 0}}, 2039},
    {"A100", 0, "A100 40 GB", {{19.5, 156, 312, 312, 0}}, 1555},
    {"A800 80GB PCIe", 0, "A800 PCIe 80 GB", {{19.5, 156, 312, 312, 0}}, 1935},
    {"A800", 0, "A800", {{19.5, 156, 312, 312, 0}}, 2039},
    {"A30", 0, "A30", {{10.3, 82, 165, 165, 0}}, 933},
    {"A40", 16, "A40", {{37.4, 74.8, 149.7, 149.7, 0}}, 696},
    {"A10G", 0, "A10G", {{35, 35, 70, 70, 0}}, 600},
    {"A10", 0, "A10", {{31.2, 62.5, 125, 125, 0}}, 600},
    {"RTX A6000", 0, "RTX A6000", {{38.7, 77.4, 154.8, 154.8, 0}}, 768},
    {"RTX A5000", 0, "RTX A5000", {{27.8, 55.6, 111.1, 111.1, 0}}, 768},
    {"RTX A4000", 0, "RTX A4000", {{19.2, 38.3, 76.7, 76.7, 0}}, 448},
    {"L40S", 0, "L40S", {{91.6, 183, 362, 362, 733}}, 864},
    {"L40", 0, "L40", {{90.5, 90.5, 181, 181, 362}}, 864},
    {"L20", 0, "L20", {{59.8, 59.8, 119.5, 119.5, 239}}, 864},
    {"L4", 0, "L4", {{30.3, 60, 121, 121, 242}}, 300},
    {"V100S", 0, "V100S", {{16.4, 0, 130, 0, 0}}, 1134},
    {"V100-PCIE", 0, "V100 PCIe", {{14, 0, 112, 0, 0}}, 900},
    {"V100", 0, "V100", {{15.7, 0, 125, 0, 0}}, 900},
    {"Tesla T4", 0, "T4", {{8.1, 0, 65, 0, 0}}, 320},
    {"Tesla P100-PCIE", 15, "P100 PCIe", {{9.3, 0, 18.7, 0, 0}}, 732, false},
    {"Tesla P100-PCIE", 0, "P100 PCIe 12 GB", {{9.3, 0, 18.7, 0, 0}}, 549, false},
    {"Tesla P100", 0, "P100", {{10.6, 0, 21.2, 0, 0}}, 732, false},
    {"RTX 5090", 0, "RTX 5090", {{104.8, 104.8, 209.5, 209.5, 419}}, 1792},
    {"RTX 4090", 0, "RTX 4090", {{82.6, 82.6, 165.2, 165.2, 330.3}}, 1008},
    {"RTX 3090 Ti", 0, "RTX 3090 Ti", {{40, 40, 80, 80, 0}}, 1008},
    {"RTX 3090", 0, "RTX 3090", {{35.6, 35.6, 71, 71, 0}}, 936},
    {"RTX 3060", 11, "RTX 3060 12 GB", {{12.7, 12.7, 25.5, 25.5, 0}}, 360},
    {"MI355X", 0, "MI355X", {{157.3, 0, 2516, 2516, 5033}}, 8000},
    {"MI350X", 0, "MI350X", {{144.2, 0, 2300, 2300, 4600}}, 8000},
    {"MI325X", 0, "MI325X", {{163.4, 653.7, 1307.4, 1307.4, 2614.9}}, 6000},
    {"MI300X", 0, "MI300X", {{163.4, 653.7, 1307.4, 1307.4, 2614.9}}, 5300},
    {"MI300A", 0, "MI300A", {{122.6, 490.3, 980.6, 980.6, 1961.2}}, 5300},
    {"MI250X", 0, "MI250X, one die", {{23.9, 0, 191.5, 191.5, 0}}, 1638},
    {"MI250", 0, "MI250, one die", {{22.6, 0, 181, 181, 0}}, 1638},
    {"MI210", 0, "MI210", {{22.6, 0, 181, 181, 0}}, 1638},
    {"MI100", 0, "MI100", {{23.1, 0, 184.6, 92.3, 0}}, 1228.8},
}};

/// Whether `name` contains the model `part`. "A4000" does not contain "A40": the number must not
/// continue.
bool contains_model(std::string_view name, std::string_view part) {
  if (part.empty()) return false;
  const auto is_digit = [](char c) { return c >= '0' && c <= '9'; };
  for (std::size_t at = name.find(part); at != std::string_view::npos;
       at = name.find(part, at + 1)) {
    const std::size_t end = at + part.size();
    const bool goes_on = end < name.size() && is_digit(part.back()) && is_digit(name[end]);
    const bool starts = at == 0 || name[at - 1] == ' ' || name[at - 1] == '-';
    if (!goes_on && starts) return true;
  }
  return false;
}

std::optional<GpuPeaks> built_in_peaks(const DeviceInfo& device) {
  const std::int64_t gib = device.total_memory_bytes.value_or(0) >> 30U;
  const auto* const found = std::ranges::find_if(kTable, [&](const PeakEntry& entry) {
    return gib >= entry.least_gib && contains_model(device.name, entry.part);
  });
  return found == kTable.end() ? std::nullopt : std::optional(found->peaks());
}

/// With the built-in rates where the user gave none: who corrects one would else lose the others.
GpuPeaks completed(GpuPeaks own, const std::optional<GpuPeaks>& built_in) {
  if (!built_in) return own;
  if (own.gb_per_s <= 0) own.gb_per_s = built_in->gb_per_s;
  for (std::size_t format = 0; format < own.tflops.size(); ++format) {
    if (own.tflops[format] <= 0) own.tflops[format] = built_in->tflops[format];
  }
  return own;
}

}  // namespace

const GpuPeaks* own_gpu_peaks(const DeviceInfo& device, std::span<const GpuPeaks> own) {
  const std::string name = lower_cased(device.name);
  const auto given = std::ranges::find_if(
      own, [&](const GpuPeaks& peaks) { return contains_model(name, lower_cased(peaks.gpu)); });
  return given == own.end() ? nullptr : &*given;
}

std::optional<GpuPeaks> find_gpu_peaks(const DeviceInfo& device, std::span<const GpuPeaks> own) {
  const auto built_in = built_in_peaks(device);
  const GpuPeaks* given = own_gpu_peaks(device, own);
  return given != nullptr ? completed(*given, built_in) : built_in;
}

std::vector<GpuPeaks> known_gpu_peaks() {
  std::vector<GpuPeaks> all;
  for (const PeakEntry& entry : kTable) all.push_back(entry.peaks());
  return all;
}

}  // namespace lanescope
