// What GPUs can do at most, as their vendors say. NVIDIA: the data sheets of B200 and B300 (HGX),
// GB200 (NVL72, a GPU's share), GH200, H200, H100, H20, L40S, L40, L20, L4, A100, A800, A40, A30,
// A10, V100, T4, P100 and RTX A6000, A5000, A4000; the white papers of GA102 (RTX 30), AD102
// (RTX 40) and RTX Blackwell (RTX 50), with accumulation in float32. AMD: the data sheets of
// Instinct MI355X, MI350X, MI325X, MI300X, MI300A, MI250X, MI250, MI210 and MI100; a device of
// MI250 and MI250X is one of its two dies. Data sheets that print rates with sparsity are halved.
// Users may know better, and know GPUs that are not here: theirs come first.
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

/// Number formats with peaks of their own. Float is a float32 that is worked on as such, Tf32 one
/// that tensor cores work on.
enum class PeakFormat : std::uint8_t { Float, Tf32, Half, Bfloat16, Float8 };
inline constexpr std::array kPeakFormats{PeakFormat::Float, PeakFormat::Tf32, PeakFormat::Half,
                                         PeakFormat::Bfloat16, PeakFormat::Float8};

/// Without sparsity; 0 where a GPU does not have it or it is not known.
struct GpuPeaks {
  std::string gpu;  // a part of the name that the driver gives it
  std::array<double, kPeakFormats.size()> tflops{};
  double gb_per_s = 0;
  bool tensor_cores = true;  // NVIDIA before compute capability 7.0 has none

  /// nullopt where it has none.
  [[nodiscard]] std::optional<double> of(PeakFormat format) const {
    const double peak = tflops[static_cast<std::size_t>(format)];
    return peak > 0 ? std::optional(peak) : std::nullopt;
  }
  /// nullopt where nobody knows it.
  [[nodiscard]] std::optional<double> memory_gb_per_s() const {
    return gb_per_s > 0 ? std::optional(gb_per_s) : std::nullopt;
  }
  friend bool operator==(const GpuPeaks&, const GpuPeaks&) = default;
};

/// By the name that the driver gives the device and by its memory: the first of `own` whose name is
/// in the device's name, else that of the table; nullopt for those in neither.
std::optional<GpuPeaks> find_gpu_peaks(const DeviceInfo& device, std::span<const GpuPeaks> own);

/// All of the table, in its order.
std::vector<GpuPeaks> known_gpu_peaks();

}  // namespace lanescope
