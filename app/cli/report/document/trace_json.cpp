#include "app/cli/report/document/trace_json.h"

#include <algorithm>
#include <optional>

#include "app/cli/report/thresholds.h"
#include "core/store/lost_events.h"
#include "core/view/overview/load_report_model.h"

namespace lanescope {
namespace {

constexpr const char* kNoRank = "rank: the trace has no distributedInfo";

/// Where the window lies, for readers who compare; if it has no ends, the range of the GPU work.
std::optional<TimeRange> shown_range(const ReportInput& in) {
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

Json window_json(const ReportInput& in) {
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

}  // namespace

Json trace_report_json(const ReportInput& input, const std::string& file,
                       const Thresholds& thresholds, const ChosenAnalyses& analyses) {
  Json one = {{"file", file}, {"rank", nullptr}, {"why", kNoRank}};  // until all are known
  one["window"] = window_json(input);
  const LoadReport& report = input.trace.report;
  if (report.set_aside != 0)
    one["set_aside"] = {{"events", report.set_aside},
                        {"text", set_aside_sentence(report, input.trace.info.format)}};
  const LostEvents lost = lost_events(report);
  if (!lost.text.empty())
    one["lost_events"] = {
        {"events", lost.unusable}, {"missing_records", lost.missing}, {"text", lost.text}};
  const Json changed = changed_thresholds_json(thresholds);
  if (!changed.empty()) one["thresholds"] = changed;
  for (const ReportedAnalysis* analysis : analyses.of_trace) analysis->json(input, one);
  return one;
}

void set_rank(const RankIdentity& identity, bool several, Json& trace) {
  if (!several && identity.source == RankSource::FileOrder) return;
  trace["rank"] = identity.rank;
  trace.erase("why");
}

}  // namespace lanescope
