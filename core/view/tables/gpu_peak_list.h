// What GPUs can do at most as a list to look through and to change: those of the trace, those of
// the user, those that are built in.
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
  std::string name;               // of the device, or what its name has to contain
  std::optional<GpuPeaks> peaks;  // nullopt where nobody knows them
  bool given = false;             // by the user
};

/// The number formats, and behind them the memory.
inline constexpr std::size_t kPeakColumns = kPeakFormats.size() + 1;
inline constexpr std::size_t kMemoryColumn = kPeakFormats.size();
/// "FP32", …, "Memory".
std::string_view peak_column_title(std::size_t column);
/// "494.7"; empty where it is not known.
std::string peak_text(const std::optional<GpuPeaks>& peaks, std::size_t column);

/// Those whose name holds `filter`, case ignored: each kind of device of the trace once, what the
/// user gave and fits none of them, and the table.
std::vector<GpuPeakRow> gpu_peak_rows(std::span<const DeviceInfo> devices,
                                      std::span<const GpuPeaks> given, std::string_view filter);

/// Sets a rate of the GPU that a row is about, in what the user gives; an empty text is a rate that
/// is not known. The user's entry begins as what is built in. Errors: Invalid, in one line.
std::optional<Error> set_gpu_peak(const GpuPeakRow& row, std::size_t column,
                                  const std::string& text, std::vector<GpuPeaks>& given);
/// Takes back what the user gave for the GPU of a row.
void forget_gpu_peaks(const GpuPeakRow& row, std::vector<GpuPeaks>& given);

}  // namespace lanescope
