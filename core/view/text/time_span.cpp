#include "core/view/text/time_span.h"

#include <algorithm>
#include <optional>

#include <fmt/format.h>

#include "core/analysis/search/event_query.h"

namespace lanescope {
namespace {

struct Point {
  Ns time_ns = 0;
  bool has_unit = false;
};

std::optional<Point> parse_point(std::string_view text) {
  Point point;
  const auto time_ns = parse_duration(text, point.has_unit);
  if (!time_ns) return std::nullopt;
  point.time_ns = *time_ns;
  return point;
}

Error invalid(std::string_view text, std::string_view why) {
  constexpr std::size_t kMostShown = 60;
  return {Error::Kind::Invalid, fmt::format("'{}' {}", text.substr(0, kMostShown), why)};
}

/// The origin of the trace's times, for times as they are printed.
Ns base_of(const Snapshot& trace) {
  return trace.info.base_ns.value_or(0);
}

std::string where_it_runs(const Snapshot& trace, bool from_start) {
  if (from_start) return "from 0 to " + format_duration(trace.extent.length_ns());
  return fmt::format("from {} to {} ns", saturating_add(trace.extent.begin_ns, base_of(trace)),
                     saturating_add(trace.extent.end_ns, base_of(trace)));
}

}  // namespace

Result<TimeSpan> parse_time_span(std::string_view text) {
  const std::size_t colon = text.find(':');
  const auto begin = parse_point(text.substr(0, colon));
  const auto end = colon == std::string_view::npos ? std::nullopt  // without a colon
                                                   : parse_point(text.substr(colon + 1));
  if (!begin || !end) {
    return invalid(text,
                   "is not a range; use A:B, such as 10ms:20ms from the start of the trace, or "
                   "nanoseconds as printed in JSON");
  }
  // A start of 0 means the start of the trace, with or without a unit.
  const bool from_start = end->has_unit;
  if (begin->has_unit != from_start && !(from_start && begin->time_ns == 0)) {
    return invalid(text, "has only one unit; give both times a unit (ns, us, ms, s) or neither");
  }
  if (begin->time_ns >= end->time_ns) return invalid(text, "is empty; A must be before B");
  return TimeSpan{begin->time_ns, end->time_ns, from_start};
}

Result<TimeRange> place_in_trace(const TimeSpan& span, const Snapshot& trace) {
  const auto placed = [&](Ns time_ns) {
    return span.from_start ? saturating_add(trace.extent.begin_ns, time_ns)
                           : saturating_sub(time_ns, base_of(trace));
  };
  const TimeRange range{placed(span.begin_ns), placed(span.end_ns)};
  // Even a trace with a single point in time has a length.
  const TimeRange extent{trace.extent.begin_ns,
                         std::max(trace.extent.end_ns, saturating_add(trace.extent.begin_ns, 1))};
  if (range.overlaps(extent)) return range;
  return Error{Error::Kind::Unsupported, "the range is outside the trace, which runs " +
                                             where_it_runs(trace, span.from_start)};
}

}  // namespace lanescope
