#include "app/cli/output/window_output.h"

#include <algorithm>
#include <cstdint>
#include <optional>

#include <fmt/format.h>

#include "core/analysis/gpu_time/gpu_time.h"
#include "core/store/issue_kinds.h"
#include "core/view/text/time_text.h"

namespace lanescope {
namespace {

/// Where the window lies, for readers who compare; if it has no ends, the range of the GPU work.
std::optional<TimeRange> shown_range(const AnalysisResults& in) {
  const Snapshot& trace = in.trace;
  const AnalysisWindow& window = in.window;
  if (window.is_bounded()) return window.range;
  TimeRange range{kMaxNs, kMinNs};
  for (const GpuTimeDevice& device : in.of<GpuTime>()->devices) {
    range.begin_ns = std::min(range.begin_ns, device.window.begin_ns);
    range.end_ns = std::max(range.end_ns, device.window.end_ns);
  }
  if (range.begin_ns <= range.end_ns) return range;
  if (trace.counts.slices == 0) return std::nullopt;
  return trace.slices_extent;
}

/// " (1 step marker not counted: repeated, cut off, or last and without a duration; see `lanescope
/// info`)".
std::string uncounted_markers(const Snapshot& trace) {
  std::uint64_t count = 0;
  for (const LoadIssue& issue : trace.report.issues) {
    if (issue.kind == issue_kinds::kRepeatedStep || issue.kind == issue_kinds::kEmptyStep ||
        issue.kind == issue_kinds::kCutStep)
      count += issue.count;
  }
  if (count == 0) return "";
  return fmt::format(
      " ({} not counted: repeated, cut off, or last and without a duration; see `lanescope "
      "info`)",
      counted(count, "step marker"));
}

}  // namespace

Json window_json(const AnalysisResults& in) {
  const AnalysisWindow& window = in.window;
  const JsonTimes times(in.trace);
  const auto range = shown_range(in);
  Json out = {{"kind", window_kind_name(window.kind)},
              {"start_ns", range ? Json(times(range->begin_ns)) : Json()},
              {"end_ns", range ? Json(times(range->end_ns)) : Json()}};
  if (window.kind == WindowKind::Steps) out["warm_up_steps"] = window.warm_up_steps;
  if (!range) out["why"] = "the trace has no events with a duration";
  return out;
}

std::string window_line(const AnalysisResults& input) {
  const std::size_t steps = input.window.steps, warm_up = input.window.warm_up_steps;
  return fmt::format("window: {}{}{}; use --window whole for the entire trace",
                     counted(steps, "step"),
                     warm_up == 0 ? "" : fmt::format(", {} warm-up excluded", warm_up),
                     uncounted_markers(input.trace));
}

}  // namespace lanescope
