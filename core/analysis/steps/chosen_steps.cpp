#include "core/analysis/steps/chosen_steps.h"

#include <algorithm>
#include <array>
#include <functional>
#include <map>
#include <utility>

#include <fmt/format.h>

#include "core/base/check.h"
#include "core/base/text/ascii_case.h"
#include "core/base/text/sentences/one_line.h"
#include "core/build/tracks/issue_log.h"
#include "core/build/tracks/step_builder.h"
#include "core/build/tracks/step_name.h"
#include "core/store/issue_kinds.h"

namespace lanescope {
namespace {

constexpr std::size_t kMostNamed = 5, kLongestName = 60;

bool is_letter(char c) {
  const char lower = lower_case(c);
  return lower >= 'a' && lower <= 'z';
}

/// "12" of "step12" and of "step 12 of 40", but not "2" of "conv2d".
bool is_number(std::string_view name, std::size_t begin, std::size_t end) {
  if (end == name.size()) return true;
  return !is_letter(name[end]) && (begin == 0 || !is_letter(name[begin - 1]));
}

bool is_about_steps(const LoadIssue& issue) {
  static constexpr std::array<std::string_view, 3> kKinds = {
      issue_kinds::kRepeatedStep, issue_kinds::kEmptyStep, issue_kinds::kCutStep};
  return std::ranges::find(kKinds, issue.kind) != kKinds.end();
}

/// By name.
using Repeated = std::map<StringId, RepeatedRange>;

void add_ranges(const Snapshot& trace, const Track& track, CategoryKind kind, Repeated& all) {
  for (const auto& chunk : track.chunks) {
    for (std::uint32_t s = 0; s < chunk->size(); ++s) {
      if (trace.kind_of(chunk->category[s]) != kind) continue;
      RepeatedRange& one = all[chunk->name[s]];
      ++one.ranges;
      one.total_ns = saturating_add(one.total_ns, chunk->range(s).length_ns());
    }
  }
}

std::vector<RepeatedRange> repeated_of(const Snapshot& trace, CategoryKind kind) {
  Repeated all;
  for (const Track& track : trace.tracks) {
    if (track.kind == TrackKind::CpuThread) add_ranges(trace, track, kind, all);
  }
  std::map<std::string, RepeatedRange> by_pattern;
  for (const auto& [name, ranges] : all) {
    RepeatedRange& sum = by_pattern[numbered_pattern(trace.text(name))];
    sum.ranges += ranges.ranges;
    sum.total_ns = saturating_add(sum.total_ns, ranges.total_ns);
  }
  std::vector<RepeatedRange> repeated;
  for (auto& [pattern, sum] : by_pattern) {
    if (sum.ranges < 2 || pattern.empty()) continue;
    repeated.push_back({pattern, sum.ranges, sum.total_ns});
  }
  std::ranges::stable_sort(repeated, std::ranges::greater{}, &RepeatedRange::total_ns);
  return repeated;
}

std::string what_repeats(const Snapshot& trace) {
  std::string text;
  for (const RepeatedRange& one : repeated_ranges(trace, kMostNamed)) {
    text += fmt::format("{}'{}' ({} times)", text.empty() ? "; these repeat: " : ", ",
                        one_line(one.pattern, kLongestName), one.ranges);
  }
  return text.empty() ? "; no annotation or operator repeats" : text;
}

Error why_none(const Snapshot& trace, const ChosenSteps& chosen, std::string_view pattern) {
  const std::string name = one_line(pattern, kLongestName);
  if (chosen.overlap) {
    return {Error::Kind::Unsupported,
            fmt::format("has ranges named '{}' that overlap, so they cannot be steps", name)};
  }
  if (chosen.matched) {
    return {Error::Kind::NotFound,
            fmt::format("has no whole range named '{}': the trace starts or ends within it", name)};
  }
  return {Error::Kind::NotFound,
          fmt::format("has no range named '{}'{}", name, what_repeats(trace))};
}

/// What the report says of other ranges, which are no steps now, would be wrong.
void replace_issues(const IssueLog& issues, LoadReport& report) {
  const auto first = std::ranges::find_if(
      report.issues, [](const LoadIssue& issue) { return is_about_steps(issue) || !issue.lost; });
  const auto place = first - report.issues.begin();
  std::erase_if(report.issues, is_about_steps);
  const std::vector<LoadIssue> own = issues.issues();
  report.issues.insert(report.issues.begin() + place, own.begin(), own.end());
}

}  // namespace

Result<std::shared_ptr<const Snapshot>> with_steps(const std::shared_ptr<const Snapshot>& trace,
                                                   std::string_view pattern) {
  LANESCOPE_CHECK(trace != nullptr && !pattern.empty(), "a trace, and names of its ranges");
  IssueLog issues;
  ChosenSteps chosen = collect_chosen_steps(*trace, pattern, issues);
  if (chosen.steps.empty()) return why_none(*trace, chosen, pattern);
  auto with = std::make_shared<Snapshot>(*trace);
  with->steps = std::move(chosen.steps);
  with->chosen_steps = pattern;
  replace_issues(issues, with->report);
  return std::shared_ptr<const Snapshot>(std::move(with));
}

std::string_view steps_prefix(const Snapshot& trace) {
  if (trace.steps.empty()) return {};
  const auto without_number = [](std::string_view name) {
    return name.substr(0, name.find_last_not_of("0123456789") + 1);
  };
  const std::string_view name = trace.text(trace.steps.front().name);
  const std::string_view prefix = without_number(name);
  // The number at the end may be how many there are, or a figure.
  const bool is_of_all = std::ranges::all_of(
      trace.steps, [&](const Step& step) { return trace.text(step.name).starts_with(prefix); });
  return is_of_all ? prefix : without_number(without_step_details(name));
}

std::string steps_pattern(const Snapshot& trace) {
  if (!trace.chosen_steps.empty()) return trace.chosen_steps;
  if (trace.steps.empty()) return {};
  const std::string_view prefix = steps_prefix(trace);
  const bool is_whole = prefix.size() == trace.text(trace.steps.front().name).size();
  return std::string(prefix) + (is_whole ? "" : "*");
}

std::string numbered_pattern(std::string_view name) {
  std::string pattern;
  for (std::size_t at = 0; at < name.size();) {
    std::size_t end = at;
    while (end < name.size() && is_digit(name[end])) ++end;
    if (end > at && is_number(name, at, end)) {
      pattern += '*';
    } else {
      end = std::max(end, at + 1);
      pattern += name.substr(at, end - at);
    }
    at = end;
  }
  return std::ranges::any_of(pattern, is_letter) ? pattern : std::string(name);
}

std::vector<RepeatedRange> repeated_ranges(const Snapshot& trace, std::size_t most) {
  std::vector<RepeatedRange> repeated = repeated_of(trace, CategoryKind::UserAnnotation);
  if (repeated.empty()) repeated = repeated_of(trace, CategoryKind::CpuOp);
  if (repeated.size() > most) repeated.resize(most);
  return repeated;
}

}  // namespace lanescope
