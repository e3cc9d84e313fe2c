#include "app/cli/report/document/trace_json.h"

#include "app/cli/output/window_output.h"
#include "app/cli/report/thresholds.h"
#include "core/store/lost_events.h"
#include "core/view/overview/load_report_model.h"

namespace lanescope {
namespace {

constexpr const char* kNoRank = "rank: the trace has no distributedInfo";

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
