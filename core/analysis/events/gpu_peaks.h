// Peak rates of GPUs, as published by their vendors. NVIDIA: the data sheets of B200 and B300
// (HGX), GB200 (NVL72, per GPU), GH200, H200, H100, H20, L40S, L40, L20, L4, A100, A800, A40, A30,
// A10, V100, T4, P100 and RTX A6000, A5000, A4000; the white papers of GA102 (RTX 30), AD102 (RTX
// 40) and RTX Blackwell (RTX 50), with float32 accumulation. AMD: the data sheets of Instinct
// MI355X, MI350X, MI325X, MI300X, MI300A, MI250X, MI250, MI210 and MI100; for MI250 and MI250X a
// device is one of the two dies. Where a data sheet gives rates with sparsity, they are halved.
// Users can add GPUs or correct these values; theirs take precedence.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace lanescope {

struct DeviceInfo;

/// Number formats with their own peak rates. Float is float32 without tensor cores, Tf32 is float32
/// on tensor cores.
enum class PeakFormat : std::uint8_t { Float, Tf32, Half, Bfloat16, Float8 };
inline constexpr std::array kPeakFormats{PeakFormat::Float, PeakFormat::Tf32, PeakFormat::Half,
                                         PeakFormat::Bfloat16, PeakFormat::Float8};

/// Without sparsity; 0 if unsupported or unknown.
struct GpuPeaks {
  std::string gpu;  // part of the name reported by the driver
  std::array<double, kPeakFormats.size()> tflops{};
  double gb_per_s = 0;
  bool tensor_cores = true;  // false for NVIDIA before compute capability 7.0

  /// In TFLOP/s; nullopt if unsupported or unknown.
  [[nodiscard]] std::optional<double> of(PeakFormat format) const {
    const double peak = tflops[static_cast<std::size_t>(format)];
    return peak > 0 ? std::optional(peak) : std::nullopt;
  }
  /// nullopt if unknown.
  [[nodiscard]] std::optional<double> memory_gb_per_s() const {
    return gb_per_s > 0 ? std::optional(gb_per_s) : std::nullopt;
  }
  friend bool operator==(const GpuPeaks&, const GpuPeaks&) = default;
};

/// The first entry of `own` whose name occurs in the name that the driver reports, in any case;
/// null if there is none.
const GpuPeaks* own_gpu_peaks(const DeviceInfo& device, std::span<const GpuPeaks> own);
/// The same with rates that it leaves out from the built-in table; where there is none, the entry
/// of that table, by name and memory size; nullopt if that has none either.
std::optional<GpuPeaks> find_gpu_peaks(const DeviceInfo& device, std::span<const GpuPeaks> own);

/// The entire built-in table, in order.
std::vector<GpuPeaks> known_gpu_peaks();

}  // namespace lanescope
