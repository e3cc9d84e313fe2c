#include <algorithm>
#include <span>

#include <fmt/format.h>

#include "app/cli/report/report.h"
#include "core/analysis/events/interval_union.h"
#include "core/analysis/host/site.h"
#include "core/view/tables/row_columns.h"
#include "core/view/text/time_text.h"

namespace lanescope {
namespace {

constexpr const char* kNothing = "the window has no events with a duration";
constexpr const char* kUntraced = "no operator, GPU work or CUDA call on it was traced";
/// The critical path of a long trace has hundreds of thousands of segments.
constexpr std::size_t kMostSegments = 1000;
constexpr std::size_t kMostCosts = 1000;

/// The longest segments, in order of time.
std::vector<PathSegment> shown_segments(const CriticalPath& path) {
  const auto longer = [](const PathSegment& a, const PathSegment& b) {
    const Ns x = length_of(a.range), y = length_of(b.range);
    return x != y ? x > y : a.range.begin_ns < b.range.begin_ns;
  };
  std::vector<PathSegment> shown(std::min(path.segments.size(), kMostSegments));
  std::partial_sort_copy(path.segments.begin(), path.segments.end(), shown.begin(), shown.end(),
                         longer);
  std::ranges::sort(shown, {}, [](const PathSegment& a) { return a.range.begin_ns; });
  return shown;
}

/// A class of the critical path, and its time.
struct ClassTime {
  PathClass what = PathClass::Untraced;
  Ns ns = 0;
};

RowColumns<ClassTime> class_columns(const CriticalPath& path) {
  using enum ValueKind;
  const auto name = [](const ClassTime& row) { return path_class_name(row.what); };
  const auto share = [&](const ClassTime& row) { return share_of(row.ns, length_of(path.window)); };
  return {{{"", "class"}, Words, name},
          {{"", "time"}, Time, &ClassTime::ns},
          {{"", "share"}, Share, share}};
}

RowColumns<PathSegment> segment_columns(const Snapshot& trace) {
  using enum ValueKind;
  return {
      {{"", "", "start_ns"}, Moment, [](const PathSegment& part) { return part.range.begin_ns; }},
      {{"", "", "dur_ns"}, Time, [](const PathSegment& part) { return length_of(part.range); }},
      {{"", "", "class"},
       Words,
       [](const PathSegment& part) { return path_class_name(part.what); }},
      {{"", "", "name"},
       NameOrNone,
       [&](const PathSegment& part) { return slice_name(trace, part.event); }},
      {{"", "", "event_id"}, Event, &PathSegment::event}};
}

Json segments_json(const Snapshot& trace, const CriticalPath& path) {
  Json out = rows_json(trace, segment_columns(trace), shown_segments(path));
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
  return {{"start_ns", JsonTimes(input.trace)(result.window.begin_ns)},
          {"window_ns", length_of(result.window)},
          {"classes_ns", json_by_name<PathClass>(result.classes_ns, path_class_name)},
          {"costs", costs_json(input.trace, result)},
          {"segment_count", result.segments.size()},
          {"segments", segments_json(input.trace, result)}};
}

std::string to_text(const ReportInput& input, const CriticalPath& result) {
  if (result.window.empty()) return std::string("n/a: ") + kNothing + "\n";
  if (result.classes_ns[static_cast<std::size_t>(PathClass::Untraced)] == length_of(result.window))
    return std::string("n/a: ") + kUntraced + "\n";
  std::string text = fmt::format("{} in {}\n", format_duration(length_of(result.window)),
                                 counted(result.segments.size(), "segment"));
  std::vector<ClassTime> classes;
  for (std::size_t c = 0; c < kPathClasses; ++c) {
    if (result.classes_ns[c] != 0)
      classes.push_back({static_cast<PathClass>(c), result.classes_ns[c]});
  }
  return text + rows_text(input.trace, class_columns(result), classes) + "\n" +
         rows_text(input.trace, path_columns(result, PathRows::Name), result.costs, kMostRows / 2);
}

}  // namespace lanescope
