// The formats in which a trace is given away.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string_view>

namespace lanescope {

enum class TraceFormat : std::uint8_t { Kineto, Speedscope, Pprof, Collapsed, Perfetto };

/// "kineto", "speedscope", "pprof", "collapsed", "perfetto".
inline constexpr std::array<std::string_view, 5> kTraceFormatNames{"kineto", "speedscope", "pprof",
                                                                   "collapsed", "perfetto"};

/// The formats that have all events, and not only the stacks of threads.
constexpr bool is_trace_format(TraceFormat format) {
  return format == TraceFormat::Kineto || format == TraceFormat::Perfetto;
}

std::optional<TraceFormat> trace_format_of(std::string_view name);

/// By the ending, without regard to case: .speedscope.json, .pb, .collapsed, .folded, .pftrace or
/// .perfetto-trace, else .json, each also with .gz. nullopt for others.
std::optional<TraceFormat> format_of_file(std::string_view path);

}  // namespace lanescope
