#include "app/cli/report/document/chosen.h"

#include <algorithm>
#include <cstdint>
#include <set>

#include <fmt/format.h>

#include "app/cli/output/printable.h"
#include "app/cli/report/ranks.h"
#include "core/base/threads/parallel.h"

namespace lanescope {
namespace {

#define LANESCOPE_REPORT_LINE(key, Result, call)                                                  \
  ReportedAnalysis{                                                                               \
      #key, [](const ReportInput& in) { static_cast<void>(in.of<Result>()); },                    \
      [](const ReportInput& in, Json& trace) { add_members(in, #key, *in.of<Result>(), trace); }, \
      [](const ReportInput& in) { return to_text(in, *in.of<Result>()); }},
constexpr ReportedAnalysis kAnalyses[] = {LANESCOPE_ANALYSES(LANESCOPE_REPORT_LINE)};
#undef LANESCOPE_REPORT_LINE

}  // namespace

Result<ChosenAnalyses> chosen_analyses(const std::vector<std::string>& only) {
  ChosenAnalyses chosen;
  const auto wanted = [&](const std::string& key) {
    return only.empty() || std::ranges::find(only, key) != only.end();
  };
  for (const ReportedAnalysis& analysis : kAnalyses) {
    if (wanted(analysis.key)) chosen.of_trace.push_back(&analysis);
  }
  chosen.ranks = wanted(kRanksKey);
  for (const std::string& key : only) {
    const bool known =
        key == kRanksKey || std::ranges::any_of(kAnalyses, [&](const ReportedAnalysis& analysis) {
          return analysis.key == key;
        });
    if (!known) {
      return Error{Error::Kind::Invalid, fmt::format("unknown analysis '{}'; the analyses are {}",
                                                     printable(key, 40), report_keys())};
    }
  }
  return chosen;
}

Result<AnalysisWindow> chosen_window(const Snapshot& trace, const ReportOptions& options,
                                     bool only_ranks) {
  const SharedThresholds thresholds(options.thresholds);
  auto window = options.window ? window_in_trace(*options.window, trace, thresholds)
                               : Result<AnalysisWindow>(usual_window(trace, thresholds));
  if (!window.ok() || !options.device) return window;
  std::set<std::int64_t> devices;
  for (const Track& track : trace.tracks) {
    if (track.device >= 0) devices.insert(track.device);
  }
  window.value().device = options.device;
  // Each rank of a run has its own GPU, and comparing ranks covers all GPUs.
  if (devices.contains(*options.device) || only_ranks) return window;
  return Error{
      Error::Kind::Unsupported,
      fmt::format("there is no GPU {}; {}", *options.device,
                  devices.empty() ? "the trace has no GPU events"
                                  : fmt::format("the trace has GPU {}", fmt::join(devices, ", ")))};
}

void compute_results(const ChosenAnalyses& analyses, const ReportInput& input) {
  parallel_for(analyses.of_trace.size(), hardware_threads(),
               [&](std::size_t i, unsigned) { analyses.of_trace[i]->compute(input); });
}

std::string report_keys() {
  std::string keys;
  for (const ReportedAnalysis& analysis : kAnalyses) {
    keys += keys.empty() ? "" : ", ";
    keys += analysis.key;
  }
  return keys + ", " + kRanksKey;
}

}  // namespace lanescope
