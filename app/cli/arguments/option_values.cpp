#include "app/cli/arguments/option_values.h"

#include <algorithm>
#include <optional>

#include <fmt/format.h>

#include "app/cli/output/printable.h"
#include "capture/host/triggers/condition.h"
#include "core/analysis/search/event_query.h"
#include "core/base/json_ending.h"
#include "core/base/text/ascii_case.h"
#include "core/base/text/duration_text.h"
#include "core/base/text/numbers.h"
#include "core/base/text/rate_text.h"
#include "core/history/metrics.h"
#include "core/session/profile_offset.h"

namespace lanescope {
namespace {

constexpr std::size_t kShownWidth = 40;

Error wrong(const std::string& text, const std::string& why) {
  return {Error::Kind::Invalid, "'" + printable(text, kShownWidth) + "' " + why};
}

}  // namespace

Result<std::int64_t> parse_whole_number(const std::string& text, std::int64_t least,
                                        std::int64_t most) {
  const auto number = parse_number<std::int64_t>(text);
  if (number && *number >= least && *number <= most) return *number;
  return wrong(text, fmt::format("is not a whole number from {} to {}", least, most));
}

Result<std::int64_t> parse_seconds(const std::string& text) {
  constexpr std::int64_t kLeastNs = 1'000'000;
  const auto ns = parse_duration_ns(text);
  if (ns && *ns >= kLeastNs) return *ns;
  return wrong(text,
               "is not a duration from 1ms to 366 days, such as 10 (seconds), 500ms, 2min or 1h");
}

Result<std::int64_t> parse_offset(const std::string& text) {
  const auto offset_ns = parse_profile_offset(text);
  if (!offset_ns.ok()) return wrong(text, offset_ns.error().message);
  return offset_ns;
}

Result<std::int64_t> parse_sampling_rate(const std::string& text) {
  if (text == "off") return 0;
  if (const auto rate = parse_sample_hz(text)) return *rate;
  return wrong(text, no_sample_hz_words() + ", or off");
}

Result<std::string> parse_native(const std::string& text) {
  for (const std::string_view known : {"on", "off", "dwarf", "frames"}) {
    if (text == known) return text;
  }
  return wrong(text, "is not on, off, dwarf or frames");
}

Result<std::pair<int, int>> parse_picture_size(const std::string& text) {
  const std::size_t cross = std::min(text.find('x'), text.size());
  const auto width = parse_number<int>(std::string_view(text).substr(0, cross));
  const auto height =
      parse_number<int>(std::string_view(text).substr(std::min(cross + 1, text.size())));
  const auto fits = [](const std::optional<int>& px) {
    return px && *px >= kMinPicturePx && *px <= kMaxPicturePx;
  };
  if (fits(width) && fits(height)) return std::pair(*width, *height);
  return wrong(
      text,
      fmt::format("is not a size; use WIDTHxHEIGHT such as 1600x900, each from {} to {} pixels",
                  kMinPicturePx, kMaxPicturePx));
}

Result<double> parse_scale(const std::string& text) {
  const auto scale = parse_number<double>(text);
  if (scale && *scale >= kMinScale && *scale <= kMaxScale) return *scale;
  return wrong(text, fmt::format("is not a number from {} to {}", kMinScale, kMaxScale));
}

Result<LogLevel> parse_log_level(const std::string& text) {
  if (const auto level = find_log_level(text)) return *level;
  return wrong(text, "is not a log level; use error, warning, info or debug");
}

Result<ThemeKind> parse_theme(const std::string& text) {
  if (text == "dark") return ThemeKind::Dark;
  if (text == "light") return ThemeKind::Light;
  return wrong(text, "is not a theme; use dark or light");
}

Result<std::string> parse_picture_name(const std::string& text) {
  // /dev/stdout and the like have no extension.
  if (ends_ignoring_case(text, ".png") || ends_ignoring_case(text, ".svg") ||
      text.starts_with("/dev/"))
    return text;
  return wrong(text, "must end in .png or .svg");
}

Result<std::string> parse_trace_name(const std::string& text) {
  if (format_of_file(text)) return text;
  return wrong(text,
               "must end in .json, .pftrace, .speedscope.json, .pb, .folded or .collapsed, or one "
               "of these and .gz");
}

Result<TraceFormat> parse_trace_format(const std::string& text) {
  const auto format = trace_format_of(text);
  if (format) return *format;
  return wrong(text, "is not a format; use kineto, perfetto, speedscope, pprof or collapsed");
}

Result<std::string> parse_page_name(const std::string& text) {
  if (ends_ignoring_case(text, ".html")) return text;
  return wrong(text, "must end in .html");
}

Result<std::string> parse_chart_name(const std::string& text) {
  if (ends_ignoring_case(text, ".svg")) return text;
  return wrong(text, "must end in .svg");
}

Result<std::size_t> parse_metric(const std::string& text) {
  if (const auto metric = metric_named(text)) return *metric;
  std::string names;
  for (std::size_t metric = 0; metric < kHistoryMetrics; ++metric)
    names += (metric == 0 ? "" : ", ") + metric_name(metric);
  return wrong(text, "is not a metric; the metrics are " + names);
}

Result<std::string> parse_when(const std::string& text) {
  const auto condition = parse_trigger_condition(text);
  if (!condition.ok()) return Error{Error::Kind::Invalid, printable(condition.error().message)};
  return text;
}

Result<std::string> parse_recording_name(const std::string& text) {
  if (json_ending(text).empty()) return text;
  return wrong(text,
               "is a JSON name, but a recording is not JSON; name a .lanes file and convert "
               "it to JSON with `lanescope convert`");
}

Result<OpGroupBy> parse_group_by(const std::string& text) {
  const auto group_by = op_group_by_of(text);
  if (group_by) return *group_by;
  return wrong(text,
               "is not a grouping; use name, shape, dtype, stack, module, thread, phase or "
               "step");
}

Result<PartLevel> parse_part_level(const std::string& text) {
  for (const PartLevel level : {PartLevel::Kernel, PartLevel::Op, PartLevel::Module}) {
    if (text == part_level_name(level)) return level;
  }
  return wrong(text, "is not a level; use kernel, op or module");
}

Result<std::string> parse_step_names(const std::string& text) {
  if (text.find_first_not_of("* ") != std::string::npos) return text;
  return wrong(text, "names no ranges; use a name, with * for the part that varies: 'step #*'");
}

Result<std::string> parse_expression(const std::string& text) {
  const auto query = parse_event_query(text);
  if (!query.ok()) return query.error();
  return text;
}

}  // namespace lanescope
