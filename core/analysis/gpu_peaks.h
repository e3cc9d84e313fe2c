// What GPUs can do at most, as their vendors say.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

#include "core/store/snapshot.h"

namespace lanescope {

/// Number formats with peaks of their own. Float is a float32 that is worked on as such, Tf32 one
/// that tensor cores work on.
enum class PeakFormat : std::uint8_t { Float, Tf32, Half, Bfloat16, Float8 };

/// Without sparsity; 0 where a GPU does not have it.
struct GpuPeaks {
  std::string_view gpu;
  double tflops[5];
  double gb_per_s;
  bool tensor_cores = true;  // NVIDIA before compute capability 7.0 has none

  /// nullopt where it has none.
  [[nodiscard]] std::optional<double> of(PeakFormat format) const {
    const double peak = tflops[static_cast<std::size_t>(format)];
    return peak > 0 ? std::optional(peak) : std::nullopt;
  }
};

/// By the name that the driver gives the device and by its memory; null for those not in the table.
const GpuPeaks* find_gpu_peaks(const DeviceInfo& device);

}  // namespace lanescope
