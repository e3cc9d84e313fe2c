#include "app/cli/report/document/report_text.h"

#include <algorithm>
#include <map>
#include <string_view>
#include <vector>

#include <fmt/format.h>

namespace lanescope {
namespace {

constexpr std::string_view kNothing = "n/a: ";

/// Why there is nothing to say; empty if there is.
std::string_view reason_of(std::string_view text) {
  const bool is_reason = text.starts_with(kNothing) && text.find('\n') == text.size() - 1;
  return is_reason ? text.substr(kNothing.size(), text.size() - kNothing.size() - 1)
                   : std::string_view();
}

void append(std::string_view key, const std::string& text, std::string& to) {
  to += fmt::format("{}{}\n{}", to.empty() ? "" : "\n", key, text);
}

bool is_of_threads(const ReportInput& input) {
  return input.of<GpuTime>()->devices.empty() && !input.of<HostTime>()->threads.empty();
}

}  // namespace

std::string report_text(const ChosenAnalyses& analyses, const ReportInput& input) {
  std::string text;
  for (const ReportedAnalysis* analysis : analyses.of_trace)
    append(analysis->key, analysis->text(input), text);
  return text;
}

std::string full_report_text(const ChosenAnalyses& analyses, const ReportInput& input) {
  if (!is_of_threads(input)) return report_text(analyses, input);
  std::vector<const ReportedAnalysis*> ordered = analyses.of_trace;
  std::ranges::stable_sort(ordered, {}, [](const ReportedAnalysis* analysis) {
    const std::string_view key = analysis->key;
    return key == "findings" ? 0 : key == "host_time" ? 1 : 2;
  });
  std::string text;
  std::map<std::string, std::string> missing;  // keys by reason
  for (const ReportedAnalysis* analysis : ordered) {
    const std::string own = analysis->text(input);
    const std::string_view reason = reason_of(own);
    if (reason.empty()) {
      append(analysis->key, own, text);
    } else {
      std::string& keys = missing[std::string(reason)];
      keys += (keys.empty() ? "" : ", ") + std::string(analysis->key);
    }
  }
  if (!missing.empty()) text += "\nNot applicable\n";
  for (const auto& [reason, keys] : missing) text += fmt::format("{}: {}\n", keys, reason);
  return text;
}

}  // namespace lanescope
