// The names of the curves that are made of what profilers recorded: one list, by which a redaction
// knows that they say nothing about the program.
#pragma once

#include <array>
#include <string_view>

namespace lanescope {

/// Of what a program allocates, by a GPU and by a process.
inline constexpr std::string_view kGpuMemoryCurve = "Memory allocated from CUDA (bytes)";
inline constexpr std::string_view kHostMemoryCurve = "Host memory allocated from CUDA (bytes)";
inline constexpr std::string_view kHipGpuMemoryCurve = "Memory allocated from HIP (bytes)";
inline constexpr std::string_view kHipHostMemoryCurve = "Host memory allocated from HIP (bytes)";

/// Of a GPU, as its driver or CUPTI reads its sensors.
inline constexpr std::string_view kSmClockCurve = "SM clock (MHz)";
inline constexpr std::string_view kMemoryClockCurve = "Memory clock (MHz)";
inline constexpr std::string_view kTemperatureCurve = "Temperature (°C)";
inline constexpr std::string_view kPowerCurve = "Power (W)";
inline constexpr std::string_view kFanCurve = "Fan (%)";

/// All of them.
inline constexpr std::array kRecordedCurves{
    kGpuMemoryCurve,     kHostMemoryCurve, kHipGpuMemoryCurve,
    kHipHostMemoryCurve, kSmClockCurve,    kMemoryClockCurve,
    kTemperatureCurve,   kPowerCurve,      kFanCurve};

}  // namespace lanescope
