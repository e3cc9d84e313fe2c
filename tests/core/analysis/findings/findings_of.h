// The findings of a hand-made trace, and access to one of them.
#pragma once

#include <algorithm>
#include <string>
#include <string_view>

#include "core/analysis/findings/rules.h"
#include "core/analysis/results.h"
#include "tests/core/analysis/hand_made_trace.h"

namespace lanescope {

inline FindingTable findings_of(const HandMadeTrace& trace, std::string_view threshold = "") {
  AnalysisWindow window = whole_window();
  if (!threshold.empty()) {
    Thresholds thresholds;
    REQUIRE(!set_threshold(threshold, thresholds).has_value());
    window.thresholds = SharedThresholds(thresholds);
  }
  return analyse_findings({*trace, window, [&](EventId event) { return trace.json(event); }});
}

/// Null if it was not found. Valid as long as the table.
inline const Finding* finding_of(const FindingTable& table, std::string_view id) {
  const auto at = std::ranges::find(table.findings, id, &Finding::id);
  return at == table.findings.end() ? nullptr : &*at;
}

inline bool finds(const HandMadeTrace& trace, std::string_view id,
                  std::string_view threshold = "") {
  return finding_of(findings_of(trace, threshold), id) != nullptr;
}

/// The upper bound of its potential gain, in percent; -1 if it was not found.
inline double most_of(const HandMadeTrace& trace, std::string_view id,
                      std::string_view threshold = "") {
  const FindingTable table = findings_of(trace, threshold);
  const Finding* finding = finding_of(table, id);
  return finding == nullptr ? -1 : finding->high_pct;
}

/// Why a rule was not applicable; empty if it was.
inline std::string why_not_judged(const FindingTable& table, std::string_view id) {
  const auto at = std::ranges::find(table.not_judged, id, &NotJudged::id);
  return at == table.not_judged.end() ? "" : at->why;
}

/// A launch call and the work it starts, in µs.
inline std::string launched(const std::string& id, const std::string& called,
                            const std::string& call_dur, const std::string& kernel,
                            const std::string& ts, const std::string& dur,
                            const std::string& args = "", const std::string& stream = "7",
                            const std::string& device = "0") {
  const std::string link = R"("correlation": )" + id;
  return slice("cuda_runtime", "cudaLaunchKernel", called, call_dur, link) + ",\n" +
         gpu_slice("kernel", kernel, ts, dur, args.empty() ? link : link + ", " + args, stream,
                   device);
}

}  // namespace lanescope
