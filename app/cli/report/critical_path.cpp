#include <algorithm>
#include <span>

#include <fmt/format.h>

#include "app/cli/output/text_table.h"
#include "app/cli/report/report.h"
#include "core/analysis/events/interval_union.h"
#include "core/analysis/host/site.h"
#include "core/view/tables/row_columns.h"

namespace lanescope {
namespace {

using Align = TextTable::Align;

constexpr const char* kNothing = "the window has no events with a duration";
/// The path of a long trace has hundreds of thousands of segments.
constexpr std::size_t kMostSegments = 1000;
constexpr std::size_t kMostCosts = 1000;

/// The longest ones, in the order of time.
std::vector<PathSegment> shown_segments(const CriticalPath& path) {
  std::vector<PathSegment> shown = path.segments;
  if (shown.size() <= kMostSegments) return shown;
  const auto longer = [](const PathSegment& a, const PathSegment& b) {
    const Ns x = length_of(a.range), y = length_of(b.range);
    return x != y ? x > y : a.range.begin_ns < b.range.begin_ns;
  };
  std::partial_sort(shown.begin(), shown.begin() + kMostSegments, shown.end(), longer);
  shown.resize(kMostSegments);
  std::sort(shown.begin(), shown.end(), [](const PathSegment& a, const PathSegment& b) {
    return a.range.begin_ns < b.range.begin_ns;
  });
  return shown;
}

Json segments_json(const Snapshot& trace, const CriticalPath& path) {
  Json out = Json::array();
  const JsonTimes times(trace);
  for (const PathSegment& segment : shown_segments(path)) {
    out.push_back({{"start_ns", times(segment.range.begin_ns)},
                   {"dur_ns", length_of(segment.range)},
                   {"class", path_class_name(segment.what)},
                   {"name", json_slice_name(trace, segment.event)},
                   {"event_id", json_event(segment.event)}});
  }
  leave_out(out, path.segments.size() - out.size());
  return out;
}

Json costs_json(const Snapshot& trace, const CriticalPath& path) {
  const auto listed = std::span(path.costs).first(std::min(path.costs.size(), kMostCosts));
  Json out = rows_json(trace, path_columns(path, PathRows::Name), listed);
  leave_out(out, path.costs.size() - out.size());
  return out;
}

}  // namespace

Json to_json(const ReportInput& input, const CriticalPath& result) {
  if (result.window.empty()) return {{"window_ns", nullptr}, {"why", kNothing}};
  Json classes;
  for (std::size_t c = 0; c < kPathClasses; ++c) {
    classes[std::string(path_class_name(static_cast<PathClass>(c)))] = result.classes_ns[c];
  }
  return {{"start_ns", JsonTimes(input.trace)(result.window.begin_ns)},
          {"window_ns", length_of(result.window)},
          {"classes_ns", std::move(classes)},
          {"costs", costs_json(input.trace, result)},
          {"segment_count", result.segments.size()},
          {"segments", segments_json(input.trace, result)}};
}

std::string to_text(const ReportInput& input, const CriticalPath& result) {
  if (result.window.empty()) return std::string("n/a: ") + kNothing + "\n";
  const auto window_ns = static_cast<double>(length_of(result.window));
  std::string text = fmt::format("{} in {} segments\n", format_duration(length_of(result.window)),
                                 format_count(static_cast<std::int64_t>(result.segments.size())));
  TextTable classes({{"class", Align::Left}, {"time"}, {"share"}});
  for (std::size_t c = 0; c < kPathClasses; ++c) {
    if (result.classes_ns[c] == 0) continue;
    classes.add_row({std::string(path_class_name(static_cast<PathClass>(c))),
                     format_duration(result.classes_ns[c]),
                     percent(static_cast<double>(result.classes_ns[c]), window_ns)});
  }
  return text + classes.text() + "\n" +
         rows_text(input.trace, path_columns(result, PathRows::Name), result.costs, kMostRows / 2);
}

}  // namespace lanescope
