// The names of the curves that a recording has of each process: written by what samples it, and by
// them found again in a trace.
#pragma once

#include <array>
#include <string_view>

namespace lanescope {

inline constexpr std::string_view kResidentCurve = "Resident memory (bytes)";
inline constexpr std::string_view kPeakResidentCurve = "Peak resident memory (bytes)";
inline constexpr std::string_view kMinorFaultsCurve = "Minor page faults (per s)";
inline constexpr std::string_view kMajorFaultsCurve = "Major page faults (per s)";
inline constexpr std::string_view kReadCurve = "Read (bytes/s)";
inline constexpr std::string_view kWrittenCurve = "Written (bytes/s)";
inline constexpr std::string_view kDiskReadCurve = "Read from disk (bytes/s)";
inline constexpr std::string_view kDiskWrittenCurve = "Written to disk (bytes/s)";

inline constexpr std::array kProcessCurves{kResidentCurve,    kPeakResidentCurve, kMinorFaultsCurve,
                                           kMajorFaultsCurve, kReadCurve,         kWrittenCurve,
                                           kDiskReadCurve,    kDiskWrittenCurve};

}  // namespace lanescope
