// Option values. Every value is checked here and nowhere else; errors say what is accepted.
#pragma once

#include <cstdint>
#include <string>
#include <utility>

#include "core/analysis/ops/groups.h"
#include "core/base/files/log.h"
#include "core/base/result.h"
#include "core/compare/run_parts.h"
#include "core/export/profiles/profile_format.h"
#include "core/view/colors/role_palette.h"

namespace lanescope {

inline constexpr std::int64_t kMaxEventNumber = UINT32_MAX;  // the most events of a trace
inline constexpr int kMinPicturePx = 100, kMaxPicturePx = 16384;
inline constexpr double kMinScale = 0.5, kMaxScale = 4;

/// An integer from `least` to `most`.
Result<std::int64_t> parse_whole_number(const std::string& text, std::int64_t least,
                                        std::int64_t most);
/// "10" or "0.5" (seconds), "500ms", "2min"; from one millisecond to eleven days. Returns ns.
Result<std::int64_t> parse_seconds(const std::string& text);
/// "1.5s", "-200ms", "0": where a profile is laid. Returns ns.
Result<std::int64_t> parse_offset(const std::string& text);
/// How often something is sampled: "200", "200Hz" or "1kHz", up to 2000 times per second, or "off",
/// which is 0.
Result<std::int64_t> parse_sampling_rate(const std::string& text);
/// The condition of `record --when`; checks it and returns it unchanged.
Result<std::string> parse_when(const std::string& text);
/// "on", "off", "dwarf" or "frames"; returns it unchanged.
Result<std::string> parse_native(const std::string& text);
/// "1600x900".
Result<std::pair<int, int>> parse_picture_size(const std::string& text);
Result<double> parse_scale(const std::string& text);
/// "error", "warning", "info" or "debug".
Result<LogLevel> parse_log_level(const std::string& text);
/// "dark" or "light".
Result<ThemeKind> parse_theme(const std::string& text);
/// The name of an output picture; must end in .png or .svg.
Result<std::string> parse_picture_name(const std::string& text);
/// The name of a chart; must end in .svg.
Result<std::string> parse_chart_name(const std::string& text);
/// The name of a metric of a history, such as "step_time".
Result<std::size_t> parse_metric(const std::string& text);
/// The name of an output page; must end in .html.
Result<std::string> parse_page_name(const std::string& text);
/// The name of a recording. Rejects names that other programs would take for JSON.
Result<std::string> parse_recording_name(const std::string& text);
/// The name of an output trace or profile; must have an ending that format_of_file knows.
Result<std::string> parse_trace_name(const std::string& text);
/// "kineto", "perfetto", "speedscope", "pprof" or "collapsed".
Result<TraceFormat> parse_trace_format(const std::string& text);
/// "name", "shape", "dtype", "stack", "module", "thread", "phase" or "step".
Result<OpGroupBy> parse_group_by(const std::string& text);
/// "kernel", "op" or "module".
Result<PartLevel> parse_part_level(const std::string& text);
/// The name of ranges, with `*` for any text; must not be empty.
Result<std::string> parse_step_names(const std::string& text);
/// Checks an expression and returns it unchanged; see event_query.h.
Result<std::string> parse_expression(const std::string& text);

}  // namespace lanescope
