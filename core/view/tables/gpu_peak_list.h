// The peak rates of GPUs as a list to browse and edit: GPUs in the trace, those entered by the
// user, and the built-in ones.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/analysis/events/gpu_peaks.h"
#include "core/base/result.h"
#include "core/store/snapshot.h"

namespace lanescope {

enum class PeakGroup : std::uint8_t { Trace, Given, BuiltIn };
/// "In this trace", …
std::string_view peak_group_title(PeakGroup group);

struct GpuPeakRow {
  PeakGroup group = PeakGroup::BuiltIn;
  std::string name;               // of the device, or the part that its name must contain
  std::optional<GpuPeaks> peaks;  // nullopt if unknown
  bool given = false;             // by the user
};

/// The number formats, then the memory bandwidth.
inline constexpr std::size_t kPeakColumns = kPeakFormats.size() + 1;
inline constexpr std::size_t kMemoryColumn = kPeakFormats.size();
/// "FP32", …, "Memory".
std::string_view peak_column_title(std::size_t column);
/// "494.7"; empty if unknown.
std::string peak_text(const std::optional<GpuPeaks>& peaks, std::size_t column);

/// The entries whose name contains `filter`, case ignored: each kind of device in the trace once,
/// the user's entries that match none of these, and the built-in ones.
std::vector<GpuPeakRow> gpu_peak_rows(std::span<const DeviceInfo> devices,
                                      std::span<const GpuPeaks> given, std::string_view filter);

/// Sets a rate of the row's GPU among the user's entries (`given`); an empty text means unknown. A
/// new entry starts as a copy of the built-in one. Errors: Invalid, in one line.
std::optional<Error> set_gpu_peak(const GpuPeakRow& row, std::size_t column,
                                  const std::string& text, std::vector<GpuPeaks>& given);
/// Removes the user's entry for the row's GPU.
void forget_gpu_peaks(const GpuPeakRow& row, std::vector<GpuPeaks>& given);

}  // namespace lanescope
