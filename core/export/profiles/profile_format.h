// The formats in which a trace is given away.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string_view>

namespace lanescope {

enum class TraceFormat : std::uint8_t { Kineto, Speedscope, Pprof, Collapsed };

/// "kineto", "speedscope", "pprof", "collapsed".
inline constexpr std::array<std::string_view, 4> kTraceFormatNames{"kineto", "speedscope", "pprof",
                                                                   "collapsed"};

std::optional<TraceFormat> trace_format_of(std::string_view name);

/// By the ending, without regard to case: .speedscope.json, .pb, .collapsed or .folded, else .json,
/// each also with .gz. nullopt for others.
std::optional<TraceFormat> format_of_file(std::string_view path);

}  // namespace lanescope
