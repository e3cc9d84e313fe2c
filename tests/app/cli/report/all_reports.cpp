#include "tests/app/cli/report/all_reports.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <map>

#include "core/analysis/events/step_ranges.h"
#include "core/analysis/registry.h"
#include "core/base/text/utf8.h"
#include "tests/core/fixtures/event_reader.h"

namespace lanescope {
namespace {

std::map<std::string, AnalysisWindow> windows_of(const Snapshot& trace) {
  const SharedThresholds thresholds;
  std::map<std::string, AnalysisWindow> windows = {
      {"usual", usual_window(trace)}, {"whole", whole_window()}, {"hta", hta_window(trace)}};
  if (const auto steps = steps_window(trace)) windows.emplace("steps", *steps);
  if (const auto steps = tensorboard_window(trace, thresholds)) windows.emplace("tb", *steps);
  const Ns middle_ns = trace.extent.begin_ns + trace.extent.length_ns() / 2;
  windows.emplace("nothing", range_window({middle_ns, middle_ns}));
  windows.emplace("half", range_window({trace.extent.begin_ns, middle_ns}));
  return windows;
}

bool is_letter(char c) {
  return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_';
}

bool has_word(std::string_view text, std::string_view word) {
  for (std::size_t at = text.find(word); at != std::string_view::npos;
       at = text.find(word, at + 1)) {
    const std::size_t end = at + word.size();
    const bool begins = at == 0 || !is_letter(text[at - 1]);
    if (begins && (end == text.size() || !is_letter(text[end]))) return true;
  }
  return false;
}

/// The word of letters and hyphens that begins at `at`.
std::string_view word_at(std::string_view text, std::size_t at) {
  std::size_t end = at;
  while (end < text.size() &&
         (std::isalpha(static_cast<unsigned char>(text[end])) != 0 || text[end] == '-'))
    ++end;
  return text.substr(at, end - at);
}

/// The word before the space before `at`.
std::string_view word_before(std::string_view text, std::size_t at) {
  if (at == 0 || text[at - 1] != ' ') return {};
  std::size_t begin = at - 1;
  while (begin > 0 && is_letter(text[begin - 1])) --begin;
  return text.substr(begin, at - 1 - begin);
}

/// False for units, verbs, and singulars that end like plurals.
bool is_plural(std::string_view word) {
  constexpr std::array<std::string_view, 6> kOthers{"ms", "ns", "is", "was", "has", "process"};
  return word.size() > 1 && word.ends_with('s') && !word.ends_with("ss") &&
         std::ranges::find(kOthers, word) == kOthers.end();
}

/// Findings are worded by the analyses, and JSON and the page repeat them.
bool counts_in_own_words(const PrintedReport& report) {
  return report.what.find(" in text") != std::string::npos && !report.what.starts_with("findings");
}

}  // namespace

std::string plural_of_one(std::string_view text) {
  constexpr std::array<std::string_view, 6> kNumbered{"rank",   "GPU",  "stream",
                                                      "device", "step", "number"};
  for (std::size_t at = text.find("1 "); at != std::string_view::npos;
       at = text.find("1 ", at + 1)) {
    const char before = at == 0 ? '\n' : text[at - 1];
    if (before != ' ' && before != '\n' && before != '(') continue;
    if (std::ranges::find(kNumbered, word_before(text, at)) != kNumbered.end()) continue;
    std::string_view word = word_at(text, at + 2);
    if (word == "GPU") word = word_at(text, at + 2 + word.size() + 1);
    if (is_plural(word)) return "1 " + std::string(word);
  }
  return "";
}

std::vector<PrintedReport> all_reports(const LoadedTrace& trace) {
  std::vector<PrintedReport> reports;
  for (const auto& [name, window] : windows_of(*trace.snapshot)) {
    const ReportInput in{*trace.snapshot, window, event_reader(trace)};
    const std::string about = ", window " + name;
    const auto add = [&](const std::string& key, const auto& result) {
      Json json;
      add_members(in, key.c_str(), result, json);
      reports.push_back({key + " in JSON" + about, json_line(json)});
      reports.push_back({key + " in text" + about, to_text(in, result)});
    };
#define LANESCOPE_TEST_REPORT(key, Result, call) add(#key, *in.of<Result>());
    LANESCOPE_ANALYSES(LANESCOPE_TEST_REPORT)
#undef LANESCOPE_TEST_REPORT
    reports.push_back({"Markdown" + about, report_markdown(in, "trace.json")});
  }
  return reports;
}

std::string report_faults(const PrintedReport& report) {
  std::string_view rest = report.text;
  while (!rest.empty()) {
    const std::size_t n = utf8_length(rest);
    if (n == 0) return report.what + ": bytes that are no UTF-8";
    rest.remove_prefix(n);
  }
  for (const char* word : {"nan", "inf"}) {
    if (has_word(report.text, word)) return report.what + ": says " + word;
  }
  if (!counts_in_own_words(report)) return "";
  const std::string plural = plural_of_one(report.text);
  return plural.empty() ? "" : report.what + ": says " + plural;
}

}  // namespace lanescope
